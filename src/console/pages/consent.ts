/** Whether each client's requests may be answered, who changed that, when and why. */

import { type Html, html } from "../../markup/html.ts";
import type { ConsentState } from "../../store/records.ts";
import { byCommand, csrf, moment, type Page, pill, type Tone, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import type { Consent, ConsentHistory } from "../store-access.ts";

const TONES: Record<ConsentState, Tone> = {
  not_provisioned: "mute",
  provisioned: "warn",
  active: "good",
  revoked: "bad",
};

function stateOf(state: ConsentState): Html {
  return pill(TONES[state], state.replaceAll("_", " "));
}

export function consentsPage(consents: readonly Consent[]): Page {
  const rows = consents.map(({ client_id, consent_state, last }) => [
    html`<a href="/consent/${client_id}">${client_id}</a>`,
    stateOf(consent_state),
    moment(last?.at ?? null),
    last?.actor ?? null,
    last?.reason ?? null,
  ]);
  const body = html`<p>No request of a client is answered unless its consent is active.</p>
<section class="card">${table(["client", "consent", "since", "by", "reason"], rows, {
    caption: "Consent by client",
    empty: "There are no clients.",
  })}</section>${byCommand("phasewise consent show|provision|activate|revoke CLIENT_ID")}`;
  return { title: "Consent", under: "/consent", body };
}

/** The changes that each state allows, with what the button says. */
const CHANGES: Record<ConsentState, readonly (readonly [string, string])[]> = {
  not_provisioned: [
    ["active", "Activate"],
    ["provisioned", "Provision"],
  ],
  provisioned: [
    ["active", "Activate"],
    ["revoked", "Revoke"],
  ],
  active: [["revoked", "Revoke"]],
  revoked: [["active", "Activate again"]],
};

export function consentPage(consent: ConsentHistory, session: Session): Page {
  const { client_id, consent_state, history } = consent;
  const buttons = CHANGES[consent_state].map(
    ([state, name]) =>
      html`<button name="state" value="${state}" class="${state === "revoked" ? "danger" : "main"}">${name}</button>`,
  );
  const rows = history.map(({ at, state, actor, reason }) => [
    moment(at),
    stateOf(state),
    actor,
    reason,
  ]);
  const body = html`<p>${stateOf(consent_state)} ${consent_state === "active" ? "Requests are answered." : "Requests are refused with 403."}</p>
<section class="card"><h2>Change it</h2><form method="post" action="/consent/${client_id}" class="fields">${csrf(session)}
<label>Reason, for the ledger<input name="reason" maxlength="200" autocomplete="off" placeholder="contract 2026-11"></label>
<span class="acts">${buttons}</span></form></section>
<section class="card"><h2>History</h2>${table(["at", "state", "by", "reason"], rows, {
    caption: `Consent of ${client_id}, newest first`,
    empty: "Nothing was ever recorded for this client.",
  })}</section>${byCommand(`phasewise consent show ${client_id}`)}`;
  return { title: `Consent of ${client_id}`, under: "/consent", body };
}
