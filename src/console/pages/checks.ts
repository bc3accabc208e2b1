/** Doctor and the other checks, and what the console ran lately. */

import { html } from "../../markup/html.ts";
import { CHECKS } from "../allowed-commands.ts";
import type { Task } from "../command-runner.ts";
import { byCommand, csrf, milliseconds, moment, type Page, pill, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import { elapsedOf } from "./task.ts";

const WHAT: Readonly<Record<string, string>> = {
  doctor: "Libraries, models, index, database, disk and port, each with a fix.",
  "audit-verify": "Every hash of rows, ledger and sealed months.",
  "corpus-verify": "Hashes, DOIs, and that index and documents agree.",
  "models-verify": "Hashes of all files, and each model on its known input.",
};

export function checksPage(runs: readonly Task[], session: Session, nowMs: number): Page {
  const cards = Object.entries(CHECKS).map(
    ([name, { title, words }]) =>
      html`<section class="card"><h2>${title}</h2><p>${WHAT[name]}</p><form method="post" action="/checks/${name}">${csrf(session)}
<button>Run</button> <code class="mute">phasewise ${words.join(" ")}</code></form></section>`,
  );
  const rows = runs.map((task) => [
    html`<a href="/checks/runs/${task.id}">${task.title}</a>`,
    pill(task.state === "done" ? "good" : task.state === "failed" ? "bad" : "mute", task.state),
    moment(task.asked_at),
    milliseconds(elapsedOf(task, nowMs)),
    task.by,
  ]);
  const body = html`<p>Each check is a process of its own, at low priority: answers go first.</p>
<div class="cards-of">${cards}</div><p></p>
<section class="card" id="runs" data-live><h2>Lately</h2>${table(
    ["what", "", "asked", "took", "by"],
    rows,
    { caption: "What the console ran, newest first", empty: "Nothing yet." },
  )}</section>${byCommand("phasewise doctor")}`;
  return { title: "Checks", under: "/checks", body };
}
