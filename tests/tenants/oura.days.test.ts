/** Oura's daily data: heart rate in its three shapes, VO2max, SpO2, workouts, the person. */
import { describe, expect, test } from "bun:test";
import { RESTING_SAMPLES_MIN } from "../../src/tenants/oura/heart-rate.ts";
import { EMPTY } from "../engine/fixtures.ts";
import { measure, parse } from "./support.ts";

const MINUTE_MS = 60_000;
const START = Date.parse("2026-04-04T01:00:00Z");
const SAMPLES = 40;
const at = (i: number) => new Date(START + i * 5 * MINUTE_MS).toISOString();
const bpm = (i: number) => 60 + (i % 10);
const rows = (count = SAMPLES, source: string | undefined = "rest") =>
  Array.from({ length: count }, (_, i) => ({ timestamp: at(i), bpm: bpm(i), source }));
const resting = (heartrate: unknown, timezone = "UTC") =>
  measure({ heartrate }, { timezone }).days.map(({ day, resting_heart_rate_bpm }) => [
    day,
    resting_heart_rate_bpm,
  ]);

describe("heart rate", () => {
  const block = { timestamp: at(0), interval: 300, items: rows().map((row) => row.bpm) };
  const expected = [["2026-04-04", 60]];

  test("rows, a sample block, a forwarded list response and a mixture mean the same", () => {
    expect(resting(rows())).toEqual(expected);
    expect(resting([block])).toEqual(expected);
    expect(resting([{ data: rows(), next_token: null }])).toEqual(expected);
    expect(
      resting([
        ...rows(10),
        { data: rows().slice(10, 20) },
        { ...block, items: block.items.slice(20) },
      ]),
    ).toEqual(expected);
  });

  test("resting heart rate is a low percentile: one artefact does not move it, activity does not count", () => {
    const artefact = { timestamp: at(3), bpm: 31, source: "rest" };
    const exercise = Array.from({ length: 60 }, (_, i) => ({
      timestamp: at(i),
      bpm: 40,
      source: "workout",
    }));
    expect(resting([...rows(), artefact])).toEqual(expected);
    expect(resting([...rows(), ...exercise])).toEqual(expected);
    for (const source of ["awake", "workout", "live", "session"])
      expect(resting(rows(SAMPLES, source))).toEqual([]);
    for (const source of ["sleep", "rest", "new_source", undefined]) {
      expect(resting(rows(SAMPLES, source))).toEqual(expected);
    }
  });

  test("a day with any valid sample counts as a day of heart rate, whatever its source; sentinels do not", () => {
    const days = (heartrate: unknown) =>
      measure({ heartrate }, { timezone: "UTC" }).heart_rate_days;
    expect(days(rows(3, "awake"))).toEqual(["2026-04-04"]);
    expect(days([{ ...block, items: [61] }])).toEqual(["2026-04-04"]);
    expect(days(rows(3).map((row) => ({ ...row, bpm: 255 })))).toEqual([]);
  });

  test("what lies 400 days before the newest sample, or behind the newest day allowed, is not read", () => {
    const daily = (from: string, items: number) => [
      { timestamp: from, interval: 86_400, items: Array(items).fill(60) },
    ];
    const days = (heartrate: unknown) =>
      measure({ heartrate }, { timezone: "Europe/Madrid", newestAllowedDay: "2026-04-05" })
        .heart_rate_days;
    const found = days(daily("1970-01-02T12:00:00Z", 100_000));
    expect([found[0], found.at(-1), found.length]).toEqual(["2025-03-02", "2026-04-05", 400]);
    expect(days(daily("2026-04-06T12:00:00Z", 1_000))).toEqual([]);
  });

  test("too few valid samples make no value; sentinels and gaps are not valid", () => {
    expect(resting(rows(RESTING_SAMPLES_MIN))).toEqual(expected);
    expect(resting(rows(RESTING_SAMPLES_MIN - 1))).toEqual([]);
    const broken = [255, 0, null, 300, 12].flatMap((value) =>
      rows(20).map((row) => ({ ...row, bpm: value })),
    );
    expect(resting([...rows(RESTING_SAMPLES_MIN - 1), ...broken])).toEqual([]);
    expect(resting([{ timestamp: at(0), interval: 300, items: Array(50).fill(null) }])).toEqual([]);
    expect(resting([{ ...block, interval: 0 }])).toEqual([]);
  });

  test("a sample's day is the local sleep day of the request's zone, which rolls at 18:00", () => {
    const evening = Array.from({ length: SAMPLES }, (_, i) => ({
      timestamp: new Date(Date.parse("2026-04-03T17:00:00Z") + i * 5 * MINUTE_MS).toISOString(),
      bpm: 60,
      source: "sleep",
    }));
    expect(resting(evening, "Europe/Madrid")).toEqual([["2026-04-04", 60]]);
    expect(resting(evening, "America/Los_Angeles")).toEqual([["2026-04-03", 60]]);
    expect(resting(evening, "Asia/Kolkata")).toEqual([["2026-04-04", 60]]);
  });

  test("samples of the future, or of no calendar day, are ignored", () => {
    const moved = (year: string) =>
      rows().map((row) => ({ ...row, timestamp: row.timestamp.replace("2026", year) }));
    expect(resting(moved("2030"))).toEqual([]);
    expect(resting(rows().map((row) => ({ ...row, timestamp: "9999-12-31T23:00:00Z" })))).toEqual(
      [],
    );
    expect(
      resting(rows().map((row) => ({ ...row, timestamp: "0000-01-01T00:00:00+14:00" }))),
    ).toEqual([]);
  });

  test("a month of minutes is read whole", () => {
    const month = Array.from({ length: 43_200 }, (_, i) => ({
      timestamp: new Date(START + i * MINUTE_MS).toISOString(),
      bpm: bpm(i),
      source: "rest",
    }));
    expect(resting(month, "Europe/Madrid").length).toBeGreaterThan(29);
  });

  test("the cap counts samples, however they are packed", () => {
    const heartrate = [
      { timestamp: at(0), interval: 1, items: Array(60_000).fill(60) },
      { timestamp: at(0), interval: 1, items: Array(60_000).fill(60) },
    ];
    expect(parse({ heartrate })).toMatchObject({ problems: [{ path: "/oura/heartrate" }] });
  });
});

