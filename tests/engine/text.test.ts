/**
 * Guarantees of every text that is served, over many people and questions: each source is named in the text and listed,
 * each number is a reading or a source's own, the length is the contract's, the wording never clinical, and the same
 * input gives the same text.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { UserContext } from "../../src/contract/request.ts";
import { LIFE_STAGES, PHASES } from "../../src/contract/vocabulary.ts";
import { createEngine } from "../../src/engine/index.ts";
import {
  type EngineFeatures,
  type EngineResult,
  type MeasureSignal,
  SIGNAL_MEASURES,
  type SignalMeasure,
} from "../../src/engine/types.ts";
import { codePoints } from "../../src/engine/writing/draft.ts";
import { guardText, numbersOfDocument, numbersOfSignals } from "../../src/engine/writing/guard.ts";
import { markerOf } from "../../src/engine/writing/sentences.ts";
import { numbersIn, wordingFault } from "../../src/engine/writing/wording.ts";
import { signal, signals } from "./fixtures.ts";
import { PEOPLE, QUESTIONS } from "./people.ts";
import { corpusPassages, textPorts } from "./text-ports.ts";

const passages = corpusPassages();
const byDoi = new Map(passages.map(({ document }) => [document.doi, document]));
const engine = createEngine(textPorts(passages));

const RANGE: Record<SignalMeasure, [number, number]> = {
  hrv_rmssd_ms: [5, 250],
  lowest_heart_rate_bpm: [25, 120],
  heart_rate_bpm: [30, 140],
  total_sleep_s: [1_000, 50_000],
  sleep_efficiency_percent: [20, 100],
  latency_s: [0, 9_000],
  deep_s: [0, 15_000],
  rem_s: [0, 15_000],
  bedtime_minutes: [-720, 719],
  breaths_per_min: [6, 40],
  temperature_deviation_c: [-4, 4],
  spo2_percent: [70, 100],
  resting_heart_rate_bpm: [25, 140],
  vo2max_ml_kg_min: [10, 100],
  workout_minutes: [1, 600],
};

const anySignal = (measure: SignalMeasure): fc.Arbitrary<MeasureSignal> => {
  const [min, max] = RANGE[measure];
  const value = fc.double({ min, max, noNaN: true }).map((each) => Math.round(each * 1e4) / 1e4);
  return fc
    .record({
      measure: fc.constant(measure),
      recent: value,
      recent_days: fc.integer({ min: 1, max: 3 }),
      baseline: fc.option(value, { nil: null }),
      baseline_days: fc.integer({ min: 4, max: 28 }),
      deviation: fc.double({ min: -6, max: 6, noNaN: true }),
      direction: fc.constantFrom("higher" as const, "lower" as const, "usual" as const),
      newest_day: fc.constant("2026-11-18"),
    })
    .map((each) =>
      each.baseline === null
        ? { ...each, baseline_days: 0, deviation: null, direction: "unknown" as const }
        : each,
    );
};

const anyFeatures: fc.Arbitrary<EngineFeatures> = fc.record({
  query: fc.constantFrom(
    ...QUESTIONS,
    "Do I have PCOS because my HRV is low?",
    "what about iron",
    "12345 67 ???",
    "Is yoga or meditation better for stress?",
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

function checkServed(features: EngineFeatures, result: EngineResult): void {
  const text = result.recommendation ?? "";
  expect(codePoints(text)).toBeGreaterThanOrEqual(400);
  expect(codePoints(text)).toBeLessThanOrEqual(1_500);
  const documents = result.citations.map(({ doi }) => byDoi.get(doi));
  expect(documents.length).toBeGreaterThanOrEqual(1);
  expect(documents.length).toBeLessThanOrEqual(5);
  // Invariant 3: markers and citations are the same set, and every document is of the corpus.
  const markers = new Set([...text.matchAll(/\(([^()]+, (?:19|20)\d\d)\)/g)].map((match) => match[1]));
  expect(markers).toEqual(new Set(documents.map((each) => (each ? markerOf(each) : "not in the corpus"))));
  expect(markers.size).toBe(documents.length);
  // Invariant 4: every number is a reading or a number of a cited source.
  const allowed = new Set([
    ...numbersOfSignals(features.signals),
    ...documents.flatMap((each) => (each ? [...numbersOfDocument(each)] : [])),
  ]);
  for (const number of numbersIn(text)) expect(allowed).toContain(number);
  for (const pattern of CLINICAL) expect(text).not.toMatch(pattern);
  if (features.context.life_stage === "postmenopause") {
    expect(text).not.toMatch(PHASE_CLAIM);
    for (const question of result.suggested_questions) expect(question).not.toMatch(PHASE_CLAIM);
  }
  const relevances = result.citations.map(({ relevance }) => relevance);
  expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
  expect(text).not.toMatch(/undefined|null|NaN|\[object|\s{3}|\.\.|\( |,,/);
  expect(text).toBe(text.trim());
}

describe("any person, any question", () => {
  test("a served text keeps every rule; a suppressed one has no text and no citation", async () => {
    let served = 0;
    await fc.assert(
      fc.asyncProperty(anyFeatures, async (features) => {
        const result = await engine.recommend(features);
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
        if (features.query === null) expect(result.suggested_questions.length).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 150, seed: 20261120 },
    );
    expect(served).toBeGreaterThan(60);
  }, 60_000);

  test("the same input gives the same answer, from a fresh engine too and in any order", async () => {
    const features = PEOPLE.flatMap((person) =>
      QUESTIONS.slice(0, 6).map((query) => ({ ...person, query, minimum_confidence: 0.5 })),
    );
    const strip = ({ timings_ms: _, ...result }: EngineResult) => result;
    const once = [];
    for (const each of features) once.push(strip(await engine.recommend(each)));
    const fresh = createEngine(textPorts(passages));
    const again = [];
    for (const each of [...features].reverse()) again.unshift(strip(await fresh.recommend(each)));
    expect(again).toEqual(once);
  }, 60_000);
});

describe("what is said of her readings", () => {
  const context: UserContext = { cycle_phase: "luteal", cycle_day: 20, life_stage: "reproductive" };
  const ask = async (query: string | null, list: MeasureSignal[]) =>
    (await engine.recommend({ query, context, signals: signals(list), minimum_confidence: 0 }))
      .recommendation ?? "";

  test("levels come in plain units, next to her own earlier nights", async () => {
    const text = await ask("Why is my HRV low?", [
      signal("hrv_rmssd_ms", 38.4, 46.2),
      signal("temperature_deviation_c", 0.42, -0.1),
    ]);
    expect(text).toContain("38 ms");
    expect(text).toContain("46 ms");
    expect(text).toContain("your own earlier nights");
    expect(text).toContain("+0.4 °C instead of -0.1 °C");
  });

  test("a low that is taken for granted is corrected where her readings do not show it", async () => {
    const usual = { ...signal("hrv_rmssd_ms", 47, 46), direction: "usual" as const, deviation: 0.1 };
    expect(await ask("Why is my HRV so low?", [usual])).toContain("is not lower than usual at the moment");
    expect(await ask("Why is my HRV so low?", [signal("hrv_rmssd_ms", 38, 46)])).not.toContain(
      "is not lower",
    );
  });

  test("without a baseline nothing is called higher, lower or usual of hers", async () => {
    const text = await ask(null, [signal("hrv_rmssd_ms", 47, null)]);
    expect(text).toContain("not yet enough nights to say what is usual for you");
  });

  test("without a question the most notable reading is named", async () => {
    const text = await ask(null, [signal("hrv_rmssd_ms", 30, 46)]);
    expect(text).toMatch(/what stands out most in your readings is your overnight HRV/);
  });

  test("a reading that was asked about and not sent is named as missing", async () => {
    const text = await ask("Why is my HRV low in the luteal phase?", [
      signal("total_sleep_s", 20_700, 26_400),
    ]);
    expect(text).toContain("Your most recent readings do not include HRV.");
    expect(text).not.toContain("sleep time");
  });

  test("a worry is answered with whom to ask", async () => {
    const text = await ask("Why is my HRV low in the luteal phase and should I be worried?", [
      signal("hrv_rmssd_ms", 30, 46),
    ]);
    expect(text).toContain("a health professional can look at more than a text can");
  });

  test("a clinical question that permissive mode lets through is handed to a professional", async () => {
    const text = await ask("Do I have PMDD because my HRV is lower in the luteal phase?", [
      signal("hrv_rmssd_ms", 30, 46),
    ]);
    expect(text).toContain("cannot settle a medical question");
  });

  test("a red flag that permissive mode lets through is sent to be looked at, not to a pharmacist", async () => {
    const text = await ask("I fainted, is my HRV lower in the luteal phase?", [
      signal("hrv_rmssd_ms", 30, 46),
    ]);
    expect(text).toContain("What you describe deserves more than a text");
    expect(text).not.toContain("cannot settle a medical question");
  });
});

describe("what helps", () => {
  test("a drink, a cigarette or coffee is never offered as help", async () => {
    for (const query of [
      null,
      "What helps me fall asleep faster?",
      "How can I relax?",
      "What can I do about my sleep?",
    ]) {
      const context: UserContext = { cycle_phase: "menstrual", cycle_day: 2, life_stage: "perimenopause" };
      const { recommendation } = await engine.recommend({
        query,
        context,
        signals: signals([signal("latency_s", 2_700, 900)]),
        minimum_confidence: 0,
      });
      expect(recommendation ?? "").not.toMatch(
        /(alcohol|drinks?|caffeine|smok\w+)[^.]*(faster|shorten|sooner|helped|improved)/i,
      );
    }
  });
});

describe("guard", () => {
  const persona = { phases: true, transition: false, later: false };
  const [source] = passages.filter(({ document }) =>
    document.findings.every(({ statement }) => wordingFault(statement, persona) === null),
  );
  const readings = signals([signal("hrv_rmssd_ms", 38, 46)]);
  const fill =
    "Your nights may differ from the average, and that is quite all right for anyone who reads this text. "
      .repeat(4)
      .trim();
  const good = { role: "closing" as const, text: fill, document: null, spare: 0 };
  const cited = source && {
    role: "finding" as const,
    text: `${source.document.findings[0]?.statement.slice(0, -1)} (${markerOf(source.document)}).`,
    document: source.document,
    spare: 0,
  };
  if (!cited) throw new Error("the corpus has no usable record");

  test("a good text passes unchanged", () => {
    expect(guardText([cited, good], readings, persona)?.dropped).toEqual([]);
  });

  test.each([
    ["a number from nowhere", "Your HRV was around 99 ms over your last nights."],
    ["a clinical claim", "You have a condition that a doctor should look at."],
    ["a dose", "Magnesium 300 mg in the evening is a good idea."],
    ["a marker without a source", "HRV is lower then (Nobody et al., 2019)."],
    ["a promise", "This is guaranteed to raise your HRV."],
    ["a brand", "Your Oura shows it."],
  ])("%s is left out, the rest stays", (_, text) => {
    const bad = { role: "data" as const, text, document: null, spare: 0 };
    const guarded = guardText([bad, cited, good], readings, persona);
    expect(guarded?.dropped).toHaveLength(1);
    expect(guarded?.text).not.toContain(text);
  });

  test("a number of another source is not a number of this one", () => {
    const altered = { ...cited, text: cited.text.replace(/ \(/, " by 98765 percent (") };
    expect(guardText([altered, cited, good], readings, persona)?.dropped).toHaveLength(1);
  });

  test("what is left too short or without a source is no text", () => {
    expect(guardText([cited], readings, persona)).toBeNull();
    expect(guardText([good], readings, persona)).toBeNull();
  });

  test("phases are no topic for a person without phases", () => {
    expect(
      wordingFault("HRV is lower in the luteal phase.", { phases: false, transition: true, later: true }),
    ).not.toBeNull();
    expect(wordingFault("HRV is lower in the luteal phase.", persona)).toBeNull();
  });
});
