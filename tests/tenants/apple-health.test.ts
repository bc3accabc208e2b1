/**
 * Apple Health: stretches of stages of several sources, fractions, °F, SDNN, and beats that give
 * rMSSD.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmssdOf } from "../../src/tenants/apple-health/beats.ts";
import { appleHealth } from "../../src/tenants/apple-health/index.ts";
import { useService } from "../contract/support/service.ts";
import { type Body, requestBody, yesterday } from "../support/payloads.ts";
import { appleHealth as appleCase, beatsOf } from "../support/tenants/apple-health.ts";
import { measure as measureOf, stagedNight } from "./support.ts";

const service = useService({ beforeAll, afterAll });
const measure = (...records: Body[]) => measureOf({ records }, { tenant: appleHealth });
const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-04-03T22:00:00Z");
const OFFSET_MS = 2 * 3_600_000;
const at = (minute: number) =>
  `${new Date(START_MS + OFFSET_MS + minute * MINUTE_MS).toISOString().slice(0, 19)}+02:00`;
const stretch = (value: unknown, from: number, to: number, sourceName = "Watch") => ({
  type: "HKCategoryTypeIdentifierSleepAnalysis",
  value: typeof value === "string" ? `HKCategoryValueSleepAnalysis${value}` : value,
  startDate: at(from),
  endDate: at(to),
  sourceName,
});
const quantity = (type: string, value: unknown, unit: string | null, minute = 60) => ({
  type: `HKQuantityTypeIdentifier${type}`,
  value,
  unit,
  startDate: at(minute),
  endDate: at(minute + 1),
  sourceName: "Watch",
});
/** 480 minutes from midnight: 30 awake, 270 core, 75 deep, 105 REM. */
const NIGHT = [
  stretch("Awake", 0, 30),
  stretch("AsleepCore", 30, 300),
  stretch("AsleepDeep", 300, 375),
  stretch("AsleepREM", 375, 480),
];

describe("a night", () => {
  test("is what its stretches add up to, in any order and sent twice", () => {
    for (const records of [NIGHT, [...NIGHT, ...NIGHT].reverse()])
      expect(measure(...records).nights).toEqual([stagedNight(START_MS, 120)]);
  });

  test("is that of the source with most stretches; the other one and InBed add nothing", () => {
    const others = [
      stretch("InBed", -60, 540, "Phone"),
      stretch("AsleepUnspecified", 0, 480, "Other app"),
    ];
    expect(measure(...NIGHT, ...others).nights).toEqual(measure(...NIGHT).nights);
    expect(measure(stretch("InBed", 0, 480)).nights).toEqual([]);
  });

  test("by numbers of the stages is the same; a number that is none adds nothing", () => {
    const numbered = [
      stretch(2, 0, 30),
      stretch(3, 30, 300),
      stretch(4, 300, 375),
      stretch(5, 375, 480),
    ];
    expect(measure(...numbered).nights).toEqual(measure(...NIGHT).nights);
    expect(measure(stretch(6, 0, 480), stretch(0, 0, 480)).nights).toEqual([]);
  });

  test("without stages has its length alone", () => {
    expect(measure(stretch("AsleepUnspecified", 0, 420)).nights[0]).toMatchObject({
      total_sleep_s: 25_200,
      deep_s: null,
    });
  });

  test("is another one after a gap of more than an hour", () => {
    const nap = [
      stretch("AsleepCore", 840, 870),
      stretch("AsleepDeep", 870, 880),
      stretch("AsleepREM", 880, 890),
    ];
    const found = measure(...NIGHT, ...nap);
    expect(found.nights).toEqual(measure(...NIGHT).nights);
    expect(found.naps).toEqual([{ day: "2026-04-04", total_sleep_s: 3_000 }]);
  });

  test("in UTC is on the clock of the request's zone", () => {
    const utc = NIGHT.map((record) => ({
      ...record,
      startDate: new Date(record.startDate).toISOString(),
      endDate: new Date(record.endDate).toISOString(),
    }));
    expect(measure(...utc).nights).toEqual(measure(...NIGHT).nights);
  });
});