test("VO2max and SpO2 by day; 0.0 and null are missing; a later record of a day corrects an earlier one", () => {
  const { days } = measure({
    vo2_max: [
      { day: "2026-04-01", vo2_max: 41 },
      { day: "2026-04-01", vo2_max: 42 },
      { day: "2026-04-02", vo2_max: 5 },
    ],
    daily_spo2: [
      { day: "2026-04-03", spo2_percentage: { average: 97.5 } },
      { day: "2026-04-04", spo2_percentage: { average: 0.0 } },
      { day: "2026-04-05", spo2_percentage: null },
      { day: "2026-04-06", spo2_percentage: { average: null } },
    ],
  });
  expect(days).toEqual([
    {
      day: "2026-04-01",
      resting_heart_rate_bpm: null,
      vo2max_ml_kg_min: 42,
      spo2_percent: null,
      temperature_deviation_c: null,
    },
    {
      day: "2026-04-03",
      resting_heart_rate_bpm: null,
      vo2max_ml_kg_min: null,
      spo2_percent: 97.5,
      temperature_deviation_c: null,
    },
  ]);
});

test("the day's readiness temperature is a daily value too", () => {
  const { days, nights } = measure({
    daily_readiness: [{ day: "2026-04-01", temperature_deviation: -0.29 }],
  });
  expect(nights).toEqual([]);
  expect(days[0]?.temperature_deviation_c).toBe(-0.29);
});

describe("workouts", () => {
  const workout = {
    day: "2026-04-03",
    activity: "Running",
    intensity: "moderate",
    start_datetime: "2026-04-03T09:00:00+02:00",
    end_datetime: "2026-04-03T09:45:00+02:00",
    label: "with Ann",
  };
  const first = (changes: object) => measure({ workout: [{ ...workout, ...changes }] }).workouts[0];

  test("known words, duration from the two times, nothing of the label", () => {
    expect(first({})).toEqual({
      day: "2026-04-03",
      activity: "running",
      duration_s: 2700,
      intensity: "moderate",
      start: { epoch_ms: Date.parse("2026-04-03T07:00:00Z"), offset_minutes: 120 },
    });
  });

  test("a word of the person's own, an unknown intensity and impossible times are missing", () => {
    expect(first({ activity: "running with Ann" })?.activity).toBeNull();
    expect(first({ intensity: "brutal" })?.intensity).toBeNull();
    expect(first({ end_datetime: "2026-04-02T09:00:00+02:00" })?.duration_s).toBeNull();
    expect(first({ end_datetime: null })?.duration_s).toBeNull();
  });
});

describe("personal_info", () => {
  const band = (personal_info: unknown) =>
    measure({ daily_sleep: [{ day: "2026-04-01" }], personal_info }).age_band;

  test.each([
    [0, "0-4"],
    [29, "25-29"],
    [30, "30-34"],
    [34, "30-34"],
    [130, "130-134"],
  ])("age %d → %s", (age, expected) => {
    expect(band({ age })).toBe(expected);
  });

  test.each([[-1], [131], [33.5], ["33"], [null], [[33]], [undefined]])(
    "age %j is ignored",
    (age) => {
      expect(band({ age })).toBeNull();
    },
  );

  test("a personal_info of any shape is ignored, and nothing but the age is looked at", () => {
    for (const value of ["x", 7, [], null, true]) expect(band(value)).toBeNull();
    const measurements = measure({
      daily_sleep: [{ day: "2026-04-01" }],
      personal_info: { age: 33, email: "CANARY", weight: 77.77, date_of_birth: "CANARY" },
    });
    expect(JSON.stringify(measurements)).not.toMatch(/CANARY|77|33\b/);
  });
});

test("lists without raw measures are accepted and add nothing", () => {
  const day = "2026-04-01";
  const empty = measure({ daily_sleep: [{ day }] });
  expect(empty).toEqual(EMPTY);
  expect(
    measure({
      daily_sleep: [{ day, contributors: { total_sleep: 86, deep_sleep: 68 } }],
      session: [{ day, type: "meditation", mood: "great" }],
      tag: [{ day, text: "with Ann" }],
      enhanced_tag: [{ start_day: day, comment: "x" }],
      rest_mode_period: [{}],
      ring_configuration: [{ set_up_at: "1970-01-01T00:00:00+00:00" }],
      daily_stress: [{ day, stress_high: 1800 }],
      daily_resilience: [{ day, level: "solid" }],
      daily_cardiovascular_age: [{ day, vascular_age: 39 }],
    }),
  ).toEqual(empty);
});
