/**
 * Ultrahuman: elements of one list, Unix times, stages that are summed up, and HRV of an unknown
 * kind.
 */
import { describe, expect, test } from "bun:test";
import { ultrahuman } from "../../src/tenants/ultrahuman/index.ts";
import type { Body } from "../support/payloads.ts";
import { measure as measureOf } from "./support.ts";

const measure = (...metric_data: Body[]) => measureOf({ metric_data }, { tenant: ultrahuman });
/** 00:00 to 08:00 in Madrid. */
const START = Date.parse("2026-04-03T22:00:00Z") / 1_000;
const END = START + 8 * 3_600;
const stages = (deep: number, rem: number, light: number, awake: number) => [
  { type: "deep_sleep", stage_time: deep },
  { type: "rem_sleep", stage_time: rem },
  { type: "light_sleep", stage_time: light },
  { type: "awake", stage_time: awake },
];
const sleep = (changes: Body = {}) => ({
  type: "Sleep",
  object: {
    bedtime_start: START,
    bedtime_end: END,
    quick_metrics: [
      { type: "time_in_bed", value: 28_800 },
      { type: "sleep_efic", value: 40 },
    ],
    sleep_stages: stages(4_500, 6_300, 16_200, 1_800),
    ...changes,
  },
});
const samples = (type: string, values: [number, number][], unit?: string) => ({
  type,
  object: { unit, values: values.map(([value, timestamp]) => ({ value, timestamp })) },
});

describe("a night", () => {
  test("is what its stages add up to, on the clock of the request's zone", () => {
    expect(measure(sleep()).nights[0]).toMatchObject({
      day: "2026-04-04",
      bedtime_start: { epoch_ms: START * 1_000, offset_minutes: 120 },
      total_sleep_s: 27_000,
      time_in_bed_s: 28_800,
      awake_s: 1_800,
      deep_s: 4_500,
      rem_s: 6_300,
      hrv_rmssd_ms: null,
    });
    expect(measure(sleep({ ultrahuman_date: "2026-04-03" })).nights[0]?.day).toBe("2026-04-03");
  });

  test("of more than a day has no bedtimes, and keeps what its stages say", () => {
    const [night] = measure(sleep({ bedtime_end: START + 31 * 3_600 })).nights;
    expect(night).toMatchObject({ bedtime_start: null, bedtime_end: null, total_sleep_s: 27_000 });
  });

  test("without bedtimes, or with those of milliseconds, has no day and is none", () => {
    for (const bedtime_end of [null, END * 1_000, 1e300, -1])
      expect(measure(sleep({ bedtime_end })).nights).toEqual([]);
  });

  test("of less than three hours is a nap", () => {
    const nap = sleep({ bedtime_end: START + 5_400, sleep_stages: stages(600, 600, 3_600, 600) });
    expect(measure(nap)).toMatchObject({
      nights: [],
      naps: [{ day: "2026-04-04", total_sleep_s: 4_800 }],
    });
  });

  test("whose stages lack one has no lengths", () => {
    const [night] = measure(
      sleep({ sleep_stages: stages(4_500, 6_300, 16_200, 1_800).slice(1) }),
    ).nights;
    expect(night).toMatchObject({ total_sleep_s: null, rem_s: null, time_in_bed_s: null });
  });
});

test("HRV is not read, because nobody says that it is rMSSD", () => {
  const found = measure(sleep(), samples("hrv", [[61, START + 60]], "ms"));
  expect(JSON.stringify(found)).not.toContain("61");
});

test("resting heart rate and SpO2 are the mean of a day's plausible samples", () => {
  const at = START + 3_600;
  const { days, heart_rate_days } = measure(
    samples("night_rhr", [
      [50, at],
      [54, at],
      [0, at],
      [255, at],
    ]),
    samples("spo2", [
      [95, at],
      [97, at],
      [0, at],
    ]),
    samples("hr", [[70, at]]),
  );
  expect(days).toMatchObject([{ day: "2026-04-04", resting_heart_rate_bpm: 52, spo2_percent: 96 }]);
  expect(heart_rate_days).toEqual(["2026-04-04"]);
});

describe("skin temperature", () => {
  const week = (unit: string, degrees: readonly number[], hoursIn = 2) =>
    measure(
      ...degrees.flatMap((value, i) => {
        const start = START + i * 86_400;
        return [
          sleep({ bedtime_start: start, bedtime_end: start + 28_800 }),
          samples("temp", [[value, start + hoursIn * 3_600]], unit),
        ];
      }),
    ).days.map(({ temperature_deviation_c }) => Number(temperature_deviation_c?.toFixed(4)));

  test("is read in bed, against her own nights, in °C or converted once from °F", () => {
    expect(week("°C", [34, 34, 34.5, 34, 34])).toEqual([0, 0, 0.5, 0, 0]);
    expect(week("°F", [93.2, 93.2, 94.1, 93.2, 93.2])).toEqual([0, 0, 0.5, 0, 0]);
    expect(week("°C", [34, 34, 34.5, 34, 34], 12)).toEqual([]);
  });

  test("of no unit, another one, or one that does not fit its numbers, is missing", () => {
    for (const unit of ["", "K", "bpm"]) expect(week(unit, [34, 34, 34.5, 34, 34])).toEqual([]);
    expect(week("°F", [34, 34, 34.5, 34, 34])).toEqual([]);
    expect(week("°C", [93.2, 93.2, 94.1, 93.2, 93.2])).toEqual([]);
  });
});
