/**
 * Withings as a partner: turns sleep summaries and their series into vendor-neutral measurements.
 * @module
 */
import { isCalendarDay } from "../../contract/formats.ts";
import type { Night } from "../../engine/types.ts";
import type { RecordsOf } from "../lists.ts";
import { localDay, unixTime } from "../local-time.ts";
import { numberedValues } from "../maps.ts";
import { asleepSeconds, isNap, meanOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import type { PayloadContext } from "../types.ts";
import { type Found, wearable } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Records = RecordsOf<typeof LISTS>;
type Summary = Records["sleep_summary"][number];
/** rMSSD (ms) of a sleep. */
type Rmssd = (summary: Summary) => number | null;

const EXAMPLE = {
  sleep_summary: [
    {
      startdate: 1_775_255_530,
      enddate: 1_775_282_652,
      date: "2026-04-04",
      timezone: "Europe/Madrid",
      data: {
        total_timeinbed: 27_122,
        deepsleepduration: 4_860,
        remsleepduration: 5_400,
        lightsleepduration: 15_060,
        wakeupduration: 1_802,
        sleep_latency: 540,
        hr_average: 58,
        hr_min: 52,
        rr_average: 15,
      },
    },
  ],
  sleep_series: [
    {
      startdate: 1_775_255_530,
      enddate: 1_775_257_330,
      rmssd: { "1775255590": 44, "1775255890": 48 },
    },
  ],
  personal_info: { age: 33 },
};

export const withings = wearable({
  slug: "withings",
  name: "Withings",
  lists: LISTS,
  signalKeys: ["sleep_summary"],
  envelope: "series",
  about:
    "SDNN (sdnn_1) is another measure than rMSSD and is not read. Proprietary and clinical aggregates (sleep_score, hrv_quality, withings_index, apnea_hypnopea_index, breathing_disturbances_intensity) are accepted with any value and discarded.",
  example: EXAMPLE,
  measure,
});

function measure({ sleep_summary, sleep_series }: Records, { timezone }: PayloadContext): Found {
  const rmssdOf = rmssdReader(sleep_series);
  const sleeps = sleep_summary.flatMap((summary) => {
    const period = periodOf(summary, timezone);
    return period === null ? [] : [{ summary, period }];
  });
  return {
    nights: sleeps
      .filter(({ period }) => !isNap(period))
      .map(({ summary, period }) => nightOf(summary, period, rmssdOf)),
    naps: sleeps
      .filter(({ period }) => isNap(period))
      .map(({ period }) => ({ day: period.day, total_sleep_s: asleepSeconds(period) })),
    workouts: [],
    days: {},
    heart_rate_days: [],
  };
}

/**
 * From the samples where there are any, else from what the summaries say of the start and the end:
 * one way for all nights, because the two are not the same measure.
 */
function rmssdReader(series: Records["sleep_series"]): Rmssd {
  const samples = series
    .flatMap(({ rmssd }) => numberedValues(rmssd, PLAUSIBLE.hrv_ms))
    .sort(([a], [b]) => a - b);
  if (samples.length > 0) {
    return ({ startdate, enddate }) =>
      meanOf(
        samples.slice(firstFrom(samples, startdate), firstFrom(samples, enddate)).map(([, value]) => value),
        PLAUSIBLE.hrv_ms,
      );
  }
  return ({ data }) => {
    const start = plausible(data?.rmssd_start_avg, PLAUSIBLE.hrv_ms);
    const end = plausible(data?.rmssd_end_avg, PLAUSIBLE.hrv_ms);
    return start === null || end === null ? null : (start + end) / 2;
  };
}

/**
 * The position of the first sample that is not earlier.
 * @param samples sorted
 */
function firstFrom(samples: readonly [number, number][], second: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.[0] ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  return low;
}

function periodOf(
  { startdate, enddate, date, timezone: own, data }: Summary,
  timezone: string,
): SleepPeriod | null {
  const start = unixTime(startdate, timezone, own);
  const end = unixTime(enddate, timezone, own);
  const day = end === null ? null : date != null && isCalendarDay(date) ? date : localDay(end);
  if (start === null || end === null || day === null) return null;
  return {
    day,
    bedtime_start: start,
    bedtime_end: end,
    deep_s: data?.deepsleepduration,
    rem_s: data?.remsleepduration,
    light_s: data?.lightsleepduration,
    awake_s: data?.wakeupduration,
    in_bed_s: data?.total_timeinbed,
    latency_s: data?.sleep_latency,
  };
}

function nightOf(summary: Summary, period: SleepPeriod, rmssdOf: Rmssd): Night {
  const { data } = summary;
  return nightFrom(period, {
    hrv_rmssd_ms: rmssdOf(summary),
    heart_rate_bpm: plausible(data?.hr_average, PLAUSIBLE.heart_rate_bpm),
    lowest_heart_rate_bpm: plausible(data?.hr_min, PLAUSIBLE.heart_rate_bpm),
    breaths_per_min: plausible(data?.rr_average, PLAUSIBLE.breaths_per_min),
  });
}
