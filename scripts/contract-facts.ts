/**
 * The contract as lines of one fact each, so that a change of it reads as lines that went and lines
 * that came. Words for people, examples and the order of members are no part of it.
 */
import { OWN_FORMATS } from "../src/contract/formats.ts";
import { openApiDocument } from "../src/contract/openapi/document.ts";
import { TENANTS } from "../src/tenants/index.ts";

/** From the root of the tree. */
export const CONTRACT_FILE = "tests/contract/openapi/contract.txt";
export const HOW_TO_ACCEPT = "bun scripts/accept-contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by its members
type Node = any;

/** What a schema is told by beside its type, in this order. */
const LIMITS = [
  "format",
  "pattern",
  "const",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "maxItems",
  "additionalProperties",
] as const;

export function contractFacts(): string[] {
  const document: Node = openApiDocument({ tenants: TENANTS, deprecations: [] });
  const { parameters, responses, schemas } = document.components;
  return [
    ...Object.entries<Node>(document.paths).flatMap(([path, item]) =>
      Object.entries<Node>(item).flatMap(([method, operation]) =>
        operationFacts(`${method.toUpperCase()} ${path}`, operation),
      ),
    ),
    ...Object.entries<Node>(parameters).flatMap(([name, { schema, ...parameter }]) =>
      schemaFacts(
        name,
        schema,
        `${parameter.in} ${parameter.name}, ${parameter.required ? "required" : "optional"}`,
      ),
    ),
    ...Object.entries<Node>(responses).map(([name, response]) => responseFact(name, response)),
    ...Object.entries<Node>(schemas).flatMap(([name, schema]) => schemaFacts(name, schema, "")),
  ];
}

function operationFacts(place: string, operation: Node): string[] {
  const { operationId, security, parameters = [], requestBody, responses } = operation;
  const key = security.length > 0 ? "with a key" : "without a key";
  return [
    `${place}: ${operationId}, ${key}`,
    ...parameters.map(({ $ref }: Node) => `${place} parameter: ${last($ref)}`),
    ...Object.entries<Node>(requestBody?.content ?? {}).map(
      ([type, { schema }]) => `${place} body: ${type} ${last(schema.$ref)}`,
    ),
    ...Object.entries<Node>(responses).map(([status, response]) =>
      responseFact(`${place} ${status}`, response),
    ),
  ];
}

function responseFact(place: string, { $ref, content = {}, headers }: Node): string {
  if ($ref !== undefined) return `${place}: ${last($ref)}`;
  const bodies = Object.entries<Node>(content).map(
    ([type, { schema }]) =>
      `${type} ${schema.$ref === undefined ? schema.type : last(schema.$ref)}`,
  );
  return `${place}: ${[...bodies, `headers ${Object.keys(headers).join(" ")}`].join(", ")}`;
}

/** @param presence whether it is required, where it is a member or a parameter */
function schemaFacts(place: string, schema: Node, presence: string): string[] {
  const { $ref, type, anyOf = [], items, properties = {}, required = [], not } = schema;
  const kind = $ref === undefined ? [type ?? (anyOf.length > 0 ? "any of" : "any")].flat() : [];
  const told = [
    $ref === undefined ? kind.join("|") : last($ref),
    presence,
    ...LIMITS.filter((name) => schema[name] !== undefined).map((name) => limitFact(schema, name)),
    not === undefined ? "" : `not ${JSON.stringify(not)}`,
  ];
  return [
    `${place}: ${told.filter((word) => word !== "").join(", ")}`,
    ...(schema.enum ?? []).map((value: Node) => `${place} = ${value}`),
    ...(schema["x-extensible-enum"] ?? []).map((value: Node) => `${place} = ${value}, or others`),
    ...anyOf.flatMap((part: Node, i: number) => schemaFacts(`${place}<${i + 1}>`, part, "")),
    ...(items === undefined ? [] : schemaFacts(`${place}[]`, items, "")),
    ...Object.entries<Node>(properties).flatMap(([name, member]) =>
      schemaFacts(`${place}.${name}`, member, required.includes(name) ? "required" : "optional"),
    ),
  ];
}

function limitFact(schema: Node, name: (typeof LIMITS)[number]): string {
  const own = Object.entries(OWN_FORMATS).find(([, { source }]) => source === schema[name]);
  return own === undefined ? `${name} ${schema[name]}` : own[0];
}

function last(ref: string): string {
  return ref.split("/").at(-1) ?? "";
}

/** Lines that went, with `-`, and lines that came, with `+`, both in the order of their places. */
export function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const missing = (from: readonly string[], other: readonly string[], sign: string) => {
    const there = new Set(other);
    return from.filter((line) => !there.has(line)).map((line) => `${sign} ${line}`);
  };
  const placeOf = (line: string) => line.slice(2).split(/: | = /)[0] ?? "";
  return [...missing(before, after, "-"), ...missing(after, before, "+")].sort((a, b) =>
    placeOf(a).localeCompare(placeOf(b), "en"),
  );
}
