/** Polar: clock times that cross midnight, two kinds of temperature, exercises on a wall clock. */
import { describe, expect, test } from "bun:test";
import { polar } from "../../src/tenants/polar/index.ts";
import type { Body } from "../support/payloads.ts";
import { measure as measureOf, rmssd, stagedNight } from "./support.ts";

const measure = (payload: Body) => measureOf(payload, { tenant: polar });
const night = (changes: Body = {}) => ({
  date: "2026-04-04",
  sleep_start_time: "2026-04-03T23:00:00+02:00",
  sleep_end_time: "2026-04-04T07:00:00+02:00",
  light_sleep: 16_200,
  deep_sleep: 4_500,
  rem_sleep: 6_300,
  unrecognized_sleep_stage: 0,
  total_interruption_duration: 1_800,
  ...changes,
});

test("a night has its own numbers and those of its recharge", () => {
  const recharges = [
    { date: "2026-04-03", heart_rate_variability_avg: 90 },
    {
      date: "2026-04-04",
      heart_rate_avg: 57,
      heart_rate_variability_avg: 46,
      breathing_rate_avg: 14.5,
      ans_charge: 3,
    },
  ];
  const heart_rate_samples = { "23:30": 58, "00:00": 54, "03:10": 51, "06:30": 56 };
  expect(measure({ nights: [night({ heart_rate_samples })], recharges }).nights).toEqual([
    {
      ...stagedNight(Date.parse("2026-04-03T21:00:00Z"), 120),
      hrv_rmssd_ms: rmssd(46),
      heart_rate_bpm: 57,
      lowest_heart_rate_bpm: 51,
      breaths_per_min: 14.5,
    },
  ]);
});

test("a night of less than three hours is a nap", () => {
  const nap = night({
    sleep_end_time: "2026-04-04T00:30:00+02:00",
    light_sleep: 3_600,
    deep_sleep: 600,
    rem_sleep: 600,
    total_interruption_duration: 600,
  });
  expect(measure({ nights: [nap] })).toMatchObject({
    nights: [],
    naps: [{ day: "2026-04-04", total_sleep_s: 4_800 }],
  });
});

describe("temperature", () => {
  const week = (records: Body[]) =>
    measure({
      skin_temperatures: records.map((record, i) => ({
        sleep_date: `2026-04-0${i + 1}`,
        ...record,
      })),
    }).days.map(({ temperature_deviation_c }) => temperature_deviation_c);
  const absolute = [33.5, 33.5, 34, 33.5, 33.5].map((value) => ({
    sleep_time_skin_temperature_celsius: value,
  }));

  test("is the deviation wherever one is sent; what has none is then missing", () => {
    expect(
      week([{ ...absolute[0], deviation_from_baseline_celsius: 0.25 }, ...absolute.slice(1)]),
    ).toEqual([0.25]);
  });

  test("without any deviation is read against her own nights, five at least", () => {
    expect(week(absolute)).toEqual([0, 0, 0.5, 0, 0]);
    expect(week(absolute.slice(1))).toEqual([]);
  });
});

describe("an exercise", () => {
  const exercise = (changes: Body = {}) => ({
    start_time: "2026-04-04T23:30:00",
    start_time_utc_offset: 120,
    duration: "PT1H5M30.5S",
    sport: "RUNNING",
    ...changes,
  });
  const read = (changes: Body = {}) => measure({ exercises: [exercise(changes)] }).workouts;

  test("is on the wall clock of its offset", () => {
    expect(read()).toEqual([
      {
        day: "2026-04-04",
        activity: "running",
        duration_s: 3_930,
        intensity: null,
        start: { epoch_ms: Date.parse("2026-04-04T21:30:00Z"), offset_minutes: 120 },
      },
    ]);
    expect(read({ start_time: "2026-04-04T23:30:00-04:00" })[0]?.start?.offset_minutes).toBe(-240);
    expect(read({ start_time_utc_offset: -210 })[0]?.start?.offset_minutes).toBe(-210);
  });

  test("without a known instant is missing, and without a duration has none", () => {
    for (const start_time_utc_offset of [null, 7_200, 1.5, -721])
      expect(read({ start_time_utc_offset })).toEqual([]);
    for (const duration of [null, "", "45", "PT", "P1D", "PT45"])
      expect(read({ duration })[0]?.duration_s).toBeNull();
  });

  test("of a name of her own has none", () => {
    expect(read({ sport: "with Anna" })[0]?.activity).toBeNull();
  });
});
