/**
 * The durations of a sleep that a vendor tells as intervals, one for each stretch of a stage.
 * @module
 */
import type { SleepPeriod } from "./nights.ts";

export interface StageInterval {
  stage: "deep" | "rem" | "light" | "awake" | "asleep";
  start_ms: number;
  end_ms: number;
}

const MS_PER_SECOND = 1_000;
/** Intervals that are rounded to the minute can overlap by this much. */
const OVERLAP_MS_MAX = 60_000;

type Durations = Pick<
  SleepPeriod,
  "deep_s" | "rem_s" | "light_s" | "awake_s" | "asleep_s" | "unmeasured_s"
>;
const UNKNOWN: Durations = { deep_s: null, rem_s: null, light_s: null, awake_s: null };

/**
 * No durations where intervals overlap: then nobody knows which stage it was. One that is sent
 * twice counts once.
 */
export function durationsOf(intervals: readonly StageInterval[]): Durations {
  const once = new Map(
    intervals.map((each) => [`${each.stage} ${each.start_ms} ${each.end_ms}`, each]),
  );
  const sorted = [...once.values()].sort((a, b) => a.start_ms - b.start_ms || a.end_ms - b.end_ms);
  const seconds = { deep: 0, rem: 0, light: 0, awake: 0, asleep: 0 };
  let until_ms = Number.NEGATIVE_INFINITY;
  for (const { stage, start_ms, end_ms } of sorted) {
    if (end_ms < start_ms || start_ms < until_ms - OVERLAP_MS_MAX) return UNKNOWN;
    seconds[stage] += (end_ms - start_ms) / MS_PER_SECOND;
    until_ms = end_ms;
  }
  const { deep, rem, light, awake, asleep } = seconds;
  if (deep + rem + light === 0) return { ...UNKNOWN, awake_s: awake, asleep_s: asleep };
  return { deep_s: deep, rem_s: rem, light_s: light, awake_s: awake, unmeasured_s: asleep };
}
