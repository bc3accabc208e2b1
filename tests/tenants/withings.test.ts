/** Withings: Unix times in a zone of its own, series keyed by time, rMSSD and SDNN side by side. */
import { describe, expect, test } from "bun:test";
import { withings } from "../../src/tenants/withings/index.ts";
import type { Body } from "../support/payloads.ts";
import { measure as measureOf, rmssd } from "./support.ts";

const measure = (payload: Body) => measureOf(payload, { tenant: withings });
/** 00:00 to 08:00 in Madrid. */
const START = Date.parse("2026-04-03T22:00:00Z") / 1_000;
const HOURS_8 = 28_800;
const DATA = {
  total_timeinbed: HOURS_8,
  deepsleepduration: 4_500,
  remsleepduration: 6_300,
  lightsleepduration: 16_200,
  wakeupduration: 1_800,
  sleep_latency: 600,
  hr_average: 58,
  hr_min: 51,
  rr_average: 15,
};
const summary = (data: Body = {}, changes: Body = {}) => ({
  startdate: START,
  enddate: START + HOURS_8,
  data: { ...DATA, ...data },
  ...changes,
});
const series = (rmssd: unknown, rest: Body = {}) => ({
  startdate: START,
  enddate: START + 60,
  rmssd,
  ...rest,
});
const hrv = (payload: Body) => measure(payload).nights.map(({ hrv_rmssd_ms }) => hrv_rmssd_ms);

test("a night has what its summary measured", () => {
  expect(measure({ sleep_summary: [summary()] }).nights).toEqual([
    {
      day: "2026-04-04",
      bedtime_start: { epoch_ms: START * 1_000, offset_minutes: 120 },
      bedtime_end: { epoch_ms: (START + HOURS_8) * 1_000, offset_minutes: 120 },
      total_sleep_s: 27_000,
      time_in_bed_s: HOURS_8,
      awake_s: 1_800,
      latency_s: 600,
      deep_s: 4_500,
      rem_s: 6_300,
      light_s: 16_200,
      hrv_rmssd_ms: null,
      heart_rate_bpm: 58,
      lowest_heart_rate_bpm: 51,
      breaths_per_min: 15,
      temperature_deviation_c: null,
    },
  ]);
});

test("its clock is that of the zone it names; a zone that nobody knows is that of the request", () => {
  const offset = (timezone: unknown) =>
    measure({ sleep_summary: [summary({}, { timezone })] }).nights[0]?.bedtime_start
      ?.offset_minutes;
  expect(offset("America/New_York")).toBe(-240);
  for (const timezone of [null, "Mars/Base", "EST", "", "/"]) expect(offset(timezone)).toBe(120);
});

describe("rMSSD", () => {
  const inside = { [START]: 40, [START + 120]: 50 };
  const ends = { rmssd_start_avg: 30, rmssd_end_avg: 40 };

  test("is the mean of the samples between the bedtimes", () => {
    const around = { [START - 60]: 90, [START + HOURS_8]: 90 };
    expect(
      hrv({ sleep_summary: [summary()], sleep_series: [series({ ...inside, ...around })] }),
    ).toEqual([rmssd(45)]);
  });

  test("of start and end stands for the night where no series is sent, and only both together", () => {
    expect(hrv({ sleep_summary: [summary(ends)] })).toEqual([rmssd(35)]);
    expect(hrv({ sleep_summary: [summary({ rmssd_start_avg: 30 })] })).toEqual([null]);
  });

  test("is read in one way for all nights", () => {
    const later = summary(ends, { startdate: START + 86_400, enddate: START + 86_400 + HOURS_8 });
    expect(hrv({ sleep_summary: [summary(ends), later], sleep_series: [series(inside)] })).toEqual([
      rmssd(45),
      null,
    ]);
  });

  test("is never SDNN", () => {
    const payload = {
      sleep_summary: [summary()],
      sleep_series: [series(null, { sdnn_1: inside })],
    };
    expect(hrv(payload)).toEqual([null]);
  });
});

test("what is clinical at Withings reaches nothing", () => {
  const data = { apnea_hypnopea_index: 12.25, snoring: 1_234, sleep_score: 77 };
  expect(measure({ sleep_summary: [summary(data)] })).toEqual(
    measure({ sleep_summary: [summary()] }),
  );
});
