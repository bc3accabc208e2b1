/**
 * Whether there are enough data to say anything about this person at all.
 * @module
 */
import type { Day, Measurements, SignalMeasure } from "../types.ts";
import type { DaySeries } from "./series.ts";

const NIGHTS_ENOUGH = 3;
const FAMILY_DAYS_ENOUGH = 3;

/** Physiological measures of a night. A bedtime is none: it says when, not how, the body slept. */
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

type DaysWithoutLevel = Pick<Measurements, "heart_rate_days" | "workouts">;

/**
 * The daily measures of each physiological family, and the days on which a family has data but no
 * level.
 */
const DAY_FAMILIES: readonly {
  measures: readonly SignalMeasure[];
  days: (of: DaysWithoutLevel) => readonly Day[];
}[] = [
  {
    measures: ["resting_heart_rate_bpm", "lowest_heart_rate_bpm", "heart_rate_bpm"],
    days: ({ heart_rate_days }) => heart_rate_days,
  },
  { measures: ["vo2max_ml_kg_min"], days: () => [] },
  { measures: ["workout_minutes"], days: ({ workouts }) => workouts.map(({ day }) => day) },
  { measures: ["spo2_percent"], days: () => [] },
  { measures: ["temperature_deviation_c"], days: () => [] },
];

export function distinctDays(
  series: Record<SignalMeasure, DaySeries>,
  measures: readonly SignalMeasure[],
): Set<Day> {
  return new Set(measures.flatMap((measure) => [...series[measure].keys()]));
}

/**
 * The data are enough with any of: three nights with a value each; HRV of any night and one more
 * valid measure of any day; three days of one other physiological family. One night without HRV is
 * never enough.
 */
export function isSufficient(
  series: Record<SignalMeasure, DaySeries>,
  withoutLevel: DaysWithoutLevel,
  nightDays: ReadonlySet<Day>,
): boolean {
  if (nightDays.size >= NIGHTS_ENOUGH) return true;
  const others = (Object.keys(series) as SignalMeasure[]).filter(
    (measure) => measure !== "hrv_rmssd_ms" && measure !== "bedtime_minutes",
  );
  if (series.hrv_rmssd_ms.size > 0 && others.some((measure) => series[measure].size > 0))
    return true;
  return DAY_FAMILIES.some(({ measures, days }) => {
    const seen = distinctDays(series, measures);
    for (const day of days(withoutLevel)) seen.add(day);
    return seen.size >= FAMILY_DAYS_ENOUGH;
  });
}
