/** The audit browser: which answers were given. */

import { type Html, html } from "../../markup/html.ts";
import { AUDIT_OUTCOMES } from "../../operator/audit.ts";
import { CLIENT_IDS } from "../../operator/clients.ts";
import { byCommand, csrf, moment, options, type Page, pill, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import type { AuditPage } from "../store-access.ts";

/** The filter as it was typed. */
export type TypedFilter = Readonly<
  Record<"client" | "outcome" | "since" | "until" | "request_id", string | undefined>
>;

export function outcomeOf(outcome: string): Html {
  return pill(outcome === "served" ? "good" : "warn", outcome.replaceAll("_", " "));
}

export function auditPage(
  { rows, next_before }: AuditPage,
  typed: TypedFilter,
  session: Session,
): Page {
  const shown = rows.map((row) => [
    html`<a href="/audit/${row.id}">${moment(row.served_at)}</a>`,
    row.client_id,
    outcomeOf(row.outcome),
    row.confidence.toFixed(2),
    html`<span class="id">${row.request_id}</span>`,
    row.erased ? pill("mute", "erased") : null,
  ]);
  const older = new URLSearchParams(
    Object.entries(typed).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  if (next_before !== null) older.set("before", next_before);
  const body = html`<section class="card">${filterForm(typed)}</section>
<section class="card">${table(["served", "client", "outcome", "confidence", "request", ""], shown, {
    caption: "Audit rows, newest first",
    empty: "No row matches.",
    numeric: ["confidence"],
  })}${next_before !== null && html`<p><a class="button" href="/audit?${older.toString()}">Older rows</a></p>`}</section>
<section class="card"><h2>Prove the trail</h2><p>Recomputes every hash of rows and ledger, in a process of its own.</p>
<form method="post" action="/checks/audit-verify">${csrf(session)}<button>Verify now</button></form></section>
${byCommand("phasewise audit list|verify|replay|export")}`;
  return { title: "Audit", under: "/audit", body };
}

function filterForm(typed: TypedFilter): Html {
  return html`<form method="get" action="/audit" class="fields">
<label>Client<select name="client"><option value="">all</option>${options(CLIENT_IDS, typed.client)}</select></label>
<label>Outcome<select name="outcome"><option value="">all</option>${options(AUDIT_OUTCOMES, typed.outcome)}</select></label>
<label>Since<input name="since" value="${typed.since}" placeholder="2026-11-01" maxlength="40"></label>
<label>Until<input name="until" value="${typed.until}" placeholder="2026-12-01" maxlength="40"></label>
<label>Request id<input name="request_id" value="${typed.request_id}" maxlength="200"></label>
<button>Filter</button></form>`;
}
