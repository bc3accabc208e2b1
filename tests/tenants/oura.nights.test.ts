/**
 * Oura sleep periods: which one is the night, what a missing value looks like, where the
 * temperature comes from.
 */
import { describe, expect, test } from "bun:test";
import { measure, rmssd } from "./support.ts";

const HOUR = 3600;
const DAY = "2026-04-04";
const period = (changes: object = {}) => ({
  day: DAY,
  type: "long_sleep",
  bedtime_start: "2026-04-03T23:30:00+02:00",
  bedtime_end: "2026-04-04T07:30:00+02:00",
  total_sleep_duration: 7 * HOUR,
  awake_time: HOUR,
  average_hrv: 48,
  average_heart_rate: 61.5,
  lowest_heart_rate: 54,
  average_breath: 14.5,
  ...changes,
});
const night = (changes: object = {}) => measure({ sleep: [period(changes)] }).nights[0];

describe("which period is the night", () => {
  test("long_sleep is; sleep and late_nap are naps; rest and deleted are nothing", () => {
    const types = ["long_sleep", "sleep", "late_nap", "rest", "deleted"];
    const { nights, naps } = measure({
      sleep: types.map((type, i) => period({ type, day: `2026-04-0${i + 1}` })),
    });
    expect(nights.map(({ day }) => day)).toEqual(["2026-04-01"]);
    expect(naps.map(({ day }) => day)).toEqual(["2026-04-02", "2026-04-03"]);
  });

  test.each([undefined, null, "moonwalk"])(
    "type %j: three hours asleep make a night, less does not",
    (type) => {
      const { nights, naps } = measure({
        sleep: [
          period({ type, day: "2026-04-01", total_sleep_duration: 3 * HOUR }),
          period({ type, day: "2026-04-02", total_sleep_duration: 3 * HOUR - 1 }),
          period({ type, day: "2026-04-03", total_sleep_duration: null }),
        ],
      });
      expect(nights.map(({ day }) => day)).toEqual(["2026-04-01"]);
      expect(naps.map(({ day }) => day)).toEqual(["2026-04-02", "2026-04-03"]);
    },
  );

  test("the longest of a day wins, in any order; fragments do not count as further nights", () => {
    const fragments = [3, 7, 4].map((hours) =>
      period({ total_sleep_duration: hours * HOUR, average_hrv: 40 + hours }),
    );
    for (const sleep of [fragments, fragments.toReversed()]) {
      const { nights } = measure({ sleep });
      expect(nights.length).toBe(1);
      expect(nights[0]?.hrv_rmssd_ms).toBe(rmssd(47));
    }
  });

  test("day is taken as sent, also where the sleep ended before midnight", () => {
    const late = period({ day: "2026-04-05", bedtime_end: "2026-04-04T23:50:00+02:00" });
    expect(measure({ sleep: [late] }).nights[0]?.day).toBe("2026-04-05");
  });

  test("a day later than the newest allowed one is ignored, that day itself is not", () => {
    const sleep = [period({ day: "2026-04-05" }), period({ day: "2026-04-06" })];
    expect(
      measure({ sleep }, { newestAllowedDay: "2026-04-05" }).nights.map(({ day }) => day),
    ).toEqual(["2026-04-05"]);
  });
});

describe("missing values", () => {
  test.each([
    [{ lowest_heart_rate: 255 }, "lowest_heart_rate_bpm"],
    [{ lowest_heart_rate: 0 }, "lowest_heart_rate_bpm"],
    [{ average_heart_rate: 4.25 }, "heart_rate_bpm"],
    [{ average_hrv: 255 }, "hrv_rmssd_ms"],
    [{ average_hrv: -102 }, "hrv_rmssd_ms"],
    [{ average_hrv: null }, "hrv_rmssd_ms"],
    [{ average_breath: 0 }, "breaths_per_min"],
    [{ temperature_deviation: 36.6 }, "temperature_deviation_c"],
    [{ deep_sleep_duration: 90_000 }, "deep_s"],
    [{ latency: -1 }, "latency_s"],
    [{ total_sleep_duration: 0 }, "total_sleep_s"],
    [{ average_hrv: Number.POSITIVE_INFINITY }, "hrv_rmssd_ms"],
    [{ bedtime_start: "2026-04-03T23:30:00" }, "bedtime_start"],
  ] as const)("%j is missing, and the rest of the night is kept", (change, member) => {
    const found = night(change);
    expect(found?.[member]).toBeNull();
    expect(found?.day).toBe(DAY);
  });

  test("values at the bounds are values", () => {
    expect(night({ average_hrv: 5 })?.hrv_rmssd_ms).toBe(rmssd(5));
    expect(night({ average_hrv: 250 })?.hrv_rmssd_ms).toBe(rmssd(250));
    expect(night({ lowest_heart_rate: 25 })?.lowest_heart_rate_bpm).toBe(25);
    expect(night({ temperature_deviation: -4 })?.temperature_deviation_c).toBe(-4);
    expect(night({ deep_sleep_duration: 0 })?.deep_s).toBe(0);
  });

  test("stages that do not add up are kept as sent: other firmware, not an error", () => {
    expect(
      night({ deep_sleep_duration: 60, rem_sleep_duration: 60, light_sleep_duration: 60 }),
    ).toMatchObject({
      deep_s: 60,
      total_sleep_s: 7 * HOUR,
    });
  });
});

