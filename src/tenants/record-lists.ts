/**
 * The payload's lists, each record checked against its schema. The result holds only checked
 * records.
 * @module
 */
import type { Static, TSchema } from "@sinclair/typebox";
import type { Problem } from "../contract/error.ts";
import { PROBLEMS_MAX } from "../contract/limits.ts";
import { type Validator, validator } from "../contract/validation.ts";
import type { Lists } from "./schema-fields.ts";

export type RecordsOf<L extends Lists> = { [K in keyof L]: Static<L[K]["record"]>[] };
export type RawObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The payload as an object, or null and a fault. */
export function objectOf(payload: unknown, pointer: string, problems: Problem[]): RawObject | null {
  if (isObject(payload)) return payload;
  problems.push(
    payload === undefined || payload === null
      ? { path: pointer, message: "is required", fix: "Add it as an object of raw data." }
      : { path: pointer, message: "must be an object", fix: "Send an object of raw data." },
  );
  return null;
}

/**
 * Checks each list against its schema. The returned reader adds faults to `problems`, and its lists
 * are complete only when that stayed empty.
 * @param signalKeys keys of which at least one must hold a record
 * @param envelope the member of the vendor's list response that holds the records
 */
export function listReader<L extends Lists>(
  lists: L,
  signalKeys: readonly string[],
  envelope: string,
): (payload: RawObject, pointer: string, problems: Problem[]) => RecordsOf<L> {
  const checks = Object.entries(lists).map(
    ([key, { record, max }]): [string, number, Validator<TSchema>] => [key, max, validator(record)],
  );
  return (payload, pointer, problems) => {
    const records = checks.map(([key, max, check]) => {
      const elements = readArray(payload, key, max, pointer, problems, envelope);
      for (const [i, element] of elements.entries()) {
        if (problems.length >= PROBLEMS_MAX) break;
        problems.push(...check.problems(element, `${pointer}/${key}/${i}`));
      }
      return [key, elements];
    });
    checkSomeSignal(payload, signalKeys, pointer, problems);
    return Object.fromEntries(records) as RecordsOf<L>;
  };
}

/**
 * The array of a key. Absent and null count as empty; anything else is a fault, reported with its
 * likely cause.
 */
export function readArray(
  payload: RawObject,
  key: string,
  max: number,
  pointer: string,
  problems: Problem[],
  envelope: string,
): unknown[] {
  const value = payload[key];
  const path = `${pointer}/${key}`;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    const fix =
      isObject(value) && Array.isArray(value[envelope])
        ? `Send the array itself: this is the vendor's list response, take its "${envelope}" member.`
        : "Send an array of records.";
    problems.push({ path, message: "must be an array", fix });
    return [];
  }
  if (value.length > max) {
    problems.push({
      path,
      message: `must hold at most ${max} elements`,
      fix: "Send fewer days, or thin out samples.",
    });
    return [];
  }
  return value;
}

function checkSomeSignal(
  payload: RawObject,
  signalKeys: readonly string[],
  pointer: string,
  problems: Problem[],
): void {
  const some = signalKeys.some((key) => {
    const value = payload[key];
    // A value of the wrong type already has its own problem.
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  });
  if (some) return;
  problems.push({
    path: pointer,
    message: `must hold a non-empty array under ${signalKeys.length > 1 ? "at least one of " : ""}${signalKeys.join(", ")}`,
    fix: `Add at least one record of raw measurements, for example ${signalKeys[0]}.`,
  });
}
