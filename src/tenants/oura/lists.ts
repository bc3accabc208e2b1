/**
 * The lists of the payload. Each record is checked, including the raw temperature in the
 * `readiness` of a sleep.
 * @module
 */
import type { Problem } from "../../contract/error.ts";
import { PROBLEMS_MAX } from "../../contract/limits.ts";
import { validator } from "../../contract/validation.ts";
import { isObject, listReader, type RawObject, type RecordsOf } from "../record-lists.ts";
import { LIST_ENVELOPE, LISTS, SIGNAL_KEYS, Temperature } from "./schema.ts";

export type Records = RecordsOf<typeof LISTS>;

const read = listReader(LISTS, SIGNAL_KEYS, LIST_ENVELOPE);
const temperature = validator(Temperature);

/** Adds faults to `problems`. The lists are complete only when it stayed empty. */
export function readRecords(payload: RawObject, pointer: string, problems: Problem[]): Records {
  const records = read(payload, pointer, problems);
  checkNestedTemperatures(records.sleep, pointer, problems);
  return records;
}

/**
 * `readiness` mixes raw values and scores. Only its raw temperature is read, and only where it is
 * an object.
 */
function checkNestedTemperatures(
  sleep: Records["sleep"],
  pointer: string,
  problems: Problem[],
): void {
  sleep.forEach((record, i) => {
    const readiness: unknown = isObject(record) ? record.readiness : undefined;
    if (!isObject(readiness) || problems.length >= PROBLEMS_MAX) return;
    problems.push(...temperature.problems(readiness, `${pointer}/sleep/${i}/readiness`));
  });
}
