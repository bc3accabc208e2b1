/** Guarantees of the engine's flow: suppression and its precedence, warnings, questions, errors. */
import { describe, expect, test } from "bun:test";
import { ServiceError } from "../../src/contract/error.ts";
import type { UserContext } from "../../src/contract/request.ts";
import { createEngine } from "../../src/engine/index.ts";
import type { EngineFeatures, Reranker } from "../../src/engine/types.ts";
import { signal, signals } from "./fixtures.ts";
import { corpusPassages, textPorts } from "./text-ports.ts";

const passages = corpusPassages();
const ports = textPorts(passages);
const engine = createEngine(ports);
const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const readings = signals([signal("hrv_rmssd_ms", 38, 46)]);
const features = (changes: Partial<EngineFeatures> = {}): EngineFeatures => ({
  query: "Why is my HRV low in the luteal phase?",
  context: luteal,
  signals: readings,
  minimum_confidence: 0.5,
  ...changes,
});
/** Every passage gets the same relevance. */
const flat = (value: number): Reranker => ({ score: async (_, texts) => texts.map(() => value) });

describe("suppression", () => {
  test("too little data comes before everything else, and confidence is still the evidence's", async () => {
    const result = await engine.recommend(
      features({ signals: { ...readings, sufficient: false }, minimum_confidence: 1 }),
    );
    expect(result).toMatchObject({
      suppression_reason: "insufficient_signal",
      recommendation: null,
      citations: [],
    });
    expect(result.confidence).toBeGreaterThan(0.5);
    expect(result.suggested_questions.length).toBeLessThanOrEqual(5);
  });

  test("the platform floor comes before the caller's", async () => {
    const weak = createEngine({ ...ports, reranker: flat(0.4) });
    const result = await weak.recommend(features({ minimum_confidence: 0.9 }));
    expect(result.suppression_reason).toBe("below_platform_threshold");
    expect(result.confidence).toBeLessThan(0.5);
    expect(result.confidence).toBeGreaterThan(0);
  });

  test("a single source with too little to say for a text is below the floor, not an error", async () => {
    const terse = passages
      .filter(({ id }) => id === "10.1016/j.ypmed.2025.108428")
      .map(({ document: { practice: _, limits: __, ...document }, ...passage }) => ({
        ...passage,
        document: {
          ...document,
          findings: document.findings
            .slice(0, 1)
            .map((finding) => ({ ...finding, statement: "Sleep was better after a month without alcohol." })),
        },
      }));
    expect(terse).toHaveLength(1);
    const alone = createEngine({ ...textPorts(terse), reranker: flat(0.95) });
    const query = "does a month without alcohol help my sleep?";
    const result = await alone.recommend(features({ query, signals: { ...readings, measures: [] } }));
    expect(result).toMatchObject({
      suppression_reason: "below_platform_threshold",
      recommendation: null,
      citations: [],
    });
    expect(result.confidence).toBeGreaterThan(0.5);
  });

  test("below the caller's own floor, and exactly at it, which is served", async () => {
    const { confidence } = await engine.recommend(features());
    expect(confidence).toBeLessThan(1);
    const above = await engine.recommend(features({ minimum_confidence: confidence + 0.0001 }));
    expect(above).toMatchObject({
      suppression_reason: "below_client_threshold",
      recommendation: null,
      citations: [],
    });
    const at = await engine.recommend(features({ minimum_confidence: confidence }));
    expect(at.suppression_reason).toBeNull();
  });

  test.each([
    "What is the capital of France?",
    "How do I change a bicycle tyre?",
    "Which stocks should I buy?",
    "¿?",
    "🚲🚲🚲",
  ])("a question about something else is below the platform floor: %s", async (query) => {
    const result = await engine.recommend(features({ query }));
    expect(result.suppression_reason).toBe("below_platform_threshold");
  });

  test("an empty corpus is an honest refusal, not an error", async () => {
    const empty = createEngine(textPorts([]));
    for (const query of [null, "Why is my HRV low?"]) {
      const result = await empty.recommend(features({ query }));
      expect(result).toMatchObject({
        suppression_reason: "below_platform_threshold",
        confidence: 0,
        suggested_questions: [],
      });
    }
  });

  test.each([
    "My baby died and I cannot sleep, what helps?",
    "I feel worthless before my period, why is my mood low?",
  ])("no question about a habit follows what somebody mourns or should have looked at: %s", async (query) => {
    expect((await engine.recommend(features({ query }))).suggested_questions).toEqual([]);
    const calm = await engine.recommend(features({ query: "Why is my mood low before my period?" }));
    expect(calm.suggested_questions).not.toEqual([]);
  });

  test("a crisis gets neither a wellness text nor cheerful questions", async () => {
    const result = await engine.recommend(features({ query: "I want to kill myself, what about my HRV?" }));
    expect(result).toMatchObject({
      suppression_reason: "below_platform_threshold",
      recommendation: null,
      confidence: 0,
      suggested_questions: [],
    });
  });
});

