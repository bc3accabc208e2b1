/**
 * WHOOP: raw values are under `score`, times are UTC with a separate offset, and two records
 * describe a night.
 */
import { describe, expect, test } from "bun:test";
import { whoop } from "../../src/tenants/whoop/index.ts";
import type { Body } from "../support/payloads.ts";
import { measure as measureOf, parse as parseOf, rmssd } from "./support.ts";

const parse = (payload: Body) => parseOf(payload, { tenant: whoop });
const measure = (payload: Body) => measureOf(payload, { tenant: whoop });

const HOUR = 3_600_000;
/** Seven hours asleep of seven and a half. */
const STAGES = {
  total_in_bed_time_milli: 7.5 * HOUR,
  total_awake_time_milli: 0.5 * HOUR,
  total_no_data_time_milli: 0,
  total_light_sleep_time_milli: 4 * HOUR,
  total_slow_wave_sleep_time_milli: 1.25 * HOUR,
  total_rem_sleep_time_milli: 1.75 * HOUR,
};
const sleep = (changes: Body = {}) => ({
  id: "a",
  start: "2026-04-04T04:30:00.000Z",
  end: "2026-04-04T12:00:00.000Z",
  timezone_offset: "-05:00",
  nap: false,
  score_state: "SCORED",
  score: { stage_summary: STAGES, respiratory_rate: 14.5 },
  ...changes,
});
const recovery = (score: Body, changes: Body = {}) => ({
  sleep_id: "a",
  score_state: "SCORED",
  score,
  ...changes,
});

describe("a night", () => {
  test("is on the wall clock of its offset and belongs to the day she woke", () => {
    const { nights, offsets } = measure({ sleep: [sleep()] });
    expect(nights).toEqual([
      {
        day: "2026-04-04",
        bedtime_start: { epoch_ms: Date.parse("2026-04-04T04:30:00Z"), offset_minutes: -300 },
        bedtime_end: { epoch_ms: Date.parse("2026-04-04T12:00:00Z"), offset_minutes: -300 },
        total_sleep_s: 25_200,
        time_in_bed_s: 27_000,
        awake_s: 1_800,
        latency_s: null,
        deep_s: 4_500,
        rem_s: 6_300,
        light_s: 14_400,
        hrv_rmssd_ms: null,
        heart_rate_bpm: null,
        lowest_heart_rate_bpm: null,
        breaths_per_min: 14.5,
        temperature_deviation_c: null,
      },
    ]);
    expect(offsets.map(({ offset_minutes }) => offset_minutes)).toEqual([-300]);
    const east = sleep({
      start: "2026-04-03T15:00:00Z",
      end: "2026-04-03T22:30:00Z",
      timezone_offset: "+09:00",
    });
    expect(measure({ sleep: [east] }).nights[0]?.day).toBe("2026-04-04");
  });

  test("without an offset it is on the clock of the request's zone", () => {
    for (const timezone_offset of [undefined, null, "CET", "+2"])
      expect(
        measure({ sleep: [sleep({ timezone_offset })] }).nights[0]?.bedtime_start?.offset_minutes,
      ).toBe(120);
  });

  test("a nap is none, and has no recovery", () => {
    const nap = sleep({ id: "n", nap: true });
    const found = measure({
      sleep: [nap],
      recovery: [recovery({ hrv_rmssd_milli: 50 }, { sleep_id: "n" })],
    });
    expect(found.nights).toEqual([]);
    expect(found.naps).toEqual([{ day: "2026-04-04", total_sleep_s: 25_200 }]);
    expect(JSON.stringify(found)).not.toContain("50");
  });

  test("only what was scored is read", () => {
    for (const score_state of ["PENDING_SCORE", "UNSCORABLE", "new", null, undefined])
      expect(measure({ sleep: [sleep({ score_state })] }).nights).toEqual([]);
    expect(measure({ sleep: [sleep({ score: null })] }).nights[0]?.total_sleep_s).toBeNull();
  });

  test("one that ends before it begins has no bedtime and no lengths", () => {
    const [night] = measure({ sleep: [sleep({ start: "2026-04-04T13:00:00Z" })] }).nights;
    expect(night).toMatchObject({ bedtime_start: null, bedtime_end: null, day: "2026-04-04" });
  });

  test("its lengths cannot be more than the time between its ends", () => {
    const [night] = measure({ sleep: [sleep({ start: "2026-04-04T09:00:00Z" })] }).nights;
    expect(night).toMatchObject({
      total_sleep_s: null,
      deep_s: null,
      rem_s: null,
      time_in_bed_s: null,
    });
  });
});