describe("nightly HRV", () => {
  const hrv = {
    interval: 300,
    items: [null, 0, 40, 50, 300, -3],
    timestamp: "2026-04-03T23:30:00+02:00",
  };

  test("is the vendor's average where there is one", () => {
    expect(night({ hrv })?.hrv_rmssd_ms).toBe(rmssd(48));
  });

  test("else the mean of the plausible samples; gaps and sentinels do not count", () => {
    expect(night({ average_hrv: null, hrv })?.hrv_rmssd_ms).toBe(rmssd(45));
    expect(
      night({ average_hrv: null, hrv: { ...hrv, items: [null, 0] } })?.hrv_rmssd_ms,
    ).toBeNull();
    expect(night({ average_hrv: null, hrv: { items: [null, 44] } })?.hrv_rmssd_ms).toBe(rmssd(44));
  });

  test("heart rate likewise: the average where there is one, else the mean of the night's plausible samples", () => {
    const heart_rate = {
      interval: 300,
      items: [null, 0, 60, 64, 255],
      timestamp: "2026-04-03T23:30:00+02:00",
    };
    expect(night({ average_heart_rate: 58, heart_rate })?.heart_rate_bpm).toBe(58);
    expect(night({ average_heart_rate: null, heart_rate })?.heart_rate_bpm).toBe(62);
  });
});

describe("temperature deviation", () => {
  const inSleep = { temperature_deviation: 0.1 };
  const inReadiness = { readiness: { score: 90, temperature_deviation: 0.2 } };
  const daily_readiness = [{ day: DAY, temperature_deviation: 0.3, score: 99 }];
  const from = (changes: object, readiness = daily_readiness) =>
    measure({ sleep: [period(changes)], daily_readiness: readiness }).nights[0]
      ?.temperature_deviation_c;

  test("precedence: the sleep itself, its readiness, the day's readiness", () => {
    expect(from({ ...inSleep, ...inReadiness })).toBe(0.1);
    expect(from(inReadiness)).toBe(0.2);
    expect(from({ temperature_deviation: null, readiness: { temperature_deviation: null } })).toBe(
      0.3,
    );
    expect(from({}, [{ day: "2026-04-05", temperature_deviation: 0.3, score: 1 }])).toBeNull();
  });

  test("an implausible value gives way to the next place", () => {
    expect(from({ temperature_deviation: 36.6, ...inReadiness })).toBe(0.2);
  });

  test("a readiness that is no object is a score like any other: dropped", () => {
    for (const readiness of [85, "good", [0.2], null]) expect(from({ readiness }, [])).toBeNull();
  });
});

describe("time in bed", () => {
  test("as sent, else asleep plus awake, else between the bedtimes; never shorter than the sleep", () => {
    expect(night({ time_in_bed: 8.5 * HOUR })?.time_in_bed_s).toBe(8.5 * HOUR);
    expect(night()?.time_in_bed_s).toBe(8 * HOUR);
    expect(night({ awake_time: null })?.time_in_bed_s).toBe(8 * HOUR);
    expect(night({ time_in_bed: HOUR })?.time_in_bed_s).toBe(8 * HOUR);
    expect(night({ awake_time: null, bedtime_end: null })?.time_in_bed_s).toBeNull();
  });

  test("is missing where what was sent contradicts itself", () => {
    expect(night({ awake_time: 10 * HOUR })?.time_in_bed_s).toBeNull();
    expect(night({ time_in_bed: 16 * HOUR })?.time_in_bed_s).toBeNull();
  });
});

