/**
 * Turns a TypeBox schema into plain JSON Schema (2020-12), as OpenAPI 3.1 wants it.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Drops TypeBox's symbols and writes unions of constants as `enum`, which people and generators
 * read more easily.
 */
export function plainSchema(schema: TSchema): JsonObject {
  return simplify(JSON.parse(JSON.stringify(schema)) as Json) as JsonObject;
}

function simplify(node: Json): Json {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== "object" || node === null) return node;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    // Examples are data, not schema, so they are not simplified.
    out[key] = key === "examples" || key === "default" ? value : simplify(value);
  }
  return flattened(out);
}

function flattened(node: JsonObject): JsonObject {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf)) return node;
  const parts = anyOf as JsonObject[];
  if (parts.every((part) => typeof part.const === "string")) {
    return { type: "string", enum: parts.map((part) => part.const as string), ...rest };
  }
  const [first, second] = parts;
  if (parts.length === 2 && second?.type === "null" && typeof first?.type === "string") {
    if (Array.isArray(first.enum)) {
      return { ...first, type: [first.type, "null"], enum: [...first.enum, null], ...rest };
    }
    return { ...first, type: [first.type, "null"], ...rest };
  }
  return node;
}
