/**
 * Guarantee: nothing after the mapping can depend on a proprietary score. Two payloads that differ
 * only in scores, at any place and depth and of any type, give equal measurements, so that
 * everything after them is equal too.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { measure } from "./support.ts";

const CANARY = "CANARY-9f31";

/** Members that are a score wherever they stand. */
const SCORES = [
  "score",
  "contributors",
  "readiness_score_delta",
  "sleep_score_delta",
  "level",
  "day_summary",
  "vascular_age",
  "pulse_wave_velocity",
  "stress_high",
  "recovery_high",
  "breathing_disturbance_index",
  "hrv_balance",
  "activity_balance",
  "sleep_balance",
  "recovery_index",
  "fitness_score",
  "some_new_balance",
];
/** Members that are a score only below `contributors`; elsewhere some of them are raw. */
const CONTRIBUTORS = [
  "total_sleep",
  "deep_sleep",
  "rem_sleep",
  "latency",
  "efficiency",
  "resting_heart_rate",
  "body_temperature",
  "temperature_deviation",
  "average_hrv",
  "restfulness",
  "timing",
  "previous_night",
];

const value = fc.oneof(
  fc.constant<unknown>(CANARY),
  fc.integer({ min: 1, max: 100 }),
  fc.double(),
  fc.constantFrom(null, true, "", [], {}),
);
const nested = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium" },
    value,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...SCORES, ...CONTRIBUTORS, "day", "items"), tie("tree"), {
      maxKeys: 3,
    }),
  ),
})).tree;
const scores = fc.dictionary(fc.constantFrom(...SCORES), nested, { minKeys: 1, maxKeys: 5 });

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-04-${String(n).padStart(2, "0")}`);
const sleep = fc.record(
  {
    day,
    type: fc.constantFrom("long_sleep", "sleep", "rest", null),
    total_sleep_duration: fc.integer({ min: 0, max: 40_000 }),
    average_hrv: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(null)),
    lowest_heart_rate: fc.constantFrom(48, 55, 255, 0),
    temperature_deviation: fc.double({ min: -5, max: 5, noNaN: true }),
    readiness: fc.record({ temperature_deviation: fc.double({ min: -2, max: 2, noNaN: true }) }),
  },
  { requiredKeys: ["day"] },
);
const payload = fc.record({
  sleep: fc.array(sleep, { minLength: 1, maxLength: 6 }),
  daily_readiness: fc.array(fc.record({ day, temperature_deviation: fc.constantFrom(0.1, null) }), {
    maxLength: 3,
  }),
  daily_sleep: fc.array(fc.record({ day }), { maxLength: 3 }),
  daily_spo2: fc.array(fc.record({ day, spo2_percentage: fc.constant({ average: 97 }) }), {
    maxLength: 3,
  }),
  daily_stress: fc.array(fc.record({ day }), { maxLength: 3 }),
  daily_resilience: fc.array(fc.record({ day }), { maxLength: 3 }),
  workout: fc.array(fc.record({ day, activity: fc.constant("running") }), { maxLength: 3 }),
  personal_info: fc.record({ age: fc.integer({ min: 18, max: 60 }) }),
});
type Payload = typeof payload extends fc.Arbitrary<infer T> ? T : never;

/**
 * Scores beside the raw members of every record, of its readiness, of the payload and of
 * personal_info.
 */
function scored(plain: Payload, next: () => object): object {
  const withScores = Object.entries(plain).map(([key, list]) => [
    key,
    Array.isArray(list)
      ? list.map((record: Record<string, unknown>) => ({
          ...next(),
          ...record,
          ...(record.readiness === undefined
            ? { ...(key === "sleep" ? { readiness: { ...next(), contributors: next() } } : {}) }
            : { readiness: { ...next(), ...(record.readiness as object) } }),
        }))
      : { ...next(), ...list },
  ]);
  return { ...next(), ...Object.fromEntries(withScores) };
}

test("measurements do not depend on any score", () => {
  fc.assert(
    fc.property(payload, fc.array(scores, { minLength: 3, maxLength: 8 }), (plain, pool) => {
      let i = 0;
      const next = () => pool[i++ % pool.length] ?? {};
      const measurements = measure(scored(plain, next));
      expect(measurements).toEqual(measure(plain));
      expect(JSON.stringify(measurements)).not.toContain(CANARY);
    }),
    { numRuns: 200 },
  );
});

test("the property would notice: a raw member in the same place changes the measurements", () => {
  const plain = { sleep: [{ day: "2026-04-01", type: "long_sleep", average_hrv: 40 }] };
  const changed = { sleep: [{ day: "2026-04-01", type: "long_sleep", average_hrv: 41 }] };
  expect(measure(changed)).not.toEqual(measure(plain));
});

test("a score in place of a whole container is dropped too", () => {
  const plain = measure({ sleep: [{ day: "2026-04-01", type: "long_sleep", average_hrv: 40 }] });
  for (const readiness of [
    85,
    CANARY,
    [CANARY],
    { contributors: { temperature_deviation: 0.4 } },
  ]) {
    const record = { day: "2026-04-01", type: "long_sleep", average_hrv: 40, readiness };
    expect(measure({ sleep: [record], score: CANARY, contributors: CANARY })).toEqual(plain);
  }
});
