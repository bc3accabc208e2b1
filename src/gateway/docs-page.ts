/**
 * The API reference as one HTML page, made from the OpenAPI document without scripts, other files
 * or other hosts.
 * @module
 */
import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../contract/openapi/schema.ts";

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1.5rem}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #8884;padding-bottom:.3rem}
code,pre{font:14px/1.45 ui-monospace,monospace;background:#8881;border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre{padding:.8rem;overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.6rem 0}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #8884}
.method{font-weight:700}.deprecated{text-decoration:line-through}
`;

/** Allows this page's own style and nothing else. */
export const DOCS_CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash(
  "sha256",
)
  .update(STYLE)
  .digest("base64")}'; frame-ancestors 'none'; base-uri 'none'`;

export function docsPage(document: JsonObject): string {
  const { title, version, description } = object(document.info);
  const components = object(document.components);
  const examples = object(components.examples);
  const operations = Object.entries(object(document.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) =>
      operationSection(path, method, object(operation), examples),
    ),
  );
  const schemas = Object.entries(object(components.schemas)).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>${schemaBlock(object(schema))}`,
  );
  const headers = Object.entries(object(components.headers)).map(([name, header]) => [
    `<code>${escapeHtml(name)}</code>`,
    prose(object(header).description),
    `<code>${escapeHtml(String(object(header).example ?? ""))}</code>`,
  ]);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(String(title))} API</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(String(title))} API <small>${escapeHtml(String(version))}</small></h1>
${String(description)
  .split("\n\n")
  .map((paragraph) => `<p>${prose(paragraph)}</p>`)
  .join("\n")}
<p>The machine-readable document is at <a href="/openapi.json">/openapi.json</a>.</p>
<h2>Operations</h2>${operations.join("\n")}
<h2>Response headers</h2>${table(["Header", "Meaning", "Example"], headers)}
<h2>Schemas</h2>${schemas.join("\n")}
</body></html>
`;
}

function operationSection(
  path: string,
  method: string,
  operation: JsonObject,
  examples: JsonObject,
): string {
  const keyed = Array.isArray(operation.security) && operation.security.length > 0;
  const deprecated = operation.deprecated === true ? ' class="deprecated"' : "";
  const body = object(object(object(operation.requestBody).content)["application/json"]);
  const rows = Object.entries(object(operation.responses))
    .filter(([status]) => status !== "default")
    .map(([status, response]) => {
      const { description, content } = object(response);
      const bodies = Object.entries(object(content)).map(
        ([type, media]) =>
          `${typeOf(object(object(media).schema))} <small>${escapeHtml(type)}</small>`,
      );
      return [`<code>${escapeHtml(status)}</code>`, prose(description), bodies.join("<br>")];
    });
  return `<h3${deprecated}><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${prose(operation.summary)}.${keyed ? " Needs an API key and counts against the rate limit." : ""}</p>
${operation.description === undefined ? "" : `<p>${prose(operation.description)}</p>`}
${body.schema === undefined ? "" : `<p>Request body: ${typeOf(object(body.schema))}</p>`}
${exampleBlock(object(body.examples), examples)}
${table(["Status", "Meaning", "Body"], rows)}`;
}

/** The first example of a body. */
function exampleBlock(named: JsonObject, examples: JsonObject): string {
  const [first] = Object.values(named);
  if (first === undefined) return "";
  const { value = null } = object(examples[String(object(first).$ref).split("/").at(-1) ?? ""]);
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function schemaBlock(schema: JsonObject): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const rows = Object.entries(object(schema.properties)).map(([name, property]) => [
    `<code>${escapeHtml(name)}</code>${required.includes(name) ? " <small>required</small>" : ""}`,
    typeOf(object(property)),
    prose(object(property).description),
  ]);
  const intro = schema.description === undefined ? "" : `<p>${prose(schema.description)}</p>`;
  return intro + table(["Member", "Type", "Meaning"], rows);
}

/** A schema in a few words, with a link where it has a name. Nested objects become a list. */
function typeOf(schema: JsonObject): string {
  const { $ref, type, anyOf, items, properties } = schema;
  const values = schema.enum ?? schema["x-extensible-enum"];
  if (typeof $ref === "string") {
    const name = escapeHtml($ref.split("/").at(-1) ?? "");
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(values))
    return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" ");
  if (Array.isArray(anyOf)) return anyOf.map((part) => typeOf(object(part))).join(" or ");
  const types = Array.isArray(type) ? type : [type ?? "any value"];
  const words = types.map((name) => {
    if (name === "array") return `array${bounds(schema)} of ${typeOf(object(items))}`;
    if (name === "object" && properties !== undefined) return memberList(object(properties));
    return name === "null" ? "null" : `${escapeHtml(String(name))}${bounds(schema)}`;
  });
  return words.reverse().join(" or ");
}

function memberList(properties: JsonObject): string {
  const members = Object.entries(properties).map(
    ([name, property]) =>
      `<li><code>${escapeHtml(name)}</code> ${typeOf(object(property))} ${prose(object(property).description)}</li>`,
  );
  return `object<ul>${members.join("")}</ul>`;
}

function bounds(schema: JsonObject): string {
  const { minimum, maximum, minLength, maxLength, maxItems, format } = schema;
  const parts = [
    format === undefined ? "" : String(format),
    minimum === undefined ? "" : `${minimum}–${maximum ?? ""}`,
    maxLength === undefined ? "" : `${minLength ?? 0}–${maxLength} characters`,
    maxItems === undefined ? "" : `at most ${maxItems}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` <small>(${escapeHtml(parts.join(", "))})</small>`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  if (rows.length === 0) return "";
  return `<table><tr>${cells(header, "th")}</tr>${rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</table>`;
}

/** Escapes text and turns backticks into `<code>`. */
function prose(text: Json | undefined): string {
  return typeof text === "string" ? escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>") : "";
}

function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}

function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
