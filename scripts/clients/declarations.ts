/**
 * The schemas of the API document as named declarations without nesting, from which the types of
 * each client language are written.
 * @module
 */
import type { Json, JsonObject } from "../../src/contract/openapi/schema.ts";

export type Shape =
  | { kind: "text" | "number" | "whole" | "truth" | "null" | "anything" }
  | { kind: "values"; values: readonly string[] }
  | { kind: "list"; of: Shape }
  | { kind: "named"; name: string }
  | { kind: "union"; of: readonly Shape[] };

export interface Member {
  name: string;
  description: string | null;
  required: boolean;
  shape: Shape;
}

/** An object with its members. */
export interface Declaration {
  name: string;
  description: string | null;
  members: Member[];
}

/** A schema and the objects in it, outermost first. The name of an inner one says where it is. */
export function declarationsOf(name: string, schema: JsonObject): Declaration[] {
  const found: Declaration[] = [];
  declare(name, schema, found);
  return found;
}

/** @returns the name, which has a number where a choice has several objects */
function declare(wanted: string, schema: JsonObject, found: Declaration[]): string {
  let name = wanted;
  for (let at = 2; found.some((each) => each.name === name); at++) name = `${wanted}${at}`;
  const { properties = {}, required = [] } = schema;
  const own: Declaration = { name, description: textOf(schema.description), members: [] };
  found.push(own);
  own.members = Object.entries(properties as Record<string, JsonObject>).map(
    ([member, inner]): Member => ({
      name: member,
      description: textOf(inner.description),
      required: (required as string[]).includes(member),
      shape: shapeOf(name + pascal(member), inner, found),
    }),
  );
  return name;
}

function shapeOf(name: string, schema: JsonObject, found: Declaration[]): Shape {
  const { $ref, type, anyOf, oneOf, enum: values } = schema;
  if (typeof $ref === "string") return { kind: "named", name: $ref.split("/").at(-1) ?? "" };
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) {
    const of = choices.map((each) => shapeOf(name, each as JsonObject, found));
    return { kind: "union", of: of.flatMap((each) => (each.kind === "union" ? each.of : each)) };
  }
  if (Array.isArray(type)) {
    const of = type.map((each) => shapeOf(name, { ...schema, type: each }, found));
    return { kind: "union", of };
  }
  if (type === "null") return { kind: "null" };
  if (typeof schema.const === "string") return { kind: "values", values: [schema.const] };
  if (Array.isArray(values))
    return { kind: "values", values: values.filter((each) => typeof each === "string") };
  if (type === "string") return { kind: "text" };
  if (type === "number") return { kind: "number" };
  if (type === "integer") return { kind: "whole" };
  if (type === "boolean") return { kind: "truth" };
  if (type === "array")
    return { kind: "list", of: shapeOf(name, (schema.items ?? {}) as JsonObject, found) };
  if (type === "object" && hasMembers(schema))
    return { kind: "named", name: declare(name, schema, found) };
  return { kind: "anything" };
}

function hasMembers({ properties = {} }: JsonObject): boolean {
  return Object.keys(properties as JsonObject).length > 0;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