describe("rMSSD", () => {
  test("is the root mean square of what follows each other", () => {
    expect(rmssdOf(beatsOf(40))).toBeCloseTo(40, 6);
    // Intervals of 1,000, 1,030, 1,000, 960 … ms: differences of 30, 30, 40 and 40.
    const beats = Array.from({ length: 41 }, (_, i) => ({
      bpm: 60_000 / ([1_000, 1_030, 1_000, 960][i % 4] ?? 0),
    }));
    expect(rmssdOf(beats)).toBeCloseTo(Math.sqrt((2 * 30 ** 2 + 2 * 40 ** 2) / 4), 6);
  });

  test("is not moved by a missed beat, a sentinel or a gap, and wants twenty pairs", () => {
    const missed = beatsOf(40).flatMap((beat, i) => (i === 10 ? [{ bpm: 30 }, beat] : [beat]));
    const gaps = beatsOf(40).flatMap((beat, i) =>
      i % 9 === 0 ? [{ bpm: 0 }, { bpm: null }, beat] : [beat],
    );
    for (const beats of [missed, gaps]) expect(rmssdOf(beats)).toBeCloseTo(40, 6);
    expect(rmssdOf(beatsOf(40, 21))).toBeCloseTo(40, 6);
    expect(rmssdOf(beatsOf(40, 20))).toBeNull();
    expect(rmssdOf([])).toBeNull();
  });

  test("is read in bed, and SDNN never", () => {
    const sdnn = (minute: number, beats?: Body[]) => ({
      ...quantity("HeartRateVariabilitySDNN", 77, "ms", minute),
      HeartRateVariabilityMetadataList: beats,
    });
    const hrv = (...records: Body[]) => measure(...NIGHT, ...records).nights[0]?.hrv_rmssd_ms;
    expect(hrv(sdnn(60))).toBeNull();
    expect(hrv(sdnn(700, beatsOf(90)))).toBeNull();
    expect(hrv(sdnn(60, beatsOf(40)), sdnn(120, beatsOf(50)), sdnn(700, beatsOf(90)))).toBeCloseTo(
      45,
      6,
    );
  });
});

test("a unit is converted once: % is a fraction, and °F becomes °C", () => {
  const spo2 = (value: unknown) =>
    measure(...NIGHT, quantity("OxygenSaturation", value, "%")).days.map((day) => day.spo2_percent);
  expect([spo2(0.96), spo2("0.96"), spo2(96), spo2("high"), spo2("")]).toEqual([
    [96],
    [96],
    [],
    [],
    [],
  ]);
  const week = (unit: string, degrees: readonly number[]) =>
    measure(
      ...degrees.map((value, i) =>
        quantity("AppleSleepingWristTemperature", value, unit, i * 1_440 + 400),
      ),
    ).days.map(({ temperature_deviation_c }) => Number(temperature_deviation_c?.toFixed(4)));
  expect(week("degC", [34, 34, 34.5, 34, 34])).toEqual([0, 0, 0.5, 0, 0]);
  expect(week("degF", [93.2, 93.2, 94.1, 93.2, 93.2])).toEqual([0, 0, 0.5, 0, 0]);
  expect(week("K", [307, 307, 307, 307, 307])).toEqual([]);
});

test("what is clinical or of an effort reaches nothing", () => {
  const others = [
    quantity("AtrialFibrillationBurden", 0.5, "%"),
    quantity("AppleSleepingBreathingDisturbances", 12.25, "count"),
    quantity("WorkoutEffortScore", 7, "appleEffortScore"),
    quantity("BodyTemperature", 38.5, "degC"),
  ];
  expect(measure(...NIGHT, ...others)).toEqual(measure(...NIGHT));
});

test("records of her cycle never stand against user_context, and a source's name passes nowhere", async () => {
  const { oura: _, ...rest } = requestBody();
  const payload = appleCase.payload(yesterday());
  const flow = {
    type: "HKCategoryTypeIdentifierMenstrualFlow",
    value: "HKCategoryValueMenstrualFlowHeavy",
    startDate: `${yesterday()}T08:00:00Z`,
    endDate: `${yesterday()}T08:00:00Z`,
    sourceName: "CANARY's Watch",
  };
  for (const records of [payload.records, [...payload.records, flow]]) {
    const body = {
      ...rest,
      request_id: Bun.randomUUIDv7(),
      "apple-health": { ...payload, records },
    };
    expect((await service().post(body, { tenant: "apple-health" })).status).toBe(200);
  }
  const [without, withFlow] = service().engine.calls.slice(-2);
  expect(without?.context).toEqual({
    cycle_phase: "luteal",
    cycle_day: 22,
    life_stage: "reproductive",
  });
  expect(withFlow).toEqual(without);
  expect(JSON.stringify([withFlow, service().log()])).not.toContain("CANARY");
});
