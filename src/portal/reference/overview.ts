/**
 * The first page of the reference: which operations there are, and what all of them share.
 * @module
 */
import type { JsonObject } from "../../contract/openapi/schema.ts";
import { type Html, html } from "../../markup/html.ts";
import { description, scrolling } from "../markdown.ts";
import { prose } from "../prose-html.ts";
import { type Operation, object, text } from "./document.ts";

export function overview(document: JsonObject, operations: readonly Operation[]): Html {
  const about = text(object(document.info).description);
  const rows = operations.map(
    ({ slug, method, path, summary, deprecated }) =>
      html`<tr><td><a href="/docs/${slug}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></td><td>${summary}${deprecated ? " (deprecated)" : ""}</td></tr>`,
  );
  const headers = Object.entries(object(object(document.components).headers)).map(
    ([name, value]) =>
      html`<tr id="header-${name.toLowerCase()}"><td><code>${name}</code></td><td>${prose(object(value).description)}</td><td><code>${String(object(value).example ?? "")}</code></td></tr>`,
  );
  return html`${about === null ? null : description(about)}
<p>The document in the form for generators is <a href="/openapi.json">/openapi.json</a>.</p>
<h2 id="operations">Operations</h2>
${scrolling(html`<thead><tr><th scope="col">Operation</th><th scope="col">Gives</th></tr></thead><tbody>${rows}</tbody>`, "Operations")}
<h2 id="headers">Response headers</h2>
${scrolling(html`<thead><tr><th scope="col">Header</th><th scope="col">Meaning</th><th scope="col">Example</th></tr></thead><tbody>${headers}</tbody>`, "Response headers")}`;
}
