/**
 * The form that sends one call from the reader's browser to this service.
 * @module
 */
import { type Html, html } from "../../markup/html.ts";
import { NOTHING, prose } from "../prose-html.ts";
import { list, type Operation, type Parameter } from "./document.ts";

/** Whether a browser can call it and show the answer. */
export function canTry({ path, responses }: Operation): boolean {
  const types = responses.flatMap(({ bodies }) => bodies.map(({ type }) => type));
  return path.startsWith("/v1/") && types.some((type) => type.includes("json"));
}

export function tryIt(operation: Operation): Html {
  const { method, path, keyed, request, parameters } = operation;
  return html`<section class="try" aria-labelledby="try-it"><h2 id="try-it">Try it</h2>
<p class="no-script">Try it needs JavaScript.</p>
<form data-try data-method="${method}" data-path="${path}" data-script hidden>
${keyed ? KEY_FIELD : NOTHING}
${parameters.filter((each) => each.in === "header").map(headerField)}
${request === null ? NOTHING : bodyField(request.examples)}
<div class="buttons"><button type="submit" class="primary">Send</button>
${request === null ? NOTHING : html`<button type="button" data-new-id>New request_id</button>`}</div>
<p class="outcome" role="status"></p>
<div class="answer" hidden></div>
</form></section>`;
}

const KEY_FIELD = html`<label for="try-key">Sandbox key</label>
<input id="try-key" class="key" type="text" name="key" placeholder="pw_sandbox_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="try-key-note" required>
<p class="note" id="try-key-note">Use a <strong>sandbox</strong> key, never a production key. It stays in this page's memory, is sent to this service only, and is gone when you leave the page.</p>`;

function headerField({ name, schema, description }: Parameter): Html {
  const id = `try-${name.toLowerCase()}`;
  const values = list(schema.enum).map(String);
  const note = html`<p class="note" id="${id}-note">${prose(description?.split("\n\n")[0])}</p>`;
  const field =
    values.length === 0
      ? html`<input id="${id}" type="text" data-header="${name}" autocomplete="off" aria-describedby="${id}-note">`
      : html`<select id="${id}" data-header="${name}" aria-describedby="${id}-note"><option value="">none</option>${values.map((value) => html`<option>${value}</option>`)}</select>`;
  return html`<label for="${id}"><code>${name}</code></label>${field}${note}`;
}

function bodyField(examples: NonNullable<Operation["request"]>["examples"]): Html {
  const bodies = examples.map(({ name, summary, value }, at) => ({
    label: summary ?? (name === "" ? `Body ${at + 1}` : name),
    text: JSON.stringify(value, null, 2),
  }));
  const choice =
    bodies.length < 2
      ? NOTHING
      : html`<label for="try-example">Ready body</label><select id="try-example">${bodies.map(({ label }, at) => html`<option value="${at}">${label}</option>`)}</select>`;
  return html`${choice}<label for="try-body">Body</label>
<textarea id="try-body" name="body" rows="10" spellcheck="false" autocapitalize="off">${bodies[0]?.text ?? ""}</textarea>
${bodies.map(({ text }, at) => html`<template data-example="${at}">${text}</template>`)}`;
}