describe("Shape B", () => {
  test("a recommendation is there whenever the evidence passes both floors", async () => {
    const result = await engine.recommend(features({ query: null, minimum_confidence: 0 }));
    expect(result.suppression_reason).toBeNull();
    expect(result.recommendation).not.toBeNull();
    expect(result.suggested_questions.length).toBeGreaterThanOrEqual(1);
  });
});

describe("suggested questions", () => {
  test("each one, asked by the same person, passes the floor", async () => {
    for (const query of [null, "How can I sleep better?", "What helps with cramps?"]) {
      const { suggested_questions } = await engine.recommend(features({ query }));
      for (const question of suggested_questions) {
        const answer = await engine.recommend(features({ query: question }));
        expect([question, answer.confidence >= 0.5]).toEqual([question, true]);
      }
    }
  });

  test("the question that was asked is not suggested again", async () => {
    const query = "Why is HRV lower in the luteal phase?";
    expect((await engine.recommend(features({ query }))).suggested_questions).not.toContain(query);
  });

  test("they are checked once and remembered", async () => {
    const counted = textPorts(passages);
    const fresh = createEngine(counted);
    await fresh.recommend(features());
    const first = counted.calls.pairs;
    await fresh.recommend(features());
    expect(counted.calls.pairs - first).toBeLessThanOrEqual(48);
    expect(first).toBeGreaterThan(counted.calls.pairs - first);
  });
});

describe("warnings", () => {
  test.each([
    ["postmenopause", { context: { ...luteal, life_stage: "postmenopause" as const } }, "unmapped_persona"],
    ["stale data", { signals: { ...readings, stale: true } }, "stale_signals"],
    ["offsets", { signals: { ...readings, offset_mismatch: true } }, "timezone_offset_mismatch"],
    ["nothing on topic", { query: "What is the capital of France?" }, "thin_evidence"],
  ] as const)("%s", async (_, changes, warning) => {
    const result = await engine.recommend(features(changes));
    expect(result.warnings).toContain(warning);
  });

  test("an ordinary answer carries none", async () => {
    expect((await engine.recommend(features())).warnings).toEqual([]);
  });
});

describe("failures of a port", () => {
  test("a busy queue is passed on, and does not brand the questions as unanswerable", async () => {
    let busy = true;
    const reranker: Reranker = {
      score: (query, texts) =>
        busy
          ? Promise.reject(new ServiceError("service_unavailable", "Busy."))
          : ports.reranker.score(query, texts),
    };
    const flaky = createEngine({ ...ports, reranker });
    await expect(flaky.recommend(features())).rejects.toMatchObject({ code: "service_unavailable" });
    busy = false;
    const { timings_ms: _, ...after } = await flaky.recommend(features());
    expect(after).toMatchObject({
      suggested_questions: (await engine.recommend(features())).suggested_questions,
    });
  });

  test("every stage is timed", async () => {
    let clock = 0;
    const timed = createEngine({ ...ports, now: () => clock++ });
    const { timings_ms } = await timed.recommend(features());
    expect(Object.keys(timings_ms).sort()).toEqual(["plan", "questions", "rerank", "search", "write"]);
    for (const spent of Object.values(timings_ms)) expect(spent).toBeGreaterThan(0);
  });
});
