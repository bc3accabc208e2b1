/**
 * Sleep periods → nights and naps. Several periods per day are the rule; only the main one is the night.
 * @module
 */
import type { Day, LocalTime, Nap, Night } from "../../engine/types.ts";
import { localTime } from "../local-time.ts";
import { isObject, type Records } from "./lists.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";

type SleepPeriod = Records["sleep"][number];

/** Oura's own line between a main sleep and a nap, for records that carry no known type. */
export const MAIN_SLEEP_SECONDS_MIN = 3 * 60 * 60;
const MS_PER_SECOND = 1_000;

type Kind = "night" | "nap" | "ignored";

function kindOf(period: SleepPeriod): Kind {
  switch (period.type) {
    case "long_sleep":
      return "night";
    case "sleep":
    case "late_nap":
      return "nap";
    case "rest":
    case "deleted":
      return "ignored";
    default: {
      const total = plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s);
      return total !== null && total >= MAIN_SLEEP_SECONDS_MIN ? "night" : "nap";
    }
  }
}

/** The longest main sleep of each day; `readinessTemperature` fills in where the sleep itself has no deviation. */
export function readNights(
  periods: readonly SleepPeriod[],
  readinessTemperature: ReadonlyMap<Day, number>,
): Night[] {
  const longest = new Map<Day, Night>();
  for (const period of periods.filter((candidate) => kindOf(candidate) === "night")) {
    const night = nightOf(period, readinessTemperature.get(period.day) ?? null);
    const rival = longest.get(night.day);
    if (rival === undefined || length(night) > length(rival)) longest.set(night.day, night);
  }
  return [...longest.values()];
}

export function readNaps(periods: readonly SleepPeriod[]): Nap[] {
  return periods
    .filter((period) => kindOf(period) === "nap")
    .map((period) => ({
      day: period.day,
      total_sleep_s: plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s),
    }));
}

function length(night: Night): number {
  return night.total_sleep_s ?? night.time_in_bed_s ?? 0;
}

function nightOf(period: SleepPeriod, readinessTemperature: number | null): Night {
  const start = localTime(period.bedtime_start);
  const end = localTime(period.bedtime_end);
  const total = plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s);
  const awake = plausible(period.awake_time, PLAUSIBLE.duration_s);
  return {
    day: period.day,
    bedtime_start: start,
    bedtime_end: end,
    total_sleep_s: total,
    time_in_bed_s: timeInBed(period.time_in_bed, total, awake, start, end),
    awake_s: awake,
    latency_s: plausible(period.latency, PLAUSIBLE.duration_s),
    deep_s: plausible(period.deep_sleep_duration, PLAUSIBLE.duration_s),
    rem_s: plausible(period.rem_sleep_duration, PLAUSIBLE.duration_s),
    light_s: plausible(period.light_sleep_duration, PLAUSIBLE.duration_s),
    hrv_rmssd_ms:
      plausible(period.average_hrv, PLAUSIBLE.hrv_ms) ?? meanOf(period.hrv?.items ?? [], PLAUSIBLE.hrv_ms),
    heart_rate_bpm:
      plausible(period.average_heart_rate, PLAUSIBLE.heart_rate_bpm) ??
      meanOf(period.heart_rate?.items ?? [], PLAUSIBLE.heart_rate_bpm),
    lowest_heart_rate_bpm: plausible(period.lowest_heart_rate, PLAUSIBLE.heart_rate_bpm),
    breaths_per_min: plausible(period.average_breath, PLAUSIBLE.breaths_per_min),
    temperature_deviation_c:
      plausible(period.temperature_deviation, PLAUSIBLE.temperature_deviation_c) ??
      nestedTemperature(period.readiness) ??
      readinessTemperature,
  };
}

/** As sent, else asleep + awake, else between the bedtimes: equal in all 48 recorded periods. */
function timeInBed(
  sent: unknown,
  total: number | null,
  awake: number | null,
  start: LocalTime | null,
  end: LocalTime | null,
): number | null {
  const added = total === null || awake === null ? null : total + awake;
  const between = start === null || end === null ? null : (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
  const inBed = [sent, added, between]
    .map((seconds) => plausible(seconds, PLAUSIBLE.sleep_s))
    .find((seconds) => seconds !== null && seconds >= (total ?? 0));
  return inBed ?? null;
}

/** Of the plausible samples. */
function meanOf(items: readonly unknown[], bounds: Parameters<typeof plausible>[1]): number | null {
  const valid = items.flatMap((item) => plausible(item, bounds) ?? []);
  return valid.length === 0 ? null : valid.reduce((sum, value) => sum + value, 0) / valid.length;
}

function nestedTemperature(readiness: unknown): number | null {
  return isObject(readiness)
    ? plausible(readiness.temperature_deviation, PLAUSIBLE.temperature_deviation_c)
    : null;
}
