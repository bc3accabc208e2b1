/**
 * Schemas as agents' clients want them.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import { type Json, type JsonObject, plainSchema } from "../contract/openapi/schema.ts";

/** A schema in one piece, because few clients follow references. */
export function wholeSchema(schema: TSchema): JsonObject {
  const named: JsonObject = {};
  return withoutRefs(plainSchema(schema, named), named) as JsonObject;
}

function withoutRefs(node: Json, named: JsonObject): Json {
  if (Array.isArray(node)) return node.map((each) => withoutRefs(each, named));
  if (typeof node !== "object" || node === null) return node;
  const name = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : undefined;
  if (name !== undefined) return withoutRefs(named[name] ?? {}, named);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutRefs(value, named)]),
  );
}
