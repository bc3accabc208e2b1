/**
 * Turns schema errors into problems that a partner can act on: every fault at once, each with its
 * JSON Pointer, what is expected and what to send. It names only limits of the contract and never
 * repeats a value of the caller.
 * @module
 */
import { Kind, type Static, type TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import type { Problem } from "./error.ts";
import { OWN_FORMATS } from "./formats.ts";
import { PROBLEMS_MAX } from "./limits.ts";

const TIMES = new Set(["date-time", ...Object.keys(OWN_FORMATS)]);

export interface Validator<T extends TSchema> {
  /** Empty when `value` is valid; at most `PROBLEMS_MAX` entries. */
  problems(value: unknown, pointer: string): Problem[];
  fits(value: unknown): value is Static<T>;
}

/** Compiles a schema once. The slow walk that explains runs only for invalid values. */
export function validator<T extends TSchema>(schema: T): Validator<T> {
  const compiled = TypeCompiler.Compile(schema);
  const problems = (value: unknown, pointer: string): Problem[] => {
    if (compiled.Check(value)) return [];
    const byPath = new Map<string, Problem>();
    for (const error of innermost(Value.Errors(schema, value))) {
      const path = pointer + error.path;
      if (!byPath.has(path) && !isOnlyLongInCodeUnits(error))
        byPath.set(path, problemOf(error, path));
      // The elements of an array that is too long are not walked.
      if (byPath.size === PROBLEMS_MAX || error.type === ValueErrorType.ArrayMaxItems) break;
    }
    return [...byPath.values()];
  };
  return { problems, fits: (value): value is Static<T> => problems(value, "").length === 0 };
}

/** Reports a fault inside an optional object at the member, not at the object. */
function* innermost(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const branch = error.type === ValueErrorType.Union ? branchOf(error) : undefined;
    if (branch === undefined) yield error;
    else yield* innermost(branch);
  }
}

function branchOf({ schema, value, errors }: ValueError): Iterable<ValueError> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const wanted = Array.isArray(value) ? "array" : "object";
  return errors[branches(schema).findIndex(({ type }) => type === wanted)];
}

function problemOf(error: ValueError, path: string): Problem {
  const expected = describe(error.schema);
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    return { path, message: "is required", fix: `Add it as ${expected}.` };
  }
  const fix =
    error.type === ValueErrorType.Object && isListEnvelope(error.value)
      ? "Send the object itself."
      : `Send ${expected}.`;
  return { path, message: `must be ${expected}`, fix };
}

/** Whether a value is `{ data: [...] }`, the vendor's list response. */
export function isListEnvelope(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data)
  );
}

/** JSON Schema counts characters and JavaScript counts UTF-16 units, in which an emoji is two. */
function isOnlyLongInCodeUnits(error: ValueError): boolean {
  const schema = branches(error.schema).find((branch) => branch.type === "string");
  const max: unknown = schema?.maxLength;
  const { value } = error;
  return (
    typeof max === "number" &&
    typeof value === "string" &&
    value.length > max &&
    [...value].length <= max &&
    schema?.pattern === undefined &&
    schema?.format === undefined
  );
}

function branches(schema: TSchema): TSchema[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}

/** The expected value in words, such as `a whole number from 1 to 40`. */
function describe(schema: TSchema): string {
  const parts = branches(schema);
  const nullable = parts.some((part) => part[Kind] === "Null");
  const rest = parts.filter((part) => part[Kind] !== "Null");
  const literals = rest
    .filter((part) => part[Kind] === "Literal")
    .map((part) => String(part.const));
  const words =
    literals.length > 1 && literals.length === rest.length
      ? `one of ${literals.join(", ")}`
      : rest.map(describeOne).join(" or ");
  return nullable ? `${words} or null` : words;
}

function describeOne(schema: TSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, format } = schema;
  const range =
    minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : "";
  switch (schema.type) {
    case "integer":
      return `a whole number${range}`;
    case "number":
      return `a number${range}`;
    case "boolean":
      return "true or false";
    case "array":
      return maxItems === undefined ? "an array" : `an array of at most ${maxItems} elements`;
    case "object":
      return "an object";
    case "string":
      if (format === "date") return "a calendar date, YYYY-MM-DD";
      if (TIMES.has(format)) return "an ISO 8601 timestamp such as 2026-04-04T01:02:03+02:00";
      if (minLength !== undefined && maxLength !== undefined)
        return `text of ${minLength} to ${maxLength} characters`;
      return maxLength === undefined ? "text" : `text of at most ${maxLength} characters`;
    default:
      return "a value of the documented type";
  }
}
