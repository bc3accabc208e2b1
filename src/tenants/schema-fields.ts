/**
 * Building blocks of every vendor's payload schema.
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { OTHER_RECORDS_MAX } from "../contract/limits.ts";

export function optional<T extends TSchema>(schema: T, description: string) {
  return Type.Optional(Type.Union([schema, Type.Null()], { description }));
}
export const number = (description: string) => optional(Type.Number(), description);
export const text = (description: string) => optional(Type.String(), description);
/** A date and time, with or without an offset. */
export const timestamp = (description: string) => Type.String({ format: "timestamp", description });
export const optionalTimestamp = (description: string) =>
  optional(Type.String({ format: "timestamp" }), description);
/** A timestamp with its offset. */
export const instant = (description: string) => Type.String({ format: "instant", description });
export const day = (description: string) => Type.String({ format: "date", description });

/** The record schema and the limit of one list of the payload. */
interface ListRule<T extends TSchema> {
  record: T;
  max: number;
  about: string;
}
export type Lists = Readonly<Record<string, ListRule<TSchema>>>;

export function rule<T extends TSchema>(
  record: T,
  about: string,
  max = OTHER_RECORDS_MAX,
): ListRule<T> {
  return { record, max, about };
}

export const list = <T extends TSchema>(element: T, maxItems: number, description: string) =>
  Type.Optional(Type.Union([Type.Array(element, { maxItems }), Type.Null()], { description }));

/** An object whose members we do not name: they are data, or nothing of it is read. */
export const anyObject = Type.Object({}, { additionalProperties: true });

/** Says in the API document that at least one of these lists must hold a record. */
export function someRecord(keys: readonly string[]): object {
  return { not: { properties: Object.fromEntries(keys.map((key) => [key, { maxItems: 0 }])) } };
}

/** The same in words. */
export function someRecordWords(keys: readonly string[]): string {
  const [only] = keys;
  if (keys.length === 1) return `\`${only}\` must not be empty.`;
  return `At least one of ${keys.join(", ")} must be a non-empty array.`;
}

/** Properties of the payload: one list each, and `personal_info`. */
export function payloadProperties(lists: Lists): Record<string, TSchema> {
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([key, { record, max, about }]) => [key, list(record, max, about)]),
    ),
    personal_info: Type.Optional(
      Type.Union(
        [
          Type.Object({
            age: number("Years, 0 to 130; becomes a 5-year band before anything is stored."),
          }),
          Type.Null(),
        ],
        { description: "Everything but age is dropped; do not send it." },
      ),
    ),
  };
}
