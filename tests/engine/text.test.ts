/**
 * Guarantees of every served text, over many people and questions: each source is named in the text
 * and listed, each number is a reading or a source's own, the length is the contract's, and the
 * wording is never clinical.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { LIFE_STAGES, PHASES } from "../../src/contract/vocabulary.ts";
import { createEngine } from "../../src/engine/index.ts";
import { numbersIn } from "../../src/engine/numbers.ts";
import {
  type EngineFeatures,
  type EngineResult,
  type MeasureSignal,
  SIGNAL_MEASURES,
  type SignalMeasure,
} from "../../src/engine/types.ts";
import { markerOf } from "../../src/engine/writing/authors.ts";
import { codePoints } from "../../src/engine/writing/draft.ts";
import { numbersOfDocument, numbersOfSignals } from "../../src/engine/writing/guard.ts";
import { ENTRIES } from "./fake-guidance.ts";
import { CORPUS, fakePorts } from "./fake-ports.ts";
import { signal, signals } from "./fixtures.ts";
import { QUESTIONS } from "./questions.ts";

const byDoi = new Map(CORPUS.map(({ document }) => [document.doi, document]));
const engine = createEngine(fakePorts());

const RANGE: Record<SignalMeasure, [number, number]> = {
  hrv_rmssd_ms: [5, 250],
  lowest_heart_rate_bpm: [25, 120],
  heart_rate_bpm: [30, 140],
  total_sleep_s: [1_000, 50_000],
  sleep_efficiency_percent: [20, 100],
  latency_s: [0, 9_000],
  deep_s: [0, 15_000],
  rem_s: [0, 15_000],
  awake_s: [0, 15_000],
  bedtime_minutes: [-720, 719],
  breaths_per_min: [6, 40],
  temperature_deviation_c: [-4, 4],
  spo2_percent: [70, 100],
  resting_heart_rate_bpm: [25, 140],
  vo2max_ml_kg_min: [10, 100],
  workout_minutes: [1, 600],
  nap_minutes: [1, 300],
};

const direction = fc.constantFrom("higher" as const, "lower" as const, "usual" as const);
const deviation = fc.double({ min: -6, max: 6, noNaN: true });

function anySignal(measure: SignalMeasure): fc.Arbitrary<MeasureSignal> {
  const [min, max] = RANGE[measure];
  const value = fc.double({ min, max, noNaN: true }).map((each) => Math.round(each * 1e4) / 1e4);
  return fc
    .record({
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
      baseline: fc.option(value, { nil: null }),
      seen: fc.record({
        deviation,
        direction,
        latest_deviation: deviation,
        latest_direction: direction,
      }),
    })
    .map(({ values, baseline, seen }) => {
      const [low = 0, middle = low] = values.toSorted((a, b) => a - b);
      return {
        ...signal(measure, middle, baseline),
        ...(baseline !== null && seen),
        recent_days: values.length,
        latest: values.at(-1) ?? middle,
        low,
        high: Math.max(...values),
      };
    });
}

const anyFeatures: fc.Arbitrary<EngineFeatures> = fc.record({
  query: fc.constantFrom(
    ...QUESTIONS,
    ...ENTRIES.map(({ question }) => question),
    ...ENTRIES.map(({ question }, at) => `${question} ${ENTRIES.at(at - 1)?.question}`),
    "Why was my HRV so low last night in the luteal phase?",
    "Does a cool bed help my mother with hot flushes at night?",
    "what about iron",
    "12345 67 ???",
  ),
  context: fc.record({
    cycle_phase: fc.constantFrom(...PHASES),
    cycle_day: fc.integer({ min: 1, max: 40 }),
    life_stage: fc.constantFrom(...LIFE_STAGES),
  }),
  signals: fc
    .subarray([...SIGNAL_MEASURES], { minLength: 1 })
    .chain((measures) => fc.tuple(...measures.map(anySignal)))
    .chain((list) => fc.boolean().map((stale) => signals(list, { stale }))),
  minimum_confidence: fc.constant(0),
});

const CLINICAL = [
  /diagnos/i,
  /\byou have\b/i,
  /\bsigns? of\b/i,
  /prescri/i,
  /\d ?(mg|mcg|µg|iu)\b/i,
  /\btake \d/i,
  /\btreat your\b/i,
  /\bguarantee/i,
  /\bcure\b/i,
  /\b(oura|fitbit|garmin|whoop)\b/i,
  /\bmortality|\bdeath/i,
];
const PHASE_CLAIM = /menstrua|luteal|follicular|ovulat|premenstrual|\bcycles?\b|\bperiods?\b/i;
/** Who asks so may be told of phases, whatever her stage. */
const ASKS_OF_PHASES = /luteal|mother|friend/i;

function checkServed(features: EngineFeatures, result: EngineResult): void {
  const text = result.recommendation ?? "";
  expect(codePoints(text)).toBeGreaterThanOrEqual(400);
  expect(codePoints(text)).toBeLessThanOrEqual(1_500);
  const documents = result.citations.map(({ doi }) => byDoi.get(doi));
  expect(documents.length).toBeGreaterThanOrEqual(1);
  expect(documents.length).toBeLessThanOrEqual(5);
  // Markers and citations are the same set, and every document is of the corpus.
  const markers = [...text.matchAll(/\(([^()]+, (?:19|20)\d\d)\)/g)].flatMap(([, inside = ""]) =>
    inside.split("; "),
  );
  expect(new Set(markers)).toEqual(
    new Set(documents.map((each) => (each ? markerOf(each) : "not in the corpus"))),
  );
  expect(new Set(markers).size).toBe(documents.length);
  // Every number is a reading or a number of a source of the answer.
  const resting = ENTRIES.filter(({ id }) =>
    result.answered_by.some(({ source }) => source === id),
  ).flatMap(({ claims }) => claims.flatMap(({ from }) => from.map((doi) => byDoi.get(doi))));
  const allowed = new Set([
    ...numbersOfSignals(features.signals),
    ...[...documents, ...resting].flatMap((each) => (each ? [...numbersOfDocument(each)] : [])),
  ]);
  for (const number of numbersIn(text)) expect(allowed).toContain(number);
  for (const pattern of CLINICAL) expect(text).not.toMatch(pattern);
  if (features.context.life_stage === "postmenopause") {
    if (!ASKS_OF_PHASES.test(features.query ?? "")) expect(text).not.toMatch(PHASE_CLAIM);
    for (const question of result.suggested_questions)
      expect(question).not.toMatch(/luteal|menstrual phase/i);
  }
  const relevances = result.citations.map(({ relevance }) => relevance);
  expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
  expect(text).not.toMatch(/undefined|null|NaN|\[object|\s{3}|\.\.|\( |,,/);
  expect(text).toBe(text.trim());
}

test("a served text keeps every rule; a suppressed one has no text and no citation", async () => {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(anyFeatures, async (features) => {
      const result = await engine.recommend(features);
      const shares = [result.confidence, ...Object.values(result.confidence_parts)];
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      if (result.suppression_reason === null) {
        served++;
        checkServed(features, result);
      } else {
        expect(result.recommendation).toBeNull();
        expect(result.citations).toEqual([]);
      }
      for (const question of result.suggested_questions) {
        expect(question).toEndWith("?");
        expect(codePoints(question)).toBeLessThanOrEqual(160);
      }
      expect(new Set(result.suggested_questions).size).toBe(result.suggested_questions.length);
      expect(result.suggested_questions.length).toBeLessThanOrEqual(5);
    }),
    { numRuns: 200, seed: 20261120 },
  );
  expect(served).toBeGreaterThan(60);
}, 60_000);
