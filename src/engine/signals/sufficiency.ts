/**
 * Is there enough data to say anything about this person at all?
 * @module
 */
import type { Day, SignalMeasure } from "../types.ts";
import type { DaySeries } from "./series.ts";

export const NIGHTS_ENOUGH = 3;
export const FAMILY_DAYS_ENOUGH = 3;

/** What a night can hold; a bedtime alone says when, not how, the body was. */
export const NIGHT_PHYSIOLOGY = [
  "hrv_rmssd_ms",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "total_sleep_s",
  "sleep_efficiency_percent",
  "latency_s",
  "deep_s",
  "rem_s",
  "breaths_per_min",
] as const satisfies readonly SignalMeasure[];

/** Measures of the day that stand for one physiological family each. */
const DAY_FAMILIES: readonly (readonly SignalMeasure[])[] = [
  ["resting_heart_rate_bpm", "lowest_heart_rate_bpm", "heart_rate_bpm"],
  ["vo2max_ml_kg_min"],
  ["workout_minutes"],
  ["spo2_percent"],
  ["temperature_deviation_c"],
];

export function distinctDays(
  series: Record<SignalMeasure, DaySeries>,
  measures: readonly SignalMeasure[],
): Set<Day> {
  return new Set(measures.flatMap((measure) => [...series[measure].keys()]));
}

/**
 * Enough is any of: three nights with a value each; a night with HRV and one more valid measure; three days of one
 * other physiological family. One night without HRV is never enough.
 */
export function isSufficient(series: Record<SignalMeasure, DaySeries>, nightDays: ReadonlySet<Day>): boolean {
  if (nightDays.size >= NIGHTS_ENOUGH) return true;
  const others = (Object.keys(series) as SignalMeasure[]).filter(
    (measure) => measure !== "hrv_rmssd_ms" && measure !== "bedtime_minutes",
  );
  if (series.hrv_rmssd_ms.size > 0 && others.some((measure) => series[measure].size > 0)) return true;
  return DAY_FAMILIES.some((family) => distinctDays(series, family).size >= FAMILY_DAYS_ENOUGH);
}
