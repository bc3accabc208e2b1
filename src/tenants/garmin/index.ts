/**
 * Garmin as a partner: turns summaries of the Health API into vendor-neutral measurements. Garmin's
 * own record of the menstrual cycle is never read, so it cannot contradict `user_context`.
 * @module
 */

import type { Day } from "../../engine/types.ts";
import { lastByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS, EXAMPLE_OFFSET_SECONDS } from "../example-nights.ts";
import { numberedValues } from "../keyed-series.ts";
import { unixTime } from "../local-time.ts";
import { isNap, meanOf, napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Records = RecordsOf<typeof LISTS>;
type Sleep = Records["sleeps"][number];

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;
const TENTATIVE = /TENTATIVE/;

const EXAMPLE = {
  sleeps: EXAMPLE_NIGHTS.map((night) => ({
    calendarDate: night.day,
    startTimeInSeconds: night.start_s,
    startTimeOffsetInSeconds: EXAMPLE_OFFSET_SECONDS,
    durationInSeconds: night.end_s - night.start_s,
    deepSleepDurationInSeconds: night.deep_s,
    lightSleepDurationInSeconds: night.light_s,
    remSleepInSeconds: night.rem_s,
    awakeDurationInSeconds: night.awake_s,
    validation: "AUTO_FINAL",
    timeOffsetSleepRespiration: { "60": night.breaths_per_min, "120": night.breaths_per_min },
  })),
  hrv: EXAMPLE_NIGHTS.map((night) => ({
    calendarDate: night.day,
    lastNightAvg: night.hrv_rmssd_ms,
  })),
  dailies: EXAMPLE_NIGHTS.map((night) => ({
    calendarDate: night.day,
    restingHeartRateInBeatsPerMinute: night.resting_bpm,
  })),
  personal_info: { age: 33 },
};

export const garmin = defineWearable({
  slug: "garmin",
  name: "Garmin",
  lists: LISTS,
  signalKeys: ["sleeps", "hrv", "dailies", "pulseox", "userMetrics", "skinTemp"],
  envelope: "data",
  about:
    "Proprietary aggregates (overallSleepScore, sleepScores, stress levels, bodyBattery, fitnessAge, training readiness) are accepted with any value and discarded, and averageHeartRateInBeatsPerMinute, a mean of seven days, with them.",
  example: EXAMPLE,
  measure,
});

function measure(records: Records, { timezone }: PayloadContext): VendorMeasurements {
  const hrv = byDay(
    records.hrv,
    ({ lastNightAvg, hrvValues }) =>
      plausible(lastNightAvg, PLAUSIBLE.rmssd_ms) ?? meanOfSeries(hrvValues, PLAUSIBLE.rmssd_ms),
  );
  const sleeps = finalOnes(records.sleeps).flatMap((sleep) => {
    const period = periodOf(sleep, timezone);
    return period === null ? [] : [{ sleep, period }];
  });
  const nights = sleeps.filter(({ period }) => !isNap(period));
  return {
    nights: nights.map(({ sleep, period }) =>
      nightFrom(period, {
        hrv_rmssd_ms: rmssdMs(hrv.get(period.day)),
        breaths_per_min: meanOfSeries(sleep.timeOffsetSleepRespiration, PLAUSIBLE.breaths_per_min),
      }),
    ),
    naps: sleeps.flatMap(({ period }) => (isNap(period) ? [napOf(period)] : [])),
    workouts: [],
    days: {
      resting_heart_rate_bpm: byDay(records.dailies, (daily) =>
        plausible(daily.restingHeartRateInBeatsPerMinute, PLAUSIBLE.heart_rate_bpm),
      ),
      spo2_percent: new Map([
        ...byDay(records.pulseox, ({ onDemand, timeOffsetSpo2Values }) =>
          onDemand === true ? null : meanOfSeries(timeOffsetSpo2Values, PLAUSIBLE.spo2_percent),
        ),
        ...byDay(
          nights.map(({ sleep }) => sleep),
          ({ timeOffsetSleepSpo2 }) => meanOfSeries(timeOffsetSleepSpo2, PLAUSIBLE.spo2_percent),
        ),
      ]),
      vo2max_ml_kg_min: byDay(records.userMetrics, ({ vo2Max }) =>
        plausible(vo2Max, PLAUSIBLE.vo2max_ml_kg_min),
      ),
      temperature_deviation_c: byDay(records.skinTemp, ({ avgDeviationCelsius }) =>
        plausible(avgDeviationCelsius, PLAUSIBLE.temperature_deviation_c),
      ),
    },
    heart_rate_days: records.dailies.filter(hasHeartRate).map(({ calendarDate }) => calendarDate),
  };
}

function byDay<T extends { calendarDate: Day }>(
  records: readonly T[],
  read: (record: T) => number | null,
): Map<Day, number> {
  return lastByDay(records.map((record) => [record.calendarDate, read(record)]));
}

function meanOfSeries(map: unknown, bounds: Bounds): number | null {
  return meanOf(
    numberedValues(map, bounds).map(([, value]) => value),
    bounds,
  );
}

function hasHeartRate(daily: Records["dailies"][number]): boolean {
  return [
    daily.restingHeartRateInBeatsPerMinute,
    daily.minHeartRateInBeatsPerMinute,
    daily.maxHeartRateInBeatsPerMinute,
  ].some((bpm) => plausible(bpm, PLAUSIBLE.heart_rate_bpm) !== null);
}

/** A tentative sleep is sent again when it is final. */
function finalOnes(sleeps: readonly Sleep[]): Sleep[] {
  const isFinal = ({ validation }: Sleep) => !TENTATIVE.test(validation ?? "");
  const days = new Set(sleeps.filter(isFinal).map(({ calendarDate }) => calendarDate));
  return sleeps.filter((sleep) => isFinal(sleep) || !days.has(sleep.calendarDate));
}

function periodOf(sleep: Sleep, timezone: string): SleepPeriod | null {
  const start = unixTime(sleep.startTimeInSeconds, timezone);
  const length = plausible(sleep.durationInSeconds, PLAUSIBLE.sleep_s);
  if (start === null || length === null) return null;
  const own = plausible(
    (sleep.startTimeOffsetInSeconds ?? Number.NaN) / SECONDS_PER_MINUTE,
    PLAUSIBLE.offset_minutes,
  );
  const offset_minutes = own ?? start.offset_minutes;
  return {
    day: sleep.calendarDate,
    bedtime_start: { epoch_ms: start.epoch_ms, offset_minutes },
    bedtime_end: { epoch_ms: start.epoch_ms + length * MS_PER_SECOND, offset_minutes },
    deep_s: sleep.deepSleepDurationInSeconds,
    rem_s: sleep.remSleepInSeconds,
    light_s: sleep.lightSleepDurationInSeconds,
    awake_s: sleep.awakeDurationInSeconds,
    unmeasured_s: sleep.unmeasurableSleepDurationInSeconds,
  };
}
