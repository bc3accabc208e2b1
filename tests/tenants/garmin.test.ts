/**
 * Garmin: Unix times with an offset, series by offset seconds, sleeps sent twice, and a cycle of
 * its own.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { garmin } from "../../src/tenants/garmin/index.ts";
import { useService } from "../contract/support/service.ts";
import { type Body, requestBody, yesterday } from "../support/payloads.ts";
import { garmin as garminCase } from "../support/tenants/garmin.ts";
import { measure as measureOf, rmssd, stagedNight } from "./support.ts";

const service = useService({ beforeAll, afterAll });
const measure = (payload: Body) => measureOf(payload, { tenant: garmin });
const START = Date.parse("2026-04-04T04:00:00Z") / 1_000;
const sleep = (changes: Body = {}) => ({
  summaryId: "s",
  calendarDate: "2026-04-04",
  startTimeInSeconds: START,
  startTimeOffsetInSeconds: -18_000,
  durationInSeconds: 28_800,
  deepSleepDurationInSeconds: 4_500,
  lightSleepDurationInSeconds: 16_200,
  remSleepInSeconds: 6_300,
  awakeDurationInSeconds: 1_800,
  validation: "AUTO_FINAL",
  ...changes,
});

test("a night has its lengths, and HRV of its day", () => {
  const hrv = [
    { calendarDate: "2026-04-03", lastNightAvg: 90 },
    { calendarDate: "2026-04-04", lastNightAvg: 46, hrvValues: { "300": 10 } },
  ];
  const timeOffsetSleepRespiration = { "60": 14, "120": 15, "180": -1 };
  expect(measure({ sleeps: [sleep({ timeOffsetSleepRespiration })], hrv }).nights).toEqual([
    { ...stagedNight(START * 1_000, -300), hrv_rmssd_ms: rmssd(46), breaths_per_min: 14.5 },
  ]);
});

test("without an offset, or with one that no zone has, it is on the clock of the request's zone", () => {
  for (const startTimeOffsetInSeconds of [null, undefined, 360_000])
    expect(
      measure({ sleeps: [sleep({ startTimeOffsetInSeconds })] }).nights[0]?.bedtime_start
        ?.offset_minutes,
    ).toBe(120);
});

test("times in milliseconds are no night", () => {
  expect(measure({ sleeps: [sleep({ startTimeInSeconds: START * 1_000 })] }).nights).toEqual([]);
});

describe("a sleep sent twice", () => {
  const tentative = sleep({
    validation: "AUTO_TENTATIVE",
    durationInSeconds: 32_400,
    lightSleepDurationInSeconds: 19_800,
  });
  const totals = (...sleeps: Body[]) =>
    measure({ sleeps }).nights.map(({ total_sleep_s }) => total_sleep_s);

  test("counts as it was when it was final, however long it was before", () => {
    expect(totals(tentative)).toEqual([30_600]);
    expect(totals(tentative, sleep())).toEqual([27_000]);
    expect(totals(sleep(), tentative)).toEqual([27_000]);
  });

  test("with stages that overlap is read by its lengths alone", () => {
    const overlap = [{ startTimeInSeconds: START, endTimeInSeconds: START + 28_800 }];
    expect(
      totals(sleep({ sleepLevelsMap: { deep: overlap, light: overlap, rem: overlap } })),
    ).toEqual([27_000]);
  });
});

test("HRV of the night is the mean of its samples where no nightly value is sent", () => {
  const hrv = [
    { calendarDate: "2026-04-04", hrvValues: { "265": 70, "565": 73, "865": 67, x: 9, "1165": 0 } },
  ];
  expect(measure({ sleeps: [sleep()], hrv }).nights[0]?.hrv_rmssd_ms).toBe(rmssd(70));
});

test("SpO2 is that of the sleep; of a day without one what was measured all day, but not on demand", () => {
  const pulseox = (calendarDate: string, value: number, onDemand = false) => ({
    calendarDate,
    onDemand,
    timeOffsetSpo2Values: { "0": value },
  });
  const { days } = measure({
    sleeps: [sleep({ timeOffsetSleepSpo2: { "60": 95 } })],
    pulseox: [
      pulseox("2026-04-04", 99),
      pulseox("2026-04-05", 97),
      pulseox("2026-04-06", 98, true),
    ],
  });
  expect(days.map(({ day, spo2_percent }) => [day, spo2_percent])).toEqual([
    ["2026-04-04", 95],
    ["2026-04-05", 97],
  ]);
});

test("a mean of seven days is no measure of a day", () => {
  const dailies = [
    { calendarDate: "2026-04-04", averageHeartRateInBeatsPerMinute: 72, averageStressLevel: 30 },
  ];
  expect(measure({ dailies })).toMatchObject({ days: [], heart_rate_days: [] });
});

test("Garmin's own cycle never stands against user_context", async () => {
  const { oura: _, ...rest } = requestBody();
  const payload = garminCase.payload(yesterday());
  const cycle = { dayInCycle: 1, currentPhaseType: 1, pregnancySnapshot: { title: "CANARY" } };
  const contexts = [];
  for (const mct of [[], [cycle], [{ ...cycle, currentPhaseType: "CANARY" }]]) {
    const body = { ...rest, request_id: Bun.randomUUIDv7(), garmin: { ...payload, mct } };
    expect((await service().post(body, { tenant: "garmin" })).status).toBe(200);
    contexts.push(service().engine.calls.at(-1));
  }
  expect(contexts[0]?.context).toEqual({
    cycle_phase: "luteal",
    cycle_day: 22,
    life_stage: "reproductive",
  });
  expect(contexts[1]).toEqual(contexts[0]);
  expect(contexts[2]).toEqual(contexts[0]);
});
