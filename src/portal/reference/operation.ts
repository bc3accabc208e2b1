/**
 * One operation as a page: what it takes, what it gives at each status, and how to call it.
 * @module
 */

import { type Html, html } from "../../markup/html.ts";
import { codeBlock } from "../code.ts";
import { description, scrolling } from "../markdown.ts";
import { NOTHING, prose } from "../prose-html.ts";
import type { Answer, Example, Media, Operation, Resolve } from "./document.ts";
import { atOwnPath, RECORDED_NOTE, wasRecordedElsewhere } from "./recorded.ts";
import { samples } from "./samples.ts";
import { membersOf, memberTree, requestMembers } from "./schema.ts";
import { canTry, tryIt } from "./try-it.ts";

export function operationPage(
  operation: Operation,
  { resolve, origin }: { resolve: Resolve; origin: string },
): Html {
  const { method, path, keyed, deprecated, description: about, request, parameters } = operation;
  const takes =
    request === null
      ? NOTHING
      : html`<section><h2 id="request">Request body</h2><p><code>${request.type}</code></p>${memberTree(requestMembers(operation, resolve))}</section>`;
  const parts = [
    ["parameters", "Parameters", parameters.length > 0],
    ["request", "Request body", request !== null],
    ["responses", "Responses", true],
    ["samples", "Samples", true],
    ["try-it", "Try it", canTry(operation)],
  ] as const;
  const jump = parts
    .filter(([, , there]) => there)
    .map(([id, title]) => html`<a href="#${id}">${title}</a>`);
  return html`<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<nav class="jump" aria-label="On this page">${jump}</nav>
<div class="columns"><div class="column">
${deprecated ? html`<p class="notice">This operation is deprecated.</p>` : NOTHING}
${about === null ? NOTHING : description(about)}
<p>${keyed ? prose("Needs an API key: `Authorization: ApiKey <key>`. Each call counts against the rate limit.") : "Needs no key."}</p>
${parameters.length === 0 ? NOTHING : parameterTable(operation)}
${takes}
<section><h2 id="responses">Responses</h2>${wasRecordedElsewhere(path) ? html`<p>${RECORDED_NOTE}</p>` : NOTHING}${operation.responses.map((answer, at) => answerBlock(atOwnPath(answer, path), at === 0, resolve))}</section>
</div><div class="column side-by-side">
<section><h2 id="samples">Samples</h2>${samples(operation, origin)}${
    request === null
      ? NOTHING
      : html`<p>with this <code>request.json</code>, which has the records of seven nights. Send <a href="/docs/signals#how-much-to-send">as many as you have</a>:</p>${exampleBlocks(request.examples)}`
  }</section>
${canTry(operation) ? tryIt(operation) : NOTHING}
</div></div>`;
}

function parameterTable({ parameters }: Operation): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description: about }) =>
      html`<tr><td><code>${name}</code> <small>${place}${required ? ", required" : ""}</small></td><td>${opening(about ?? "")}</td></tr>`,
  );
  return html`<section><h2 id="parameters">Parameters</h2>${scrolling(html`<thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody>`, "Parameters")}</section>`;
}

/** The first paragraph; what follows opens on request. */
function opening(text: string): Html {
  const [first = "", ...rest] = text.split("\n\n");
  if (rest.length === 0) return description(first);
  return html`${description(first)}<details><summary>More</summary>${description(rest.join("\n\n"))}</details>`;
}

function answerBlock(
  { status, description: about, headers, bodies }: Answer,
  open: boolean,
  resolve: Resolve,
): Html {
  const kind = /^\d/.test(status) ? `status-${status[0]}` : "status-other";
  const first = firstSentence(about);
  const names = headers.map(
    (name) =>
      html` <a href="/docs/reference#header-${name.toLowerCase()}"><code>${name}</code></a>`,
  );
  return html`<details class="response" id="response-${status}"${open ? html` open` : NOTHING}><summary><span class="status ${kind}">${status}</span> <span>${prose(first)}</span></summary>
<div class="inside">${about === first ? NOTHING : description(about)}${headers.length === 0 ? NOTHING : html`<p class="headers">Headers:${names}</p>`}
${bodies.map((media) => bodyBlock(media, `response-${status}`, resolve))}</div></details>`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

function bodyBlock({ type, schema, examples }: Media, id: string, resolve: Resolve): Html {
  const members = membersOf(
    schema,
    `${id}.${type.includes("problem") ? "problem" : "body"}`,
    resolve,
  );
  return html`<h3><code>${type}</code></h3>${memberTree(members)}${exampleBlocks(examples)}`;
}

/** The first example is shown; each further one opens by its name. */
function exampleBlocks(examples: readonly Example[]): Html {
  return html`${examples.map(({ name, summary, value }, at) => {
    const block = codeBlock(
      typeof value === "string" ? value : JSON.stringify(value, null, 2),
      typeof value === "string" ? "" : "json",
    );
    const title = summary ?? name;
    if (title === "") return block;
    const open = at === 0 ? html` open` : NOTHING;
    return html`<details class="example"${open}><summary>${prose(title)}</summary>${block}</details>`;
  })}`;
}
