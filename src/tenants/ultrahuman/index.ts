/**
 * Ultrahuman as a partner: elements of `metric_data` in, vendor-neutral measurements out.
 *
 * Its HRV is not read: no source says which statistic it is, and the engine takes rMSSD only.
 * @module
 */
import { isCalendarDay } from "../../contract/formats.ts";
import { meanByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS } from "../example-nights.ts";
import { localDay, sleepDayFinder, unixTime } from "../local-time.ts";
import { meansInBed, type Sample } from "../means-in-bed.ts";
import { isNap, napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { celsiusOf } from "../temperature.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Metric = RecordsOf<typeof LISTS>["metric_data"][number]["object"];

const MS_PER_SECOND = 1_000;

const EXAMPLE = {
  metric_data: EXAMPLE_NIGHTS.flatMap((night) => [
    {
      type: "Sleep",
      object: {
        ultrahuman_date: night.day,
        bedtime_start: night.start_s,
        bedtime_end: night.end_s,
        quick_metrics: [{ type: "time_in_bed", value: night.end_s - night.start_s }],
        sleep_stages: [
          { type: "deep_sleep", stage_time: night.deep_s },
          { type: "rem_sleep", stage_time: night.rem_s },
          { type: "light_sleep", stage_time: night.light_s },
          { type: "awake", stage_time: night.awake_s },
        ],
      },
    },
    {
      type: "night_rhr",
      object: {
        unit: "BPM",
        values: [
          { value: night.resting_bpm + 1, timestamp: night.start_s + 7_200 },
          { value: night.resting_bpm - 1, timestamp: night.start_s + 18_000 },
        ],
      },
    },
  ]),
  personal_info: { age: 33 },
};

export const ultrahuman = defineWearable({
  slug: "ultrahuman",
  name: "Ultrahuman",
  lists: LISTS,
  signalKeys: ["metric_data"],
  envelope: "metric_data",
  about:
    "HRV is accepted and not read, because the vendor does not say whether it is rMSSD. Proprietary aggregates (recovery_index, movement_index, metabolic_score, sleep scores) are accepted with any value and discarded.",
  example: EXAMPLE,
  measure,
});

function measure(
  { metric_data }: RecordsOf<typeof LISTS>,
  { timezone }: PayloadContext,
): VendorMeasurements {
  const of = (type: string) =>
    metric_data.flatMap((metric) => (metric.type.toLowerCase() === type ? [metric.object] : []));
  const dayOf = sleepDayFinder(timezone);
  const daily = (type: string, bounds: Bounds) =>
    meanByDay(
      of(type)
        .flatMap((metric) => samplesOf(metric, bounds))
        .map(({ epoch_ms, value }) => [dayOf(epoch_ms), value]),
    );
  const periods = of("sleep").flatMap((sleep) => periodOf(sleep, timezone) ?? []);
  const nights = periods.filter((period) => !isNap(period));
  return {
    nights: nights.map((period) => nightFrom(period, {})),
    naps: periods.filter(isNap).map(napOf),
    workouts: [],
    days: {
      resting_heart_rate_bpm: daily("night_rhr", PLAUSIBLE.heart_rate_bpm),
      spo2_percent: daily("spo2", PLAUSIBLE.spo2_percent),
      vo2max_ml_kg_min: daily("vo2_max", PLAUSIBLE.vo2max_ml_kg_min),
    },
    heart_rate_days: [...daily("hr", PLAUSIBLE.heart_rate_bpm).keys()],
    // By day the skin takes the temperature of its surroundings.
    skin_temperature_c: meansInBed(nights, of("temp").flatMap(temperaturesOf)),
  };
}

/** Null without bedtimes, because its day is then unknown. */
function periodOf(sleep: Metric, timezone: string): SleepPeriod | null {
  const start = unixTime(sleep.bedtime_start, timezone);
  const end = unixTime(sleep.bedtime_end, timezone);
  const own = sleep.ultrahuman_date;
  const day = end === null ? null : own != null && isCalendarDay(own) ? own : localDay(end);
  if (start === null || end === null || day === null) return null;
  const stage = (name: string) => sleep.sleep_stages?.find(({ type }) => type === name)?.stage_time;
  return {
    day,
    bedtime_start: start,
    bedtime_end: end,
    deep_s: stage("deep_sleep"),
    rem_s: stage("rem_sleep"),
    light_s: stage("light_sleep"),
    awake_s: stage("awake"),
    in_bed_s: sleep.quick_metrics?.find(({ type }) => type === "time_in_bed")?.value,
  };
}

/** Of plausible times and values. */
function samplesOf(metric: Metric, bounds: Bounds, read = (value: number) => value): Sample[] {
  return (metric.values ?? []).flatMap(({ value, timestamp }) => {
    const seconds = plausible(timestamp, PLAUSIBLE.unix_s);
    const known = plausible(typeof value === "number" ? read(value) : null, bounds);
    return seconds === null || known === null
      ? []
      : [{ epoch_ms: seconds * MS_PER_SECOND, value: known }];
  });
}

/**
 * Skin temperature in °C. An unknown unit gives none, because 36 of something else is no
 * temperature.
 */
function temperaturesOf(metric: Metric): Sample[] {
  const unit = metric.unit?.replace(/[°º\s]/g, "").toUpperCase();
  if (unit === "C" || unit === "℃") return samplesOf(metric, PLAUSIBLE.skin_temperature_c);
  if (unit === "F" || unit === "℉")
    return samplesOf(metric, PLAUSIBLE.skin_temperature_c, celsiusOf);
  return [];
}
