/**
 * Writes the types of the TypeScript client.
 * @module
 */
import type { Contract } from "./contract.ts";
import type { Declaration, Member, Shape } from "./declarations.ts";
import { VOCABULARY } from "./vocabulary.ts";

const HEADER = `/**
 * The types of contract VERSION. Written from the API document by scripts/clients.ts; do not edit.
 *
 * The objects of a payload are open, because vendors send more than is read. Their index is
 * \`any\`, so that a vendor's own interfaces fit, which have no index.
 */
`;

export function typescriptTypes({ version, answers, request, tenants }: Contract): string {
  const union = (values: readonly string[]) =>
    values.map((value) => `\n  | ${JSON.stringify(value)}`).join("");
  return [
    HEADER.replace("VERSION", version),
    ...VOCABULARY.map(({ name, about, values }) =>
      [comment(about, ""), `export type ${name} =${union(values)};\n`].join(""),
    ),
    ...answers.map((each) => interfaceOf(each, "answer")),
    ...request.map((each) => interfaceOf(each, "request")),
    ...tenants.flatMap(({ payload }) => payload.map((each) => interfaceOf(each, "payload"))),
    ...tenants.map(
      ({ slug, name }) =>
        `export interface ${name}RecommendationRequest extends RequestBase {\n  ${property(slug)}: ${name}Payload;\n}\n`,
    ),
    `/** The request of each tenant, by its slug. */
export interface RecommendationRequests {
${tenants.map(({ slug, name }) => `  ${property(slug)}: ${name}RecommendationRequest;`).join("\n")}
}
`,
    "export type Tenant = keyof RecommendationRequests;\n",
  ].join("\n");
}

type Side = "answer" | "request" | "payload";

function interfaceOf({ name, description, members }: Declaration, side: Side): string {
  const lines = members.map((member) => memberOf(member, side));
  if (side === "payload") lines.push("  [member: string]: any;");
  return `${comment(description, "")}export interface ${name} {\n${lines.join("\n")}\n}\n`;
}

/** An optional member of a request may be left out, null or undefined. */
function memberOf({ name, description, required, shape }: Member, side: Side): string {
  const sent = side !== "answer";
  const type = typeOf(shape, sent) + (required || !sent ? "" : " | undefined");
  return `${comment(description, "  ")}  ${property(name)}${required ? "" : "?"}: ${type};`;
}

function typeOf(shape: Shape, sent: boolean): string {
  switch (shape.kind) {
    case "text":
      return "string";
    case "whole":
      return "number";
    case "truth":
      return "boolean";
    case "anything":
      return "unknown";
    case "values":
      return shape.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list": {
      const of = typeOf(shape.of, sent);
      const list = of.includes(" ") ? `(${of})[]` : `${of}[]`;
      return sent ? `readonly ${list}` : list;
    }
    case "union":
      return [...new Set(shape.of.map((each) => typeOf(each, sent)))].join(" | ");
    case "named":
      return shape.name;
    default:
      return shape.kind;
  }
}

function property(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function comment(text: string | null, indent: string): string {
  return text === null ? "" : `${indent}/** ${text.replaceAll("*/", "* /")} */\n`;
}
