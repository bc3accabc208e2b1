/**
 * Google Health (Fitbit and others) as a partner: turns data points of API v4 into vendor-neutral
 * measurements. SDNN is another measure than rMSSD and has no member in the schema.
 * @module
 */

import { isCalendarDay } from "../../contract/formats.ts";
import type { Day, Workout } from "../../engine/types.ts";
import { workoutBetween } from "../activities.ts";
import { lastByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS, EXAMPLE_OFFSET_SECONDS, utcExampleTime } from "../example-nights.ts";
import { localDay, localTime, type OffsetClock, wallClock } from "../local-time.ts";
import { ofMainSource } from "../main-source.ts";
import { isNap, napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import { durationsOf, type StageInterval } from "../stages.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type DataPoint = RecordsOf<typeof LISTS>["dataPoints"][number];
type Sleep = NonNullable<DataPoint["sleep"]>;
type Figure = number | string | null | undefined;
interface Daily {
  date: { year: number; month: number; day: number };
}

const SECONDS_PER_MINUTE = 60;
const STAGES: Readonly<Record<string, StageInterval["stage"]>> = {
  DEEP: "deep",
  LIGHT: "light",
  REM: "rem",
  AWAKE: "awake",
  ASLEEP: "asleep",
  RESTLESS: "asleep",
};

const EXAMPLE = {
  dataPoints: EXAMPLE_NIGHTS.flatMap((night) => {
    const dataSource = { platform: "FITBIT" };
    const [year, month, day] = night.day.split("-").map(Number);
    const date = { year, month, day };
    let at = night.start_s;
    const stage = (type: string, seconds: number) => {
      const startTime = utcExampleTime(at);
      at += seconds;
      return { startTime, endTime: utcExampleTime(at), type };
    };
    const offset = `${EXAMPLE_OFFSET_SECONDS}s`;
    return [
      {
        dataSource,
        sleep: {
          interval: {
            startTime: utcExampleTime(night.start_s),
            endTime: utcExampleTime(night.end_s),
            startUtcOffset: offset,
            endUtcOffset: offset,
          },
          stages: [
            stage("LIGHT", night.light_s),
            stage("DEEP", night.deep_s),
            stage("REM", night.rem_s),
            stage("AWAKE", night.awake_s),
          ],
        },
      },
      {
        dataSource,
        dailyHeartRateVariability: {
          date,
          averageHeartRateVariabilityMilliseconds: night.hrv_rmssd_ms,
        },
      },
      { dataSource, dailyRestingHeartRate: { date, beatsPerMinute: String(night.resting_bpm) } },
    ];
  }),
  personal_info: { age: 33 },
};

export const googleHealth = defineWearable({
  slug: "google-health",
  name: "Google Health",
  lists: LISTS,
  signalKeys: ["dataPoints"],
  envelope: "dataPoints",
  about:
    "SDNN (standardDeviationMilliseconds) is another measure than rMSSD and is not read. Proprietary aggregates (sleep and readiness scores, cardio load, active zone minutes, entropy, summaries) are accepted with any value and discarded.",
  example: EXAMPLE,
  measure,
});

function measure(
  { dataPoints }: RecordsOf<typeof LISTS>,
  { timezone }: PayloadContext,
): VendorMeasurements {
  const clock = onClock(timezone);
  const daily = <T extends Daily>(
    pick: (point: DataPoint) => T | null | undefined,
    read: (value: T) => Figure,
    bounds: Bounds,
  ) =>
    lastByDay(
      ofType(dataPoints, pick).map((value) => [
        dayOf(value.date),
        plausible(numberOf(read(value)), bounds),
      ]),
    );
  const hrv = daily(
    (point) => point.dailyHeartRateVariability,
    (value) => value.averageHeartRateVariabilityMilliseconds,
    PLAUSIBLE.rmssd_ms,
  );
  const breaths = daily(
    (point) => point.dailyRespiratoryRate,
    (value) => value.breathsPerMinute,
    PLAUSIBLE.breaths_per_min,
  );
  const periods = ofType(dataPoints, ({ sleep }) => sleep).flatMap(
    (sleep) => periodOf(sleep, clock) ?? [],
  );
  const resting = daily(
    (point) => point.dailyRestingHeartRate,
    (value) => value.beatsPerMinute,
    PLAUSIBLE.heart_rate_bpm,
  );
  return {
    nights: periods
      .filter((period) => !isNap(period))
      .map((period) =>
        nightFrom(period, {
          hrv_rmssd_ms: rmssdMs(hrv.get(period.day)),
          breaths_per_min: breaths.get(period.day) ?? null,
        }),
      ),
    naps: periods.filter(isNap).map(napOf),
    workouts: ofType(dataPoints, ({ exercise }) => exercise).flatMap((each) =>
      workoutOf(each, clock),
    ),
    days: {
      resting_heart_rate_bpm: resting,
      spo2_percent: daily(
        (point) => point.dailyOxygenSaturation,
        (value) => value.averagePercentage,
        PLAUSIBLE.spo2_percent,
      ),
      vo2max_ml_kg_min: daily(
        (point) => point.dailyVo2Max,
        (value) => value.vo2Max,
        PLAUSIBLE.vo2max_ml_kg_min,
      ),
      temperature_deviation_c: daily(
        (point) => point.dailySleepTemperatureDerivations,
        temperatureDeviation,
        PLAUSIBLE.temperature_deviation_c,
      ),
    },
    heart_rate_days: [...resting.keys()],
  };
}

/** The values of one type, of the source that has most of them. */
function ofType<T>(
  points: readonly DataPoint[],
  pick: (point: DataPoint) => T | null | undefined,
): T[] {
  return ofMainSource(
    points.filter((point) => pick(point) != null),
    ({ dataSource }) => dataSource?.platform ?? "",
  ).flatMap((point) => pick(point) ?? []);
}

/** Whole numbers come as text, which the schema has checked. */
function numberOf(figure: Figure): number | null {
  return figure == null ? null : Number(figure);
}

/** The night against the vendor's baseline; null where either is no temperature of skin. */
function temperatureDeviation(
  value: NonNullable<DataPoint["dailySleepTemperatureDerivations"]>,
): Figure {
  const night = plausible(numberOf(value.nightlyTemperatureCelsius), PLAUSIBLE.skin_temperature_c);
  const usual = plausible(numberOf(value.baselineTemperatureCelsius), PLAUSIBLE.skin_temperature_c);
  return night === null || usual === null ? null : night - usual;
}

function dayOf({ year, month, day }: Daily["date"]): Day | null {
  const two = (count: number) => String(count).padStart(2, "0");
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDay(text) ? text : null;
}

/** Reads an instant on the clock of "-14400s"; without such an offset on that of the zone. */
function onClock(timezone: string): OffsetClock {
  const read = wallClock(timezone);
  return (instant, offset) => {
    const time = read(instant);
    const seconds = /^-?\d{1,5}s$/.test(offset ?? "")
      ? Number.parseInt(offset ?? "", 10)
      : Number.NaN;
    const minutes = plausible(seconds / SECONDS_PER_MINUTE, PLAUSIBLE.offset_minutes);
    return time === null || minutes === null ? time : { ...time, offset_minutes: minutes };
  };
}

function periodOf({ interval, stages }: Sleep, clock: OffsetClock): SleepPeriod | null {
  const start = clock(interval.startTime, interval.startUtcOffset);
  const end = clock(interval.endTime, interval.endUtcOffset);
  const day = end === null ? null : localDay(end);
  if (start === null || end === null || day === null) return null;
  return {
    day,
    bedtime_start: start,
    bedtime_end: end,
    ...durationsOf((stages ?? []).flatMap(intervalOf)),
  };
}

function intervalOf({
  startTime,
  endTime,
  type,
}: NonNullable<Sleep["stages"]>[number]): StageInterval[] {
  const stage = type != null && Object.hasOwn(STAGES, type) ? STAGES[type] : undefined;
  const start = localTime(startTime);
  const end = localTime(endTime);
  return stage === undefined || start === null || end === null
    ? []
    : [{ stage, start_ms: start.epoch_ms, end_ms: end.epoch_ms }];
}

function workoutOf(
  { interval, exerciseType }: NonNullable<DataPoint["exercise"]>,
  clock: OffsetClock,
): Workout[] {
  return workoutBetween(
    clock(interval.startTime, interval.startUtcOffset),
    clock(interval.endTime, interval.endUtcOffset),
    exerciseType,
  );
}
