/**
 * Turns a TypeBox schema into plain JSON Schema (2020-12), as OpenAPI 3.1 wants it.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import { OWN_FORMATS } from "../formats.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Members whose values are data, not schemas. */
const DATA = new Set(["examples", "default", "const", "enum", "x-extensible-enum"]);

/**
 * Drops TypeBox's symbols and writes what people and generators read more easily: unions of
 * constants as `enum`, our own formats as patterns, and each part that has a title under its name.
 * @param named takes the schemas of those parts
 */
export function plainSchema(schema: TSchema, named: JsonObject = {}): JsonObject {
  return plain(JSON.parse(JSON.stringify(schema)) as JsonObject, named);
}

function plain(schema: JsonObject, named: JsonObject): JsonObject {
  const { title, ...members } = schema;
  const simple = flattened(
    Object.fromEntries(
      Object.entries(members).map(([key, value]) => [key, keyword(key, value, named)]),
    ),
  );
  if (typeof title !== "string") return simple;
  named[title] = simple;
  return ref(title);
}

/** The value of a keyword, which is a schema, schemas by name, a list of schemas, or data. */
function keyword(key: string, value: Json, named: JsonObject): Json {
  if (DATA.has(key) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((each) => keyword("", each, named));
  }
  if (key !== "properties") return plain(value, named);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, keyword("", each, named)]),
  );
}

function flattened(schema: JsonObject): JsonObject {
  const { anyOf, format, ...rest } = schema;
  if (typeof format === "string" && Object.hasOwn(OWN_FORMATS, format)) {
    return { ...rest, pattern: OWN_FORMATS[format as keyof typeof OWN_FORMATS].source };
  }
  if (!Array.isArray(anyOf)) return schema;
  const parts = (anyOf as JsonObject[]).flatMap(partsOf);
  if (parts.every((part) => typeof part.const === "string")) {
    return { type: "string", enum: parts.map((part) => part.const as string), ...rest };
  }
  const [first, second] = parts;
  if (parts.length === 2 && second?.type === "null" && typeof first?.type === "string") {
    const type = [first.type, "null"];
    const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
    return { ...first, type, ...values, ...rest };
  }
  return { anyOf: parts, ...rest };
}

/** The parts of a union within a union. */
function partsOf(part: JsonObject): JsonObject[] {
  return Array.isArray(part.anyOf) && Object.keys(part).length === 1
    ? (part.anyOf as JsonObject[])
    : [part];
}