describe("a recovery", () => {
  test("is of the night that it names; rMSSD is in ms already", () => {
    const { nights, days } = measure({
      sleep: [sleep()],
      recovery: [
        recovery({ hrv_rmssd_milli: 65.4, resting_heart_rate: 52, spo2_percentage: 95.5 }),
      ],
    });
    expect(nights[0]?.hrv_rmssd_ms).toBe(rmssd(65.4));
    expect(days).toEqual([
      {
        day: "2026-04-04",
        resting_heart_rate_bpm: 52,
        vo2max_ml_kg_min: null,
        spo2_percent: 95.5,
        temperature_deviation_c: null,
      },
    ]);
  });

  test("of another sleep adds nothing", () => {
    const found = measure({
      sleep: [sleep()],
      recovery: [recovery({ hrv_rmssd_milli: 65 }, { sleep_id: "b" })],
    });
    expect(found.nights[0]?.hrv_rmssd_ms).toBeNull();
    expect(found.days).toEqual([]);
  });

  test("sent again, the last one stands; whole numbers name sleeps as well", () => {
    const of = (hrv_rmssd_milli: number) => recovery({ hrv_rmssd_milli }, { sleep_id: 7 });
    const { nights } = measure({ sleep: [sleep({ id: 7 })], recovery: [of(40), of(44)] });
    expect(nights[0]?.hrv_rmssd_ms).toBe(rmssd(44));
  });

  test("a skin temperature is read against five nights of her own, else not at all", () => {
    const night = (date: number) =>
      sleep({
        id: `${date}`,
        start: `2026-04-0${date}T04:30:00Z`,
        end: `2026-04-0${date}T12:00:00Z`,
      });
    const warm = (date: number, skin_temp_celsius: number) =>
      recovery({ skin_temp_celsius }, { sleep_id: `${date}` });
    const nights = [1, 2, 3, 4, 5].map(night);
    const temperatures = [33.25, 33.5, 33.5, 33.75, 34].map((each, i) => warm(i + 1, each));
    const deviations = (count: number) =>
      measure({ sleep: nights, recovery: temperatures.slice(0, count) }).days.map(
        (each) => each.temperature_deviation_c,
      );
    expect(deviations(5)).toEqual([-0.25, 0, 0, 0.25, 0.5]);
    expect(deviations(4)).toEqual([]);
  });
});

test("a cycle says that heart rate was measured, and nothing of her menstrual cycle", () => {
  const cycle = {
    start: "2026-04-03T21:30:00Z",
    score_state: "SCORED",
    score: { average_heart_rate: 68 },
  };
  expect(measure({ cycle: [cycle] })).toMatchObject({
    heart_rate_days: ["2026-04-04"],
    nights: [],
    days: [],
  });
  const none = [
    { ...cycle, score: { average_heart_rate: 0 } },
    { ...cycle, score_state: "PENDING_SCORE" },
  ];
  expect(measure({ cycle: none }).heart_rate_days).toEqual([]);
});

test("a workout is as long as from its start to its end; a name of her own does not pass", () => {
  const workout = (sport_name: string) => ({
    start: "2026-04-04T03:00:00Z",
    end: "2026-04-04T03:45:00Z",
    timezone_offset: "-05:00",
    sport_name,
    score: { strain: 12 },
  });
  const { workouts } = measure({ workout: [workout("Running"), workout("with Anna")] });
  expect(workouts.map(({ day, activity, duration_s }) => [day, activity, duration_s])).toEqual([
    ["2026-04-03", "running", 2_700],
    ["2026-04-03", null, 2_700],
  ]);
});

test("records of a later day than may be are left out", () => {
  const late = sleep({ id: "z", start: "2027-01-01T04:30:00Z", end: "2027-01-01T12:00:00Z" });
  expect(measure({ sleep: [sleep(), late] }).nights.length).toBe(1);
});

test("WHOOP's list response is told what to send", () => {
  const parsed = parse({ sleep: { records: [sleep()], next_token: null } });
  expect(parsed).toMatchObject({
    problems: [{ path: "/whoop/sleep", fix: expect.stringContaining('"records"') }],
  });
});
