/**
 * The payload's lists, each record checked against its schema. The result holds only checked
 * records.
 * @module
 */
import type { Static } from "@sinclair/typebox";
import type { Problem } from "../../contract/error.ts";
import { PROBLEMS_MAX } from "../../contract/limits.ts";
import { isListEnvelope, type Validator, validator } from "../../contract/validation.ts";
import { LISTS, type ListKey, SIGNAL_KEYS, Temperature } from "./schema.ts";

export type Records = { [K in ListKey]: Static<(typeof LISTS)[K]["record"]>[] };
export type RawObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const KEYS = Object.keys(LISTS) as ListKey[];
const VALIDATORS = Object.fromEntries(KEYS.map((key) => [key, validator(LISTS[key].record)])) as Record<
  ListKey,
  Validator<(typeof LISTS)[ListKey]["record"]>
>;
const temperature = validator(Temperature);

/** Adds faults to `problems`. The lists are complete only when it stayed empty. */
export function readRecords(payload: RawObject, pointer: string, problems: Problem[]): Records {
  const records = Object.fromEntries(
    KEYS.map((key) => {
      const elements = readArray(payload, key, LISTS[key].max, pointer, problems);
      elements.forEach((element, i) => {
        if (problems.length >= PROBLEMS_MAX) return;
        problems.push(...VALIDATORS[key].problems(element, `${pointer}/${key}/${i}`));
      });
      return [key, elements];
    }),
  ) as Records;
  checkNestedTemperatures(records.sleep, pointer, problems);
  checkSomeSignal(payload, pointer, problems);
  return records;
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
): unknown[] {
  const value = payload[key];
  const path = `${pointer}/${key}`;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    const fix = isListEnvelope(value)
      ? `Send the array itself: this is the vendor's list response, take its "data" member.`
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

/**
 * `readiness` mixes raw values and scores. Only its raw temperature is read, and only where it is
 * an object.
 */
function checkNestedTemperatures(sleep: Records["sleep"], pointer: string, problems: Problem[]): void {
  sleep.forEach((record, i) => {
    const readiness: unknown = isObject(record) ? record.readiness : undefined;
    if (!isObject(readiness) || problems.length >= PROBLEMS_MAX) return;
    problems.push(...temperature.problems(readiness, `${pointer}/sleep/${i}/readiness`));
  });
}

function checkSomeSignal(payload: RawObject, pointer: string, problems: Problem[]): void {
  const some = SIGNAL_KEYS.some((key) => {
    const value = payload[key];
    // A value of the wrong type already has its own problem.
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  });
  if (some) return;
  problems.push({
    path: pointer,
    message: `must hold a non-empty array under at least one of ${SIGNAL_KEYS.join(", ")}`,
    fix: "Add at least one record of raw measurements, for example sleep.",
  });
}
