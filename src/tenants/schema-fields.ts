/**
 * Building blocks of every vendor's payload schema.
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";
import "../contract/formats.ts";
import { OTHER_RECORDS_MAX } from "../contract/limits.ts";

export function optional<T extends TSchema>(schema: T, description: string) {
  return Type.Optional(Type.Union([schema, Type.Null()], { description }));
}
export const number = (description: string) => optional(Type.Number(), description);
export const text = (description: string) => optional(Type.String(), description);
export const timestamp = (description: string) =>
  optional(Type.String({ format: "date-time" }), description);
/** An instant: a timestamp with its offset. */
export const instant = (description: string) =>
  Type.String({ format: "date-time", pattern: "([Zz]|[+-]\\d{2}:?\\d{2})$", description });
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

/** Properties of the payload: one list each, and `personal_info`. */
export function payloadProperties(lists: Lists): Record<string, TSchema> {
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([key, { record, max, about }]) => [key, list(record, max, about)]),
    ),
    personal_info: Type.Optional(
      Type.Union(
        [
          Type.Object({ age: number("Years, 0 to 130; becomes a 5-year band at the door.") }),
          Type.Null(),
        ],
        { description: "Everything but age is dropped; do not send it." },
      ),
    ),
  };
}
