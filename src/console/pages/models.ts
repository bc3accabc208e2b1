/** Which models answer. */
import { html } from "../../markup/html.ts";
import type { Task } from "../command-runner.ts";
import { byCommand, bytes, csrf, facts, type Page } from "../layout.ts";
import type { Session } from "../sessions.ts";
import { readAgainForm } from "./corpus.ts";
import { taskState } from "./task.ts";

/** What `models list --json` prints. */
interface ModelsList {
  models: {
    kind: string;
    id: string;
    dir: string;
    dtype: string;
    max_tokens: number;
    bytes: number;
    digest: string;
  }[];
}

export function modelsPage(read: Task, session: Session): Page {
  const list = read.result as ModelsList | null;
  const cards = list?.models.map(
    (model) =>
      html`<section class="card"><h2>${model.kind}</h2>${facts([
        ["name", model.id],
        ["format", model.dtype],
        ["tokens", model.max_tokens],
        ["size", bytes(model.bytes)],
        ["digest", html`<span class="id">${model.digest}</span>`],
        ["folder", html`<span class="id">${model.dir}</span>`],
      ])}</section>`,
  );
  const body = html`<div id="models" data-live>${
    cards === undefined ? taskState(read) : html`<div class="cards-of">${cards}</div>`
  }</div>
<section class="card"><p>Checks size and hash of every file and runs each model on its known input.</p>
<form method="post" action="/checks/models-verify">${csrf(session)}<button>Verify the models</button></form></section>
${readAgainForm("/models/read", read, session)}${byCommand("phasewise models list|verify|use")}`;
  return { title: "Models", under: "/models", body };
}
