/**
 * Turns sleep periods into nights and naps. A day usually has several periods, of which only the
 * main one is the night.
 * @module
 */

import type { Day, Nap, Night } from "../../engine/types.ts";
import { localTime } from "../local-time.ts";
import {
  inOrder,
  LONG_SLEEP_SECONDS_MIN,
  MAIN_SLEEP_SECONDS_MIN,
  mainNights,
  meanOf,
  SECONDS_OFF_MAX,
  timeInBed,
} from "../nights.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import { isObject } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import type { Records } from "./lists.ts";

type OuraSleep = Records["sleep"][number];

const MS_PER_SECOND = 1_000;

type Kind = "night" | "nap" | "ignored";

function kindOf(period: OuraSleep): Kind {
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

/**
 * The main sleep of each day. `readinessTemperature` is used where the sleep has no deviation of
 * its own.
 */
export function readNights(
  periods: readonly OuraSleep[],
  readinessTemperature: ReadonlyMap<Day, number>,
): Night[] {
  return mainNights(
    periods
      .filter((candidate) => kindOf(candidate) === "night")
      .map((period) => nightOf(period, readinessTemperature.get(period.day) ?? null)),
  );
}

export function readNaps(periods: readonly OuraSleep[]): Nap[] {
  return periods
    .filter((period) => kindOf(period) === "nap")
    .map((period) => ({
      day: period.day,
      total_sleep_s: plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s),
    }));
}

function nightOf(period: OuraSleep, readinessTemperature: number | null): Night {
  const [start, end] = inOrder(localTime(period.bedtime_start), localTime(period.bedtime_end));
  const between =
    start === null || end === null ? null : (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
  const total = asleep(period, between);
  const awake = plausible(period.awake_time, PLAUSIBLE.duration_s);
  const stages = stagesOf(period, total);
  return {
    day: period.day,
    bedtime_start: start,
    bedtime_end: end,
    total_sleep_s: total,
    time_in_bed_s: timeInBed(period.time_in_bed, total, awake, between),
    awake_s: awake,
    latency_s: plausible(period.latency, PLAUSIBLE.duration_s),
    ...stages,
    hrv_rmssd_ms:
      rmssdMs(period.average_hrv) ?? rmssdMs(meanOf(period.hrv?.items ?? [], PLAUSIBLE.rmssd_ms)),
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

/**
 * Missing where it cannot be true: longer than the time between the bedtimes, or minutes sent as
 * seconds.
 */
function asleep({ type, total_sleep_duration }: OuraSleep, between: number | null): number | null {
  const total = plausible(total_sleep_duration, PLAUSIBLE.sleep_s);
  if (total === null || (type === "long_sleep" && total < LONG_SLEEP_SECONDS_MIN)) return null;
  return between !== null && total > between + SECONDS_OFF_MAX ? null : total;
}

/** Missing where the stages are longer than their sleep. */
function stagesOf(
  period: OuraSleep,
  total: number | null,
): Pick<Night, "deep_s" | "rem_s" | "light_s"> {
  const [deep_s = null, rem_s = null, light_s = null] = [
    period.deep_sleep_duration,
    period.rem_sleep_duration,
    period.light_sleep_duration,
  ].map((seconds) => plausible(seconds, PLAUSIBLE.duration_s));
  const sum = (deep_s ?? 0) + (rem_s ?? 0) + (light_s ?? 0);
  const fits =
    total === null ? period.total_sleep_duration == null : sum <= total + SECONDS_OFF_MAX;
  return fits ? { deep_s, rem_s, light_s } : { deep_s: null, rem_s: null, light_s: null };
}

function nestedTemperature(readiness: unknown): number | null {
  return isObject(readiness)
    ? plausible(readiness.temperature_deviation, PLAUSIBLE.temperature_deviation_c)
    : null;
}
