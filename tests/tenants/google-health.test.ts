/**
 * Google Health: numbers as text, stages as intervals, dates in parts, several sources of one
 * value.
 */
import { describe, expect, test } from "bun:test";
import { googleHealth } from "../../src/tenants/google-health/index.ts";
import type { Body } from "../support/payloads.ts";
import { measure as measureOf, rmssd, stagedNight } from "./support.ts";

const measure = (...dataPoints: Body[]) => measureOf({ dataPoints }, { tenant: googleHealth });
const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-04-04T03:00:00Z");
const at = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();
/** 480 minutes from 23:00 in New York: 30 awake, 270 light, 75 deep, 105 REM. */
const STAGES: [string, number, number][] = [
  ["AWAKE", 0, 30],
  ["LIGHT", 30, 300],
  ["DEEP", 300, 375],
  ["REM", 375, 480],
];
const sleep = (stages = STAGES, changes: Body = {}) => ({
  sleep: {
    interval: {
      startTime: at(0),
      endTime: at(480),
      startUtcOffset: "-14400s",
      endUtcOffset: "-14400s",
      ...changes,
    },
    stages: stages.map(([type, from, to]) => ({ type, startTime: at(from), endTime: at(to) })),
  },
});
const date = { year: 2026, month: 4, day: 4 };

test("a night has what its stages add up to, and the values of its day", () => {
  const { nights } = measure(
    sleep(),
    { dailyHeartRateVariability: { date, averageHeartRateVariabilityMilliseconds: 46.5 } },
    { dailyRespiratoryRate: { date, breathsPerMinute: 14.5 } },
    {
      dailyHeartRateVariability: {
        date: { ...date, day: 3 },
        averageHeartRateVariabilityMilliseconds: 90,
      },
    },
  );
  expect(nights).toEqual([
    { ...stagedNight(START_MS, -240), hrv_rmssd_ms: rmssd(46.5), breaths_per_min: 14.5 },
  ]);
});

describe("a sleep", () => {
  test("without stages has its length alone", () => {
    const [night] = measure(
      sleep([
        ["ASLEEP", 0, 400],
        ["RESTLESS", 400, 420],
        ["AWAKE", 420, 480],
      ]),
    ).nights;
    expect(night).toMatchObject({
      total_sleep_s: 25_200,
      awake_s: 3_600,
      deep_s: null,
      rem_s: null,
    });
  });

  test("half of whose stages are not told has none", () => {
    const [night] = measure(
      sleep([
        ["ASLEEP", 0, 200],
        ["LIGHT", 200, 400],
        ["DEEP", 400, 440],
        ["REM", 440, 480],
      ]),
    ).nights;
    expect(night).toMatchObject({ total_sleep_s: null, deep_s: null });
  });

  test("with an interval that ends before it begins has none", () => {
    const [night] = measure(sleep([...STAGES.slice(0, 3), ["REM", 480, 375]])).nights;
    expect(night).toMatchObject({ total_sleep_s: null, rem_s: null });
  });

  test("of less than three hours is a nap", () => {
    const nap = sleep(
      [
        ["LIGHT", 0, 60],
        ["DEEP", 60, 70],
        ["REM", 70, 80],
      ],
      { endTime: at(80) },
    );
    expect(measure(nap)).toMatchObject({
      nights: [],
      naps: [{ day: "2026-04-04", total_sleep_s: 4_800 }],
    });
  });

  test("whose offset cannot be read is on the clock of the request's zone", () => {
    for (const startUtcOffset of [null, "-4h", "-99999s"])
      expect(
        measure(sleep(STAGES, { startUtcOffset })).nights[0]?.bedtime_start?.offset_minutes,
      ).toBe(120);
  });
});

test("whole numbers are read as text or as numbers", () => {
  const resting = (beatsPerMinute: unknown) =>
    measure({ dailyRestingHeartRate: { date, beatsPerMinute } }).days.map(
      (day) => day.resting_heart_rate_bpm,
    );
  expect([resting("54"), resting(54), resting("54.5")]).toEqual([[54], [54], [54.5]]);
});

test("a temperature is read against the vendor's baseline, and only as one of skin", () => {
  const deviation = (nightlyTemperatureCelsius: unknown, baselineTemperatureCelsius: unknown) =>
    measure({
      dailySleepTemperatureDerivations: {
        date,
        nightlyTemperatureCelsius,
        baselineTemperatureCelsius,
      },
    }).days.map((day) => day.temperature_deviation_c);
  expect(deviation(33.75, 33.5)).toEqual([0.25]);
  expect(deviation(33.75, null)).toEqual([]);
  expect(deviation(0.3, 0)).toEqual([]);
});

test("of two sources the one with more points is read, alone", () => {
  const resting = (platform: string, day: number, beatsPerMinute: string) => ({
    dataSource: { platform },
    dailyRestingHeartRate: { date: { ...date, day }, beatsPerMinute },
  });
  const points = [
    resting("FITBIT", 2, "54"),
    resting("FITBIT", 3, "55"),
    resting("HEALTH_CONNECT", 3, "61"),
    resting("FITBIT", 4, "56"),
    resting("HEALTH_CONNECT", 5, "62"),
  ];
  for (const each of [points, [...points].reverse()])
    expect(measure(...each).days.map((day) => day.resting_heart_rate_bpm)).toEqual([54, 55, 56]);
});

test("an exercise is as long as its interval", () => {
  const exercise = {
    interval: { startTime: at(0), endTime: at(45), startUtcOffset: "-14400s" },
    exerciseType: "RUNNING",
  };
  expect(measure({ exercise }).workouts).toMatchObject([
    { day: "2026-04-03", activity: "running", duration_s: 2_700 },
  ]);
});

test("points of types that are not read are no fault and no signal", () => {
  const found = measure({ electrocardiogram: { anything: 1 } }, { steps: { count: "8000" } });
  expect(found).toMatchObject({ nights: [], days: [], workouts: [], heart_rate_days: [] });
});
