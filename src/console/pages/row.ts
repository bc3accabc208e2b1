/** One answer with all that is kept of it. */

import { type Html, html } from "../../markup/html.ts";
import { meter } from "../charts.ts";
import type { Task } from "../command-runner.ts";
import { byCommand, csrf, facts, milliseconds, moment, type Page, pill, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import type { ShownRow } from "../store-access.ts";
import { outcomeOf } from "./audit.ts";
import { taskState } from "./task.ts";

type WholeRow = Extract<ShownRow, { response: string }>;

function id(text: string): Html {
  return html`<span class="id">${text}</span>`;
}

export function rowPage(row: ShownRow, replay: Task | null, session: Session): Page {
  const whole = row.response !== null;
  const body = html`<p>${outcomeOf(row.outcome)} ${!whole && pill("mute", "personal part erased")}</p>
${whole ? answerCard(row) : html`<section class="card"><p class="empty">Question, signals and answer were erased. The facts stay, because a bill and the chain need them.</p></section>`}
<div class="flow"><section class="card"><h2>Facts</h2>${facts([
    ["row", id(row.id)],
    ["served", moment(row.served_at)],
    ["client", row.client_id],
    ["request", id(row.request_id)],
    ["trace", id(row.trace_id)],
    ["model", id(row.model_version)],
    ["corpus", id(row.corpus_version)],
    ["hash", id(row.hash)],
    ["hash before", id(row.previous_hash)],
  ])}</section>${whole && replayCard(row, replay, session)}${confidenceCard(row)}${whole && [reasonsCard(row), timeCard(row)]}</div>
${byCommand(`phasewise audit replay ${row.id}`)}`;
  return { title: "One answer", under: "/audit", body };
}

function replayCard(row: ShownRow, replay: Task | null, session: Session): Html {
  return html`<section class="card"><h2>Replay</h2><p>Rebuilds the answer from what is kept and compares it byte for byte.</p>
<form method="post" action="/audit/${row.id}/replay">${csrf(session)}<p><button>Replay this row</button></p></form>
<div id="replay" data-live>${replay !== null && taskState(replay)}</div></section>`;
}

function confidenceCard({ confidence }: ShownRow): Html {
  const parts = ["value", "coverage", "specificity", "consistency"] as const;
  return html`<section class="card"><h2>Confidence</h2>${table(
    ["part", "of 1"],
    parts.map((name) => [
      html`<span>${name}${meter(confidence[name])}</span>`,
      confidence[name].toFixed(2),
    ]),
    { caption: "Parts of the confidence", empty: "", numeric: ["of 1"], small: true },
  )}</section>`;
}

function answerCard(row: WholeRow): Html {
  const { text, sources } = answerOf(row.response);
  return html`<section class="card"><h2>Question</h2>${question(row)}
<h2>Answer</h2>${text === null ? html`<p class="empty">No text was sent.</p>` : html`<p class="answer">${text}</p>`}
${sources.length > 0 && html`<details><summary>${sources.length} sources</summary><ul>${sources.map((source) => html`<li>${source}</li>`)}</ul></details>`}</section>`;
}

function reasonsCard({ signals: kept }: WholeRow): Html {
  const {
    context,
    answered_by = [],
    categories = [],
    warnings,
    minimum_confidence,
    signals,
  } = kept;
  const sources = answered_by.map(
    ({ source, answers }) => html`<div>${id(source ?? "nothing")} ${answers.toFixed(2)}</div>`,
  );
  return html`<section class="card"><h2>Why this answer</h2>${facts([
    ["answered by", sources.length === 0 ? "–" : html`${sources}`],
    ["categories", categories.join(", ") || "–"],
    ["warnings", warnings.join(", ") || "–"],
    ["minimum asked", minimum_confidence.toFixed(2)],
  ])}<details><summary>Context and levels</summary><pre>${JSON.stringify({ context, ...signals }, null, 2)}</pre></details></section>`;
}

function timeCard({ timings_ms }: WholeRow): Html {
  const timings = Object.entries(timings_ms).sort(([, a], [, b]) => b - a);
  const longest = Math.max(1, ...timings.map(([, ms]) => ms));
  const rows = timings.map(([stage, ms]) => [
    html`<span>${stage}${meter(ms / longest, "replayed")}</span>`,
    milliseconds(ms),
  ]);
  return html`<section class="card"><h2>Time</h2>${table(["stage", "time"], rows, {
    caption: "Time of each stage",
    empty: "No times were kept.",
    numeric: ["time"],
    small: true,
  })}</section>`;
}

function question(row: WholeRow): Html {
  if (row.query_hidden)
    return html`<p class="empty">Hidden. The service was started without <code>--console-queries shown</code>.</p>`;
  if (row.query !== null) return html`<p class="answer">${row.query}</p>`;
  return html`<p class="empty">${row.signals.query_stored === false ? "It was not stored (--store-query none)." : "The request had none."}</p>`;
}

interface Answer {
  text: string | null;
  sources: string[];
}

/** The recorded body has the form of the contract of its time. */
function answerOf(response: string): Answer {
  const body = JSON.parse(response) as {
    recommendation?: string | null;
    citations?: { authors?: string; year?: number; source_title?: string; doi?: string }[];
  };
  return {
    text: body.recommendation ?? null,
    sources: (body.citations ?? []).map(
      ({ authors, year, source_title, doi }) => `${authors} (${year}). ${source_title}. doi:${doi}`,
    ),
  };
}
