/**
 * A schema as a tree of members, each with its type, its bounds and a target of its own.
 * @module
 */
import type { Json, JsonObject } from "../../contract/openapi/schema.ts";
import { type Html, html } from "../../markup/html.ts";
import { NOTHING, prose } from "../prose-html.ts";
import { list, type Operation, object, type Resolve, text } from "./document.ts";

/** Members of nested objects open by themselves down to here. */
const OPEN_DEPTH = 1;

export interface Member {
  /** Its target on the page, such as `request.oura.sleep.average_hrv`. */
  id: string;
  name: string;
  /** As a reader names it, such as `array of Citation`. */
  type: string;
  required: boolean;
  schema: JsonObject;
  /** Each element of a list that has no members. */
  element: JsonObject | null;
  /** Members of the object, or of the elements of the list. */
  members: Member[];
}

/** The members of what an operation takes; none where it takes nothing. */
export function requestMembers({ request }: Operation, resolve: Resolve): Member[] {
  return request === null ? [] : membersOf(request.schema, "request", resolve);
}

/** @param id of the schema as a whole */
export function membersOf(schema: JsonObject, id: string, resolve: Resolve): Member[] {
  const members = new Map<string, Member>();
  for (const { properties, required } of withMembers(resolve(schema), resolve))
    for (const [name, value] of Object.entries(object(properties))) {
      if (members.has(name)) continue;
      const member = resolve(value);
      const memberId = `${id}.${name}`;
      const inside = membersOf(member, memberId, resolve);
      members.set(name, {
        id: memberId,
        name,
        type: typeName(member, resolve),
        required: list(required).includes(name),
        schema: { ...member, ...described(value) },
        element: inside.length > 0 || member.items === undefined ? null : resolve(member.items),
        members: inside,
      });
    }
  return [...members.values()];
}

/** A description beside a reference says more than that of what it leads to. */
function described(value: Json): JsonObject {
  const { description } = object(value);
  return typeof description === "string" ? { description } : {};
}

/** What has members: the object itself, the elements of a list, each part of a union. */
function withMembers(schema: JsonObject, resolve: Resolve): JsonObject[] {
  if (schema.properties !== undefined) return [schema];
  if (schema.items !== undefined) return withMembers(resolve(schema.items), resolve);
  const parts = [...list(schema.anyOf), ...list(schema.oneOf), ...list(schema.allOf)];
  return parts.flatMap((each) => withMembers(resolve(each), resolve));
}

export function memberTree(members: readonly Member[], depth = 0): Html {
  if (members.length === 0) return NOTHING;
  return html`<ul class="members">${members.map((member) => memberItem(member, depth))}</ul>`;
}

function memberItem(member: Member, depth: number): Html {
  const { id, name, type, required, schema, element, members } = member;
  const head = html`<span class="member"><a class="anchor" href="#${id}"><code>${name}</code></a> <span class="type">${type}</span>${
    required ? html` <span class="required">required</span>` : NOTHING
  }</span>`;
  const each = element === null ? NOTHING : html`<p class="each">Each: ${factsOf(element)}</p>`;
  const facts = html`<div class="facts">${factsOf(schema)}${each}</div>`;
  if (members.length === 0) return html`<li id="${id}">${head}${facts}</li>`;
  const open = depth < OPEN_DEPTH ? html` open` : NOTHING;
  return html`<li id="${id}">${head}${facts}<details${open}><summary>${members.length} members<span class="visually-hidden"> of ${name}</span></summary>${memberTree(members, depth + 1)}</details></li>`;
}

function factsOf(schema: JsonObject): Html {
  return html`${prose(schema.description)}${boundsOf(schema)}${valuesOf(schema)}`;
}

function typeName(schema: JsonObject, resolve: Resolve): string {
  const { $ref, type, anyOf, oneOf, items, format, additionalProperties } = schema;
  if (typeof $ref === "string") {
    const target = resolve(schema);
    return target.properties === undefined
      ? typeName(target, resolve)
      : $ref.slice($ref.lastIndexOf("/") + 1);
  }
  const named = (part: Json) => typeName(object(part), resolve);
  const parts = [...list(anyOf), ...list(oneOf)];
  if (parts.length > 0) return unique(parts.map(named)).join(" or ");
  const names = (Array.isArray(type) ? type : [type ?? "any value"]).map((name) => {
    if (name === "array" && items !== undefined) return `array of ${named(items)}`;
    if (name === "object" && typeof additionalProperties === "object")
      return `map of ${named(additionalProperties)}`;
    return typeof format === "string" && name === "string" ? format : String(name);
  });
  return names.join(" or ");
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function boundsOf(schema: JsonObject): Html {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const rules = [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " elements"),
    typeof pattern === "string" ? `pattern ${pattern}` : null,
    text(schema.const) === null ? null : `always ${schema.const}`,
  ].filter((rule) => rule !== null);
  return rules.length === 0 ? NOTHING : html`<span class="bounds">${rules.join(" · ")}</span>`;
}

function range(low: Json | undefined, high: Json | undefined, unit: string): string | null {
  if (low === undefined && high === undefined) return null;
  if (high === undefined) return `at least ${number(low)}${unit}`;
  if (low === undefined) return `at most ${number(high)}${unit}`;
  return `${number(low)} to ${number(high)}${unit}`;
}

function number(value: Json | undefined): string {
  return Number(value).toLocaleString("en");
}

function valuesOf(schema: JsonObject): Html {
  // A list of the second kind may grow.
  const values = [...list(schema.enum), ...list(schema["x-extensible-enum"])].filter(
    (value) => value !== null,
  );
  if (values.length === 0) return NOTHING;
  return html`<span class="values">One of ${values.map((value, at) => [at === 0 ? "" : " ", html`<code>${String(value)}</code>`])}</span>`;
}
