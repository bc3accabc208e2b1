/**
 * Guarantee: signals compare the recent level with the person's own earlier days, whatever the
 * order of the records.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { computeSignals } from "../../src/engine/signals/index.ts";
import { offsetsDisagree } from "../../src/engine/signals/offsets.ts";
import { minutesFromMidnight } from "../../src/engine/signals/series.ts";
import type { Measurements, SignalMeasure, Signals } from "../../src/engine/types.ts";
import { daily, dayOf, EMPTY, localTime, night } from "./fixtures.ts";

const OPTIONS = { timezone: "Europe/Berlin", newest_allowed_day: dayOf(40) };

function of(measurements: Partial<Measurements>, newest = dayOf(40)): Signals {
  return computeSignals({ ...EMPTY, ...measurements }, { ...OPTIONS, newest_allowed_day: newest });
}

function get(signals: Signals, measure: SignalMeasure) {
  const found = signals.measures.find((entry) => entry.measure === measure);
  if (!found) throw new Error(`no signal for ${measure}`);
  return found;
}

const hrvNights = (values: number[]) =>
  values.map((hrv, index) => night(index, { hrv_rmssd_ms: hrv }));

describe("level and baseline", () => {
  test("the recent level is the median of the last three nights, the baseline that of the earlier ones", () => {
    const hrv = get(of({ nights: hrvNights([50, 52, 48, 50, 51, 40, 20, 38]) }), "hrv_rmssd_ms");
    expect(hrv).toMatchObject({ recent: 38, recent_days: 3, baseline: 50, baseline_days: 5 });
    expect(hrv.direction).toBe("lower");
    expect(hrv.newest_day).toBe(dayOf(7));
  });

  test("fewer than four earlier nights give no baseline, no deviation and no direction", () => {
    const hrv = get(of({ nights: hrvNights([50, 52, 48]) }), "hrv_rmssd_ms");
    expect(hrv).toMatchObject({ recent: 50, recent_days: 3, baseline: null, deviation: null });
    expect(hrv.direction).toBe("unknown");
  });

  test("with five or six nights the recent level gives way to a baseline of four", () => {
    expect(get(of({ nights: hrvNights([50, 50, 50, 50, 30]) }), "hrv_rmssd_ms")).toMatchObject({
      recent: 30,
      recent_days: 1,
      baseline_days: 4,
    });
    expect(
      get(of({ nights: hrvNights([50, 50, 50, 50, 30, 32]) }), "hrv_rmssd_ms").recent_days,
    ).toBe(2);
  });

  test("the baseline looks back 28 days of values and no further", () => {
    const values = [...Array(20).fill(90), ...Array(28).fill(50), 50, 50, 50];
    const hrv = get(of({ nights: hrvNights(values) }, dayOf(60)), "hrv_rmssd_ms");
    expect(hrv).toMatchObject({ baseline: 50, baseline_days: 28, direction: "usual" });
  });

  test("nights of months ago are not lately: a single new night stands alone", () => {
    const old = [70, 70, 70, 70, 70, 70].map((hrv, i) => night(i, { hrv_rmssd_ms: hrv }));
    const afterAMonth = [...old, night(36, { hrv_rmssd_ms: 30 })];
    expect(get(of({ nights: afterAMonth }), "hrv_rmssd_ms")).toMatchObject({
      recent: 30,
      recent_days: 1,
      baseline: 70,
    });
    const afterHalfAYear = [...old, night(180, { hrv_rmssd_ms: 30 })];
    expect(get(of({ nights: afterHalfAYear }, dayOf(181)), "hrv_rmssd_ms")).toMatchObject({
      recent: 30,
      recent_days: 1,
      baseline: null,
      direction: "unknown",
    });
  });

  test("the newest night stands beside them by itself, against the same baseline", () => {
    const nights = hrvNights([50, 52, 48, 50, 51, 50, 52, 12]);
    const hrv = get(of({ nights }), "hrv_rmssd_ms");
    expect(hrv).toMatchObject({ recent: 50, recent_days: 3, direction: "usual", baseline: 50 });
    expect(hrv).toMatchObject({ latest: 12, latest_direction: "lower" });
    expect(hrv.latest_deviation).toBeLessThan(hrv.deviation ?? Number.NaN);
    // As if the two nights before it were not there.
    const alone = get(of({ nights: [...nights.slice(0, 5), ...nights.slice(7)] }), "hrv_rmssd_ms");
    expect(hrv.latest).toBe(alone.latest);
  });

  test("the lowest and the highest are those of the recent nights, not of earlier ones", () => {
    const hrv = get(
      of({ nights: hrvNights([10, 90, 50, 52, 48, 50, 51, 40, 20, 38]) }),
      "hrv_rmssd_ms",
    );
    expect(hrv).toMatchObject({ recent: 38, low: 20, high: 40, latest: 38 });
    const one = get(of({ nights: hrvNights([50]) }), "hrv_rmssd_ms");
    expect(one).toMatchObject({ recent: 50, low: 50, high: 50, latest: 50 });
  });

  test("without a baseline the newest night has no direction either", () => {
    expect(get(of({ nights: hrvNights([50, 52, 12]) }), "hrv_rmssd_ms")).toMatchObject({
      latest: 12,
      latest_deviation: null,
      latest_direction: "unknown",
    });
  });

  test("time awake is that of the night, zero included", () => {
    const nights = [600, 0, 1_200].map((awake_s, i) => night(i, { awake_s }));
    expect(get(of({ nights }), "awake_s")).toMatchObject({
      recent: 600,
      low: 0,
      high: 1_200,
      latest: 1_200,
    });
    expect(of({ nights: [night(0, { awake_s: -1 })] }).measures).toEqual([]);
  });

  test("naps of a day add up in minutes; a nap without a length is none", () => {
    const nap = (index: number, total_sleep_s: number | null) => ({
      day: dayOf(index),
      total_sleep_s,
    });
    const naps = [
      nap(0, 1_200),
      nap(0, 600),
      nap(1, null),
      nap(2, 0),
      nap(3, Number.NaN),
      nap(4, 2_400),
    ];
    expect(get(of({ naps }), "nap_minutes")).toMatchObject({
      recent: 35,
      recent_days: 2,
      low: 30,
      high: 40,
      latest: 40,
      newest_day: dayOf(4),
    });
  });

  test("a very steady person is not told of a change smaller than the smallest worth mentioning", () => {
    const nights = [60, 60, 60, 60, 60, 61, 61, 61].map((bpm, i) =>
      night(i, { lowest_heart_rate_bpm: bpm }),
    );
    expect(get(of({ nights }), "lowest_heart_rate_bpm").direction).toBe("usual");
  });

  test("HRV is compared proportionally: the same ratio weighs the same at any level", () => {
    const low = get(of({ nights: hrvNights([20, 20, 20, 20, 16, 16, 16]) }), "hrv_rmssd_ms");
    const high = get(of({ nights: hrvNights([100, 100, 100, 100, 80, 80, 80]) }), "hrv_rmssd_ms");
    expect(low.deviation).toBeCloseTo(high.deviation ?? Number.NaN, 3);
  });

  test("efficiency is recomputed from sleep and time in bed", () => {
    const nights = [0, 1, 2].map((i) => night(i, { total_sleep_s: 27_000, time_in_bed_s: 30_000 }));
    expect(get(of({ nights }), "sleep_efficiency_percent").recent).toBe(90);
  });

  test("temperature falls back on the daily value only where the night has none", () => {
    const result = of({
      nights: [night(0, { temperature_deviation_c: 0.4 })],
      days: [daily(0, { temperature_deviation_c: -1 }), daily(1, { temperature_deviation_c: 0.2 })],
    });
    expect(get(result, "temperature_deviation_c")).toMatchObject({ recent: 0.3, recent_days: 2 });
  });

  test("a workout sent twice counts once; two workouts of a day add up", () => {
    const run = {
      day: dayOf(0),
      activity: "running",
      duration_s: 1_800,
      intensity: null,
      start: localTime("2026-10-01T08:00:00+02:00"),
    };
    const later = { ...run, start: localTime("2026-10-01T18:00:00+02:00") };
    expect(get(of({ workouts: [run, run, later] }), "workout_minutes").recent).toBe(60);
  });
});

describe("bedtime on the wall clock", () => {
  test.each([
    ["2026-10-01T23:15:00+02:00", -45],
    ["2026-10-02T00:30:00+02:00", 30],
    ["2026-10-02T00:30:00-08:00", 30],
    ["2026-10-01T12:00:00+00:00", -720],
    ["2026-10-01T11:59:00+00:00", 719],
  ])("%s is %d minutes from midnight", (iso, minutes) => {
    expect(minutesFromMidnight(localTime(iso))).toBe(minutes);
  });

  test("the same wall-clock bedtime across the end of summer time is the same bedtime", () => {
    const starts = [
      "2026-10-24T23:00:00+02:00",
      "2026-10-25T23:00:00+01:00",
      "2026-10-26T23:00:00+01:00",
    ];
    const nights = starts.map((start, i) => night(24 + i, { bedtime_start: localTime(start) }));
    expect(get(of({ nights }), "bedtime_minutes").recent).toBe(-60);
  });
});

describe("bedtimes of somebody who goes to bed around noon", () => {
  const bedtimes = (times: readonly string[]) =>
    get(
      of({
        nights: times.map((time, i) =>
          night(i, {
            bedtime_start: localTime(`2026-10-${String(i + 1).padStart(2, "0")}T${time}:00+02:00`),
          }),
        ),
      }),
      "bedtime_minutes",
    );

  test("are compared the short way round: 12:20 is forty minutes later than 11:40", () => {
    const { recent, baseline, direction } = bedtimes([
      ...Array(10).fill("11:40"),
      "12:20",
      "12:20",
      "12:20",
    ]);
    expect([recent, baseline, direction]).toEqual([740, 700, "higher"]);
  });

  test("alternating around noon are steady", () => {
    expect(
      bedtimes(Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? "11:50" : "12:10"))).direction,
    ).toBe("usual");
  });

  test("stamped in UTC for somebody who does not live by it are not told", () => {
    const stamped = [0, 1, 2].map((i) =>
      night(i, { bedtime_start: localTime(`2026-10-0${i + 1}T02:10:00+00:00`) }),
    );
    const measuresIn = (timezone: string) =>
      computeSignals({ ...EMPTY, nights: stamped }, { ...OPTIONS, timezone }).measures.map(
        ({ measure }) => measure,
      );
    expect(measuresIn("America/New_York")).not.toContain("bedtime_minutes");
    expect(measuresIn("UTC")).toContain("bedtime_minutes");
    expect(measuresIn("Atlantic/Reykjavik")).toContain("bedtime_minutes");
  });

  test("at night stay as they are", () => {
    expect(bedtimes(["22:00", "23:30", "00:30", "22:00", "23:30", "00:30"]).recent).toBeLessThan(
      60,
    );
  });
});

describe("time zone and age of the data", () => {
  test("offsets are judged at their own instant, so daylight saving is no mismatch", () => {
    const both = ["2026-10-24T23:00:00+02:00", "2026-10-25T23:00:00+01:00"].map(localTime);
    expect(offsetsDisagree(both, "Europe/Berlin")).toBe(false);
    expect(offsetsDisagree(["2026-10-25T23:00:00+02:00"].map(localTime), "Europe/Berlin")).toBe(
      true,
    );
    expect(offsetsDisagree(["2026-10-25T23:00:00+05:30"].map(localTime), "Asia/Kolkata")).toBe(
      false,
    );
    expect(offsetsDisagree(["2026-10-25T23:00:00+00:00"].map(localTime), "UTC")).toBe(false);
    expect(offsetsDisagree([], "UTC")).toBe(false);
  });

  test("stale means older than seven days, not seven", () => {
    const nights = hrvNights([50]);
    expect(of({ nights }, dayOf(7)).stale).toBe(false);
    expect(of({ nights }, dayOf(8)).stale).toBe(true);
    expect(of({}).stale).toBe(false);
  });
});

describe("insufficient signal", () => {
  const nothing = [0, 1, 2, 3].map((i) => night(i));
  const cases: [string, Partial<Measurements>, boolean][] = [
    ["nothing", {}, false],
    ["nights without any value", { nights: nothing }, false],
    [
      "one night of sleep without HRV",
      { nights: [night(0, { total_sleep_s: 25_000, heart_rate_bpm: 60 })] },
      false,
    ],
    [
      "two nights without HRV",
      { nights: [0, 1].map((i) => night(i, { total_sleep_s: 25_000 })) },
      false,
    ],
    ["one night with HRV alone", { nights: [night(0, { hrv_rmssd_ms: 40 })] }, false],
    [
      "one night with HRV and sleep",
      { nights: [night(0, { hrv_rmssd_ms: 40, total_sleep_s: 25_000 })] },
      true,
    ],
    [
      "three nights with one value each",
      { nights: [0, 1, 2].map((i) => night(i, { total_sleep_s: 25_000 })) },
      true,
    ],
    ["three days of SpO2", { days: [0, 1, 2].map((i) => daily(i, { spo2_percent: 97 })) }, true],
    [
      "three days of different families",
      {
        days: [
          daily(0, { spo2_percent: 97 }),
          daily(1, { vo2max_ml_kg_min: 40 }),
          daily(2, { resting_heart_rate_bpm: 60 }),
        ],
      },
      false,
    ],
    [
      "one night without HRV and three days of VO2max",
      {
        nights: [night(0, { total_sleep_s: 25_000 })],
        days: [0, 1, 2].map((i) => daily(i, { vo2max_ml_kg_min: 40 })),
      },
      true,
    ],
    [
      "three days of heart rate, none of them long at rest",
      { heart_rate_days: [0, 1, 2].map(dayOf) },
      true,
    ],
    ["two days of heart rate", { heart_rate_days: [0, 0, 1].map(dayOf) }, false],
    [
      "three days of workouts without times",
      {
        workouts: [0, 1, 2].map((i) => ({
          day: dayOf(i),
          activity: "running",
          duration_s: null,
          intensity: null,
          start: null,
        })),
      },
      true,
    ],
    ["naps only", { naps: [0, 1, 2].map((i) => ({ day: dayOf(i), total_sleep_s: 1_800 })) }, false],
    [
      "bedtimes only",
      {
        nights: [0, 1, 2].map((i) =>
          night(i, { bedtime_start: localTime("2026-10-01T23:00:00+02:00") }),
        ),
      },
      false,
    ],
  ];
  test.each(cases)("%s", (_, measurements, sufficient) => {
    expect(of(measurements).sufficient).toBe(sufficient);
  });
});

describe("properties", () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const anyNight = fc
    .record({
      index: fc.integer({ min: 0, max: 40 }),
      total_sleep_s: maybe(fc.integer({ min: 0, max: 86_400 })),
      time_in_bed_s: maybe(fc.integer({ min: 0, max: 86_400 })),
      hrv_rmssd_ms: maybe(fc.double({ min: 5, max: 250, noNaN: true })),
      lowest_heart_rate_bpm: maybe(fc.integer({ min: 25, max: 240 })),
      temperature_deviation_c: maybe(fc.double({ min: -4, max: 4, noNaN: true })),
      epoch_ms: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      offset_minutes: fc.integer({ min: -720, max: 840 }),
    })
    .map(({ index, epoch_ms, offset_minutes, ...values }) =>
      night(index, { ...values, bedtime_start: { epoch_ms, offset_minutes } }),
    );
  const anyNights = fc.uniqueArray(anyNight, { maxLength: 41, selector: ({ day }) => day });

  test("the order of nights and days changes nothing", () => {
    fc.assert(
      fc.property(anyNights, fc.infiniteStream(fc.nat()), (nights, order) => {
        const keys = nights.map(() => order.next().value ?? 0);
        const shuffled = nights
          .map((entry, i) => ({ entry, key: keys[i] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        expect(of({ nights: shuffled })).toEqual(of({ nights }));
      }),
      { numRuns: 60 },
    );
  });

  test("two nights of one day are a fault of the mapping, not a choice made here", () => {
    expect(() => of({ nights: [night(0), night(0)] })).toThrow("two nights of one day");
  });

  test("every number is finite, every recent level lies within the person's own values", () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        for (const entry of of({ nights }).measures) {
          const { recent, latest, low, high, baseline, deviation, latest_deviation } = entry;
          for (const value of [
            recent,
            latest,
            low,
            high,
            baseline ?? 0,
            deviation ?? 0,
            latest_deviation ?? 0,
          ])
            expect(Number.isFinite(value)).toBe(true);
          for (const value of [recent, latest]) expect(value >= low && value <= high).toBe(true);
          expect(baseline === null).toBe(entry.direction === "unknown");
          expect(baseline === null).toBe(entry.latest_direction === "unknown");
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a constant series is always usual", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 250 }),
        fc.integer({ min: 5, max: 40 }),
        (value, count) => {
          const hrv = get(of({ nights: hrvNights(Array(count).fill(value)) }), "hrv_rmssd_ms");
          expect(hrv).toMatchObject({
            direction: "usual",
            deviation: 0,
            recent: value,
            baseline: value,
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test("four hundred nights and a hundred thousand days stay within the caps", () => {
    const nights = Array.from({ length: 400 }, (_, i) => night(i, { hrv_rmssd_ms: 30 + (i % 7) }));
    const days = Array.from({ length: 100_000 }, (_, i) =>
      daily(i % 1_000, { resting_heart_rate_bpm: 60 }),
    );
    const result = of({ nights, days }, dayOf(1_000));
    expect(get(result, "hrv_rmssd_ms").baseline_days).toBe(28);
    expect(result.measures.map(({ measure }) => measure)).toEqual([
      "hrv_rmssd_ms",
      "resting_heart_rate_bpm",
    ]);
  });
});
