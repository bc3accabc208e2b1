/**
 * Reads the three shapes of a heart-rate element as one list of samples, and computes the days with
 * samples and each day's resting heart rate.
 *
 * The resting heart rate of a sleep day is the 5th percentile of its valid samples at rest or
 * asleep (or without a source), if there are at least 20. A low percentile, unlike the minimum,
 * excludes single artefacts. Samples marked awake, workout, live or session never count, because a
 * quiet day must not look like a change of the heart.
 * @module
 */
import type { Problem } from "../../contract/error.ts";
import { isCalendarDay } from "../../contract/formats.ts";
import { HEART_RATE_RECORDS_MAX, PROBLEMS_MAX } from "../../contract/limits.ts";
import { isListEnvelope, validator } from "../../contract/validation.ts";
import type { Day } from "../../engine/types.ts";
import { localTime, sleepDayFinder } from "../local-time.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import { isObject, type RawObject, readArray } from "../record-lists.ts";
import type { PayloadContext } from "../types.ts";
import { HeartRateRow, HeartRateSamples, LIST_ENVELOPE } from "./schema.ts";

const RESTING_PERCENTILE = 0.05;
export const RESTING_SAMPLES_MIN = 20;
const MS_PER_SECOND = 1_000;
const MS_PER_DAY = 86_400_000;
/** Before the newest sample. The baseline uses the last 90 of these days. */
const DAYS_READ = 400;
/** Vendor sources that say the person was not at rest. */
const ACTIVE_SOURCES = new Set(["awake", "workout", "live", "session"]);

/** Valid samples as parallel lists, because a hundred thousand objects would be slow. */
interface HeartRates {
  epochs_ms: number[];
  bpm: number[];
  /** False where the vendor says that the person was not at rest. */
  at_rest: boolean[];
}

const row = validator(HeartRateRow);
const block = validator(HeartRateSamples);

/**
 * Valid samples up to the newest allowed day. Adds faults to `problems`.
 * @param problems complete only where it stayed empty
 */
export function readHeartRates(
  payload: RawObject,
  { pointer, newestAllowedDay }: Pick<PayloadContext, "pointer" | "newestAllowedDay">,
  problems: Problem[],
): HeartRates {
  const rates: HeartRates = { epochs_ms: [], bpm: [], at_rest: [] };
  // No sample of that day is later, whatever the zone.
  const untilMs = Date.parse(`${newestAllowedDay}T00:00:00Z`) + 2 * MS_PER_DAY;
  const add = (epochMs: number, item: unknown, atRest: boolean) => {
    const bpm = plausible(item, PLAUSIBLE.heart_rate_bpm);
    // No wearable measured before 1970, and calendars of such instants are unreliable.
    if (bpm === null || epochMs < 0 || epochMs > untilMs) return;
    rates.epochs_ms.push(epochMs);
    rates.bpm.push(bpm);
    rates.at_rest.push(atRest);
  };
  const elements = readArray(
    payload,
    "heartrate",
    HEART_RATE_RECORDS_MAX,
    pointer,
    problems,
    LIST_ENVELOPE,
  );
  let count = 0;
  const visit = (element: unknown, path: string): void => {
    if (isListEnvelope(element)) {
      (element as { data: unknown[] }).data.forEach((inner, i) => {
        visitLeaf(inner, `${path}/data/${i}`);
      });
    } else visitLeaf(element, path);
  };
  const visitLeaf = (element: unknown, path: string): void => {
    const isBlock = isObject(element) && "items" in element;
    count += isBlock && Array.isArray(element.items) ? element.items.length : 1;
    // Samples beyond the limit are only counted, not stored.
    if (problems.length >= PROBLEMS_MAX || count > HEART_RATE_RECORDS_MAX) return;
    const faults = (isBlock ? block : row).problems(element, path);
    problems.push(...faults);
    if (faults.length > 0) return;
    const record = element as Record<string, unknown>;
    const start = localTime(record.timestamp as string);
    if (start === null) problems.push(withoutOffset(`${path}/timestamp`));
    else if (isBlock) addBlock(start.epoch_ms, record, add);
    else add(start.epoch_ms, record.bpm, !isActive(record.source));
  };
  elements.forEach((element, i) => {
    visit(element, `${pointer}/heartrate/${i}`);
  });
  if (count > HEART_RATE_RECORDS_MAX) problems.push(tooManySamples(`${pointer}/heartrate`));
  return rates;
}

function addBlock(
  startMs: number,
  record: Record<string, unknown>,
  add: (epochMs: number, item: unknown, atRest: boolean) => void,
): void {
  const interval = plausible(record.interval, PLAUSIBLE.sample_interval_s);
  if (interval === null) return;
  const atRest = !isActive(record.source);
  for (const [i, item] of (record.items as unknown[]).entries())
    add(startMs + i * interval * MS_PER_SECOND, item, atRest);
}

function isActive(source: unknown): boolean {
  return typeof source === "string" && ACTIVE_SOURCES.has(source);
}

function withoutOffset(path: string): Problem {
  return {
    path,
    message: "must be a timestamp with a UTC offset",
    fix: "Send ISO 8601 with Z or an offset, such as 2026-04-04T01:02:03+02:00.",
  };
}

function tooManySamples(path: string): Problem {
  return {
    path,
    message: `must hold at most ${HEART_RATE_RECORDS_MAX} samples in all`,
    fix: "Send fewer days, or thin out samples.",
  };
}

/**
 * @returns `days`: the sleep days with any sample, in order; `resting`: the resting heart rate
 *   (bpm) of those with enough samples at rest
 */
export function heartRatesByDay(
  { epochs_ms, bpm, at_rest }: HeartRates,
  { timezone, newestAllowedDay }: Pick<PayloadContext, "timezone" | "newestAllowedDay">,
): { days: Day[]; resting: Map<Day, number> } {
  const dayOf = sleepDayFinder(timezone);
  const newest = epochs_ms.reduce((latest, epochMs) => Math.max(latest, epochMs), 0);
  const sinceMs = newest - DAYS_READ * MS_PER_DAY;
  const atRest = new Map<Day, number[]>();
  for (let i = 0; i < epochs_ms.length; i++) {
    const epochMs = epochs_ms[i] ?? 0;
    if (epochMs < sinceMs) continue;
    const day = dayOf(epochMs);
    let values = atRest.get(day);
    if (values === undefined) {
      values = [];
      atRest.set(day, values);
    }
    if (at_rest[i]) values.push(bpm[i] ?? 0);
  }
  const days = [...atRest.keys()]
    .filter((day) => day <= newestAllowedDay && isCalendarDay(day))
    .sort();
  const resting = new Map<Day, number>();
  for (const day of days) {
    const values = atRest.get(day) ?? [];
    if (values.length < RESTING_SAMPLES_MIN) continue;
    values.sort((a, b) => a - b);
    const value = values[Math.floor(RESTING_PERCENTILE * (values.length - 1))];
    if (value !== undefined) resting.set(day, value);
  }
  return { days, resting };
}
