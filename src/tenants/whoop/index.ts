/**
 * WHOOP as a partner: turns records of API v2 into vendor-neutral measurements.
 * @module
 */

import type { Day, Night, Workout } from "../../engine/types.ts";
import { workoutBetween } from "../activities.ts";
import { lastByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS, EXAMPLE_OFFSET, utcExampleTime } from "../example-nights.ts";
import { localDay, localTimeReader, type OffsetClock, sleepDayFinder } from "../local-time.ts";
import { napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Records = RecordsOf<typeof LISTS>;
type Recovery = NonNullable<Records["recovery"][number]["score"]>;

const MS_PER_SECOND = 1_000;

const EXAMPLE = {
  sleep: EXAMPLE_NIGHTS.map((night) => ({
    id: `sleep-${night.day}`,
    start: utcExampleTime(night.start_s),
    end: utcExampleTime(night.end_s),
    timezone_offset: EXAMPLE_OFFSET,
    nap: false,
    score_state: "SCORED",
    score: {
      stage_summary: {
        total_in_bed_time_milli: (night.end_s - night.start_s) * 1_000,
        total_awake_time_milli: night.awake_s * 1_000,
        total_no_data_time_milli: 0,
        total_light_sleep_time_milli: night.light_s * 1_000,
        total_slow_wave_sleep_time_milli: night.deep_s * 1_000,
        total_rem_sleep_time_milli: night.rem_s * 1_000,
      },
      respiratory_rate: night.breaths_per_min,
    },
  })),
  recovery: EXAMPLE_NIGHTS.map((night) => ({
    sleep_id: `sleep-${night.day}`,
    score_state: "SCORED",
    score: { hrv_rmssd_milli: night.hrv_rmssd_ms, resting_heart_rate: night.resting_bpm },
  })),
  personal_info: { age: 33 },
};

export const whoop = defineWearable({
  slug: "whoop",
  name: "WHOOP",
  lists: LISTS,
  signalKeys: ["sleep", "recovery", "cycle", "workout"],
  envelope: "records",
  about:
    "The member score holds raw measurements at WHOOP and is read where score_state is SCORED. Proprietary aggregates in it (recovery_score, strain, sleep_performance_percentage, sleep_consistency_percentage, sleep_efficiency_percentage, sleep_needed, zone_durations) are accepted with any value and discarded.",
  example: EXAMPLE,
  measure,
});

function measure(records: Records, { timezone }: PayloadContext): VendorMeasurements {
  const clock = localTimeReader(timezone);
  const recoveries = scoredRecoveries(records.recovery);
  const measured: VendorMeasurements = {
    nights: [],
    naps: [],
    workouts: records.workout.flatMap((workout) => workoutOf(workout, clock)),
    days: {},
    heart_rate_days: cycleDays(records.cycle, clock, sleepDayFinder(timezone)),
  };
  const recoveryOfDay: [Day, Recovery][] = [];
  for (const sleep of records.sleep) {
    const period = periodOf(sleep, clock);
    if (period === null) continue;
    if (sleep.nap === true) {
      measured.naps.push(napOf(period));
      continue;
    }
    const recovery = sleep.id === undefined ? undefined : recoveries.get(String(sleep.id));
    measured.nights.push(nightOf(sleep, period, recovery));
    if (recovery !== undefined) recoveryOfDay.push([period.day, recovery]);
  }
  const daily = (
    member: "resting_heart_rate" | "spo2_percentage" | "skin_temp_celsius",
    bounds: Bounds,
  ) =>
    lastByDay(recoveryOfDay.map(([day, recovery]) => [day, plausible(recovery[member], bounds)]));
  return {
    ...measured,
    days: {
      resting_heart_rate_bpm: daily("resting_heart_rate", PLAUSIBLE.heart_rate_bpm),
      spo2_percent: daily("spo2_percentage", PLAUSIBLE.spo2_percent),
    },
    skin_temperature_c: daily("skin_temp_celsius", PLAUSIBLE.skin_temperature_c),
  };
}

/** By sleep. The last one counts, because WHOOP sends a changed recovery again. */
function scoredRecoveries(recoveries: Records["recovery"]): Map<string, Recovery> {
  return new Map(
    recoveries.flatMap(({ sleep_id, score_state, score }) =>
      score_state === "SCORED" && score != null ? [[String(sleep_id), score] as const] : [],
    ),
  );
}

/** Null where the sleep has no score, or its day is unknown. */
function periodOf(sleep: Records["sleep"][number], clock: OffsetClock): SleepPeriod | null {
  const start = clock(sleep.start, sleep.timezone_offset);
  const end = clock(sleep.end, sleep.timezone_offset);
  const day = end === null ? null : localDay(end);
  const stages = sleep.score?.stage_summary;
  if (start === null || end === null || day === null || sleep.score_state !== "SCORED") return null;
  return {
    day,
    bedtime_start: start,
    bedtime_end: end,
    deep_s: seconds(stages?.total_slow_wave_sleep_time_milli),
    rem_s: seconds(stages?.total_rem_sleep_time_milli),
    light_s: seconds(stages?.total_light_sleep_time_milli),
    awake_s: seconds(stages?.total_awake_time_milli),
    unmeasured_s: seconds(stages?.total_no_data_time_milli),
    in_bed_s: seconds(stages?.total_in_bed_time_milli),
  };
}

function nightOf(
  sleep: Records["sleep"][number],
  period: SleepPeriod,
  recovery: Recovery | undefined,
): Night {
  return nightFrom(period, {
    hrv_rmssd_ms: rmssdMs(recovery?.hrv_rmssd_milli),
    breaths_per_min: plausible(sleep.score?.respiratory_rate, PLAUSIBLE.breaths_per_min),
  });
}

function cycleDays(
  cycles: Records["cycle"],
  clock: OffsetClock,
  dayOf: (epochMs: number) => Day,
): Day[] {
  return cycles.flatMap(({ start, timezone_offset, score_state, score }) => {
    const began = clock(start, timezone_offset);
    const bpm = plausible(score?.average_heart_rate, PLAUSIBLE.heart_rate_bpm);
    return began === null || began.epoch_ms < 0 || bpm === null || score_state !== "SCORED"
      ? []
      : [dayOf(began.epoch_ms)];
  });
}

function workoutOf(workout: Records["workout"][number], clock: OffsetClock): Workout[] {
  return workoutBetween(
    clock(workout.start, workout.timezone_offset),
    clock(workout.end, workout.timezone_offset),
    workout.sport_name,
  );
}

/** WHOOP counts milliseconds. */
function seconds(milli: number | null | undefined): number | null {
  return milli == null ? null : milli / MS_PER_SECOND;
}
