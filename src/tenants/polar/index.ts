/**
 * Polar as a partner: turns nights, recharges, skin temperatures and exercises into vendor-neutral
 * measurements.
 * @module
 */

import type { Day, Night, Workout } from "../../engine/types.ts";
import { knownActivity } from "../activities.ts";
import { lastByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS, localExampleTime } from "../example-nights.ts";
import { clockValues } from "../keyed-series.ts";
import { localDay, localTime } from "../local-time.ts";
import { isNap, napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Records = RecordsOf<typeof LISTS>;
type Recharge = Records["recharges"][number];

const MINUTES_PER_HOUR = 60;
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

const EXAMPLE = {
  nights: EXAMPLE_NIGHTS.map((night) => ({
    date: night.day,
    sleep_start_time: localExampleTime(night.start_s),
    sleep_end_time: localExampleTime(night.end_s),
    light_sleep: night.light_s,
    deep_sleep: night.deep_s,
    rem_sleep: night.rem_s,
    unrecognized_sleep_stage: 0,
    total_interruption_duration: night.awake_s,
    heart_rate_samples: { "00:35": night.resting_bpm + 6, "03:20": night.resting_bpm },
  })),
  recharges: EXAMPLE_NIGHTS.map((night) => ({
    date: night.day,
    heart_rate_variability_avg: night.hrv_rmssd_ms,
    breathing_rate_avg: night.breaths_per_min,
  })),
  personal_info: { age: 33 },
};

export const polar = defineWearable({
  slug: "polar",
  name: "Polar",
  lists: LISTS,
  signalKeys: ["nights", "recharges", "skin_temperatures", "exercises"],
  envelope: "data",
  about:
    "Proprietary aggregates (sleep_score, sleep_charge, sleep_rating, continuity, group scores, nightly_recharge_status, ans_charge, cardio_load, training_load, running_index) are accepted with any value and discarded.",
  example: EXAMPLE,
  measure,
});

function measure({ nights, recharges, skin_temperatures, exercises }: Records): VendorMeasurements {
  const rechargeOf = new Map(recharges.map((recharge) => [recharge.date, recharge]));
  const sleeps = nights.flatMap((night) => {
    const period = periodOf(night);
    return period === null ? [] : [{ night, period }];
  });
  const deviations = temperaturesBy(
    skin_temperatures,
    "deviation_from_baseline_celsius",
    PLAUSIBLE.temperature_deviation_c,
  );
  return {
    nights: sleeps
      .filter(({ period }) => !isNap(period))
      .map(({ night, period }) => nightOf(night, period, rechargeOf.get(night.date))),
    naps: sleeps.flatMap(({ period }) => (isNap(period) ? [napOf(period)] : [])),
    workouts: exercises.flatMap(workoutOf),
    heart_rate_days: recharges.flatMap(({ date, heart_rate_avg }) =>
      plausible(heart_rate_avg, PLAUSIBLE.heart_rate_bpm) === null ? [] : [date],
    ),
    // One kind for all nights: a temperature and a deviation must not stand beside each other.
    ...(deviations.size > 0
      ? { days: { temperature_deviation_c: deviations } }
      : {
          days: {},
          skin_temperature_c: temperaturesBy(
            skin_temperatures,
            "sleep_time_skin_temperature_celsius",
            PLAUSIBLE.skin_temperature_c,
          ),
        }),
  };
}

function periodOf(night: Records["nights"][number]): SleepPeriod | null {
  const start = localTime(night.sleep_start_time);
  const end = localTime(night.sleep_end_time);
  if (start === null || end === null) return null;
  return {
    day: night.date,
    bedtime_start: start,
    bedtime_end: end,
    deep_s: night.deep_sleep,
    rem_s: night.rem_sleep,
    light_s: night.light_sleep,
    awake_s: night.total_interruption_duration,
    unmeasured_s: night.unrecognized_sleep_stage,
  };
}

function nightOf(
  night: Records["nights"][number],
  period: SleepPeriod,
  recharge: Recharge | undefined,
): Night {
  const samples = clockValues(night.heart_rate_samples, PLAUSIBLE.heart_rate_bpm);
  return nightFrom(period, {
    hrv_rmssd_ms: rmssdMs(recharge?.heart_rate_variability_avg),
    heart_rate_bpm: plausible(recharge?.heart_rate_avg, PLAUSIBLE.heart_rate_bpm),
    lowest_heart_rate_bpm: samples.reduce<number | null>(
      (lowest, bpm) => (lowest === null || bpm < lowest ? bpm : lowest),
      null,
    ),
    breaths_per_min: plausible(recharge?.breathing_rate_avg, PLAUSIBLE.breaths_per_min),
  });
}

function temperaturesBy(
  records: Records["skin_temperatures"],
  member: "deviation_from_baseline_celsius" | "sleep_time_skin_temperature_celsius",
  bounds: Bounds,
): Map<Day, number> {
  return lastByDay(records.map((record) => [record.sleep_date, plausible(record[member], bounds)]));
}

function workoutOf(exercise: Records["exercises"][number]): Workout[] {
  const { start_time, start_time_utc_offset, duration, sport } = exercise;
  const start = localTime(start_time) ?? localTime(start_time + offsetText(start_time_utc_offset));
  const day = start === null ? null : localDay(start);
  if (day === null) return [];
  return [
    {
      day,
      activity: knownActivity(sport),
      duration_s: plausible(secondsOf(duration), PLAUSIBLE.workout_s),
      intensity: null,
      start,
    },
  ];
}

/** −90 → "-01:30"; empty where it is no offset. */
function offsetText(minutes: number | null | undefined): string {
  const known = plausible(minutes, PLAUSIBLE.offset_minutes);
  if (known === null || !Number.isInteger(known)) return "";
  const two = (count: number) => String(Math.trunc(count)).padStart(2, "0");
  const east = Math.abs(known);
  return `${known < 0 ? "-" : "+"}${two(east / MINUTES_PER_HOUR)}:${two(east % MINUTES_PER_HOUR)}`;
}

const DURATION = /^PT(?:(\d{1,2})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:\.\d+)?S)?$/;

/** "PT1H30M" → 5,400; null where it is no duration. */
function secondsOf(duration: string | null | undefined): number | null {
  const parts = DURATION.exec(duration ?? "");
  if (parts === null) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = parts;
  return Number(hours) * SECONDS_PER_HOUR + Number(minutes) * SECONDS_PER_MINUTE + Number(seconds);
}