describe("a night in two halves", () => {
  const half = (from: string, to: string, changes: object) =>
    period({
      bedtime_start: `2026-04-0${from}:00+02:00`,
      bedtime_end: `2026-04-0${to}:00+02:00`,
      ...changes,
    });
  const before = half("3T22:00", "4T02:15", {
    total_sleep_duration: 4 * HOUR,
    awake_time: HOUR / 4,
    average_hrv: 40,
    lowest_heart_rate: 52,
  });
  const after = half("4T03:00", "4T06:30", {
    total_sleep_duration: 2 * HOUR,
    awake_time: 1.5 * HOUR,
    average_hrv: 55,
    lowest_heart_rate: 50,
  });

  test("is one night: hours add up, levels weigh by them, whatever the order of the records", () => {
    for (const sleep of [
      [before, after],
      [after, before],
    ]) {
      const { nights } = measure({ sleep });
      expect(nights).toHaveLength(1);
      expect(nights[0]).toMatchObject({
        total_sleep_s: 6 * HOUR,
        time_in_bed_s: 7.75 * HOUR,
        hrv_rmssd_ms: 45,
        lowest_heart_rate_bpm: 50,
        bedtime_start: { epoch_ms: Date.parse("2026-04-03T22:00:00+02:00") },
        bedtime_end: { epoch_ms: Date.parse("2026-04-04T06:30:00+02:00") },
      });
    }
  });

  test("is one night in three pieces too", () => {
    const sleep = [
      half("3T21:00", "4T00:15", { total_sleep_duration: 3 * HOUR, awake_time: HOUR / 4 }),
      half("4T01:00", "4T02:45", { total_sleep_duration: 1.5 * HOUR, awake_time: HOUR / 4 }),
      half("4T03:30", "4T09:00", { total_sleep_duration: 5 * HOUR, awake_time: HOUR / 2 }),
    ];
    expect(measure({ sleep }).nights).toEqual(measure({ sleep: sleep.toReversed() }).nights);
    expect(measure({ sleep }).nights[0]?.total_sleep_s).toBe(9.5 * HOUR);
  });

  test("a sleep after three hours awake belongs to it, one after more does not", () => {
    const piece = { total_sleep_duration: 2 * HOUR, awake_time: HOUR / 4 };
    const resumed = half("4T05:15", "4T07:30", piece);
    expect(measure({ sleep: [before, resumed] }).nights[0]?.total_sleep_s).toBe(6 * HOUR);
    const later = half("4T05:16", "4T07:31", piece);
    expect(measure({ sleep: [before, later] }).nights[0]?.total_sleep_s).toBe(4 * HOUR);
  });

  test("of two records that are as long the same one stands, whichever came first", () => {
    const sleep = [period({ average_hrv: 40 }), period({ average_hrv: 60 })];
    expect(measure({ sleep }).nights).toEqual(measure({ sleep: sleep.toReversed() }).nights);
  });

  test("the same night sent twice is not slept twice, and a sleep in the afternoon is another one", () => {
    const again = { ...before, total_sleep_duration: 3.9 * HOUR };
    expect(measure({ sleep: [before, again] }).nights[0]?.total_sleep_s).toBe(4 * HOUR);
    const late = half("4T13:00", "4T16:30", {
      total_sleep_duration: 3.2 * HOUR,
      awake_time: 0.3 * HOUR,
    });
    expect(measure({ sleep: [before, late] }).nights[0]?.total_sleep_s).toBe(4 * HOUR);
  });
});

describe("what cannot be is missing, not told", () => {
  test("a night that ends before it begins has no bedtime", () => {
    const { bedtime_start, bedtime_end } = period();
    const swapped = night({ bedtime_start: bedtime_end, bedtime_end: bedtime_start });
    expect([swapped?.bedtime_start, swapped?.bedtime_end]).toEqual([null, null]);
  });

  test("minutes sent as seconds are no sleep of seven minutes", () => {
    const minutes = night({
      type: "long_sleep",
      total_sleep_duration: 440,
      deep_sleep_duration: 90,
      rem_sleep_duration: 90,
      light_sleep_duration: 260,
    });
    expect([minutes?.total_sleep_s, minutes?.deep_s, minutes?.rem_s]).toEqual([null, null, null]);
  });

  test("sleep is no longer than the night, a stage no longer than the sleep", () => {
    expect(night({ total_sleep_duration: 15 * HOUR })?.total_sleep_s).toBeNull();
    expect(night({ deep_sleep_duration: 13 * HOUR })?.deep_s).toBeNull();
  });
});

test("distinct offsets of the nights are kept with the instant they were last seen", () => {
  const { offsets } = measure({
    sleep: [
      period(),
      period({
        day: "2026-04-05",
        bedtime_start: "2026-04-04T23:30:00+02:00",
        bedtime_end: "2026-04-05T07:00:00+02:00",
      }),
      period({
        day: "2026-01-05",
        bedtime_start: "2026-01-04T23:30:00+01:00",
        bedtime_end: "2026-01-05T07:00:00.000+01:00",
      }),
      period({ day: "2026-02-05", bedtime_start: null, bedtime_end: "2026-02-05T07:00:00-0330" }),
    ],
  });
  expect(offsets).toEqual([
    { epoch_ms: Date.parse("2026-02-05T07:00:00-03:30"), offset_minutes: -210 },
    { epoch_ms: Date.parse("2026-01-05T07:00:00+01:00"), offset_minutes: 60 },
    { epoch_ms: Date.parse("2026-04-05T07:00:00+02:00"), offset_minutes: 120 },
  ]);
});
