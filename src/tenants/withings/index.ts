/**
 * Withings as a partner: turns sleep summaries and their series into vendor-neutral measurements.
 * @module
 */

import { isCalendarDay } from "../../contract/formats.ts";
import type { Day, Night, RmssdMs } from "../../engine/types.ts";
import { lastByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS } from "../example-nights.ts";
import { numberedValues } from "../keyed-series.ts";
import { localDay, unixTime } from "../local-time.ts";
import { meansInBed } from "../means-in-bed.ts";
import { isNap, napOf, nightFrom, type SleepPeriod } from "../nights.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { LISTS } from "./schema.ts";

type Records = RecordsOf<typeof LISTS>;
type Summary = Records["sleep_summary"][number];
interface Sleep {
  summary: Summary;
  period: SleepPeriod;
}

const MS_PER_SECOND = 1_000;

const EXAMPLE = {
  sleep_summary: EXAMPLE_NIGHTS.map((night) => ({
    startdate: night.start_s,
    enddate: night.end_s,
    date: night.day,
    timezone: "Africa/Johannesburg",
    data: {
      total_timeinbed: night.end_s - night.start_s,
      deepsleepduration: night.deep_s,
      remsleepduration: night.rem_s,
      lightsleepduration: night.light_s,
      wakeupduration: night.awake_s,
      hr_min: night.resting_bpm,
      rr_average: night.breaths_per_min,
    },
  })),
  sleep_series: EXAMPLE_NIGHTS.map((night) => ({
    startdate: night.start_s,
    enddate: night.start_s + 1_800,
    rmssd: {
      [night.start_s + 60]: night.hrv_rmssd_ms - 2,
      [night.start_s + 360]: night.hrv_rmssd_ms + 2,
    },
  })),
  personal_info: { age: 33 },
};

export const withings = defineWearable({
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

function measure(
  { sleep_summary, sleep_series }: Records,
  { timezone }: PayloadContext,
): VendorMeasurements {
  const sleeps = sleep_summary.flatMap((summary): Sleep[] => {
    const period = periodOf(summary, timezone);
    return period === null ? [] : [{ summary, period }];
  });
  const nights = sleeps.filter(({ period }) => !isNap(period));
  const rmssd = rmssdByDay(nights, sleep_series);
  return {
    nights: nights.map((night) => nightOf(night, rmssdMs(rmssd.get(night.period.day)))),
    naps: sleeps.flatMap(({ period }) => (isNap(period) ? [napOf(period)] : [])),
    workouts: [],
    days: {},
    heart_rate_days: [],
  };
}

/**
 * rMSSD by night: from the samples where there are any, else from what the summaries say of the
 * start and the end. It is one way for all nights, because the two are not the same measure.
 */
function rmssdByDay(nights: readonly Sleep[], series: Records["sleep_series"]): Map<Day, number> {
  const samples = series
    .flatMap(({ rmssd }) => numberedValues(rmssd, PLAUSIBLE.rmssd_ms))
    .map(([second, value]) => ({ epoch_ms: second * MS_PER_SECOND, value }));
  if (samples.length > 0)
    return meansInBed(
      nights.map(({ period }) => period),
      samples,
    );
  return lastByDay(
    nights.map(({ summary: { data }, period }) => {
      const start = plausible(data?.rmssd_start_avg, PLAUSIBLE.rmssd_ms);
      const end = plausible(data?.rmssd_end_avg, PLAUSIBLE.rmssd_ms);
      return [period.day, start === null || end === null ? null : (start + end) / 2];
    }),
  );
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

function nightOf({ summary: { data }, period }: Sleep, hrv_rmssd_ms: RmssdMs | null): Night {
  return nightFrom(period, {
    hrv_rmssd_ms,
    heart_rate_bpm: plausible(data?.hr_average, PLAUSIBLE.heart_rate_bpm),
    lowest_heart_rate_bpm: plausible(data?.hr_min, PLAUSIBLE.heart_rate_bpm),
    breaths_per_min: plausible(data?.rr_average, PLAUSIBLE.breaths_per_min),
  });
}
