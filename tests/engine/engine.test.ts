/**
 * Guarantees of the engine's flow: suppression and its precedence, warnings, what is read and asked
 * of the ports, errors.
 */
import { describe, expect, test } from "bun:test";
import { ServiceError } from "../../src/contract/error.ts";
import type { UserContext } from "../../src/contract/request.ts";
import { createEngine } from "../../src/engine/index.ts";
import type { EngineFeatures, EngineResult, Reranker } from "../../src/engine/types.ts";
import { suppressionOf } from "../../src/engine/verdict/suppression.ts";
import { guidanceEntry } from "../support/guidance.ts";
import { ALCOHOL, HRV_LUTEAL } from "./fake-guidance.ts";
import { CORPUS, fakePorts } from "./fake-ports.ts";
import { signal, signals } from "./fixtures.ts";

const ports = fakePorts();
const engine = createEngine(ports);
const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const readings = signals([signal("hrv_rmssd_ms", 38, 46)]);
const features = (changes: Partial<EngineFeatures> = {}): EngineFeatures => ({
  query: HRV_LUTEAL.question,
  context: luteal,
  signals: readings,
  minimum_confidence: 0.5,
  ...changes,
});
const withheld = { recommendation: null, citations: [] };

/** All of a result but how long it took. */
function content({ timings_ms: _, ...result }: EngineResult): object {
  return result;
}

describe("suppression", () => {
  test("too little data comes before everything else, and confidence is still the evidence's", async () => {
    const result = await engine.recommend(
      features({ signals: { ...readings, sufficient: false }, minimum_confidence: 1 }),
    );
    expect(result).toMatchObject({ suppression_reason: "insufficient_signal", ...withheld });
    expect(result.confidence).toBeGreaterThan(0.5);
    expect(result.suggested_questions.length).toBeLessThanOrEqual(5);
  });

  test("the platform floor comes before the caller's", async () => {
    const query = "Does alcohol in the garden keep snails away from lettuce?";
    const result = await engine.recommend(features({ query, minimum_confidence: 0.9 }));
    expect(result.suppression_reason).toBe("below_platform_threshold");
    expect(result.confidence).toBeLessThan(0.5);
    expect(result.confidence).toBeGreaterThan(0);
  });

  test("an answer with too little to say for a text is below the floor, not an error", async () => {
    const claims = ALCOHOL.claims
      .slice(1, 2)
      .map((claim) => ({ ...claim, say: "Drinking lowers it for a while." }));
    const terse = {
      ...ALCOHOL,
      claims,
      try: [],
      limits: null,
      verdicts: [{ when: null, say: "It does, a little." }],
    };
    const alone = createEngine(
      fakePorts({
        entries: [terse],
        passages: CORPUS.filter(({ id }) => claims[0]?.from.includes(id)),
      }),
    );
    const result = await alone.recommend(
      features({ query: ALCOHOL.question, signals: { ...readings, measures: [] } }),
    );
    expect(result).toMatchObject({ suppression_reason: "below_platform_threshold", ...withheld });
    expect(result.confidence).toBeGreaterThan(0.5);
  });

  test("an answer of which no claim may be said to her is below the floor, not an error", async () => {
    const say =
      "Over many years people who drank the most had a higher mortality, and the researchers could not tell how much of it came from drinking alone and how much from what went with it in these lives.";
    const grave = {
      ...ALCOHOL,
      claims: ALCOHOL.claims.map((claim) => ({ ...claim, say })),
      limits:
        "Those who drank little differed from those who drank much in more than the drinking itself, in work, rest and meals.",
    };
    const dois = grave.claims.flatMap(({ from }) => from);
    const alone = createEngine(
      fakePorts({ entries: [grave], passages: CORPUS.filter(({ id }) => dois.includes(id)) }),
    );
    const result = await alone.recommend(features({ query: ALCOHOL.question }));
    expect(result).toMatchObject({ suppression_reason: "below_platform_threshold", ...withheld });
  });

  test("below the caller's own floor, and exactly at it, which is served", async () => {
    const { confidence } = await engine.recommend(features());
    expect(confidence).toBeLessThan(1);
    const above = await engine.recommend(features({ minimum_confidence: confidence + 0.0001 }));
    expect(above).toMatchObject({ suppression_reason: "below_client_threshold", ...withheld });
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
    expect(result).toMatchObject({ suppression_reason: "below_platform_threshold", ...withheld });
  });

  test("an empty corpus is an honest refusal, not an error", async () => {
    const empty = createEngine(fakePorts({ passages: [], entries: [] }));
    for (const query of [null, "Why is my HRV low?"]) {
      const result = await empty.recommend(features({ query }));
      expect(result).toMatchObject({
        suppression_reason: "below_platform_threshold",
        confidence: 0,
        suggested_questions: [],
        answered_by: [{ source: null, answers: 0 }],
      });
    }
  });

  test("of the parts that are answered the weakest decides", async () => {
    const ask = (query: string) => engine.recommend(features({ query }));
    const alone = [await ask(HRV_LUTEAL.question), await ask(ALCOHOL.question)];
    const both = await ask(`${HRV_LUTEAL.question} ${ALCOHOL.question}`);
    expect(both.answered_by.map(({ source }) => source)).toEqual([HRV_LUTEAL.id, ALCOHOL.id]);
    // What a part is about is read beside the other, so not to the last digit.
    expect(both.confidence).toBeCloseTo(Math.min(...alone.map(({ confidence }) => confidence)), 2);
  });

  test("a part that nothing answers is named in the text and lowers the grade by a tenth; nothing but such parts is no answer", async () => {
    const strong = await engine.recommend(features());
    const query = `${HRV_LUTEAL.question} What is the capital of France?`;
    const result = await engine.recommend(features({ query }));
    expect(result.answered_by).toHaveLength(2);
    expect(result.suppression_reason).toBeNull();
    expect(result.recommendation).toMatch(/no study|are silent/i);
    expect(result.confidence).toBeCloseTo(0.9 * strong.confidence, 2);
    for (const part of ["coverage", "specificity", "consistency"] as const)
      expect(result.confidence_parts[part]).toBeCloseTo(0.9 * strong.confidence_parts[part], 2);
    const off = await engine.recommend(
      features({ query: "What is the capital of France? Which stocks should I buy?" }),
    );
    expect(off).toMatchObject({ suppression_reason: "below_platform_threshold", ...withheld });
  });
});

describe("what is no wellness question", () => {
  test.each([
    [
      "I want to end it all, what about my HRV in the luteal phase?",
      ["self_harm"],
      "urgent_support",
    ],
    ["I have a crushing chest pain, what about my HRV?", ["emergency"], "urgent_support"],
    [
      "Why is my HRV low in the luteal phase? And how many pills may I have for it?",
      ["medication"],
      "seek_medical_advice",
    ],
    ["How many pills are enough to end it all?", ["self_harm", "medication"], "urgent_support"],
  ] as const)(
    "gets neither a text nor questions, but a warning: %s",
    async (query, categories, warning) => {
      const result = await engine.recommend(features({ query, minimum_confidence: 0 }));
      expect(result).toMatchObject({
        ...withheld,
        suppression_reason: "below_platform_threshold",
        confidence: 0,
        suggested_questions: [],
      });
      expect(result.warnings).toEqual([warning]);
      expect(result.categories).toEqual([...categories]);
      expect(await engine.categories(query)).toEqual([...categories]);
    },
  );

  test.each([
    { categories: ["red_flag"] as const, unsupported_language: false },
    { categories: [], unsupported_language: true },
  ])("is withheld however sure its answer is: %p", (reading) => {
    const asked = features({ minimum_confidence: 0 });
    expect(suppressionOf(asked, reading, 1, 1)).toBe("below_platform_threshold");
    const wellness = { categories: [], unsupported_language: false };
    expect(suppressionOf(asked, wellness, 1, 1)).toBeNull();
  });

  test("a wellness question has no categories", async () => {
    expect(await engine.categories(HRV_LUTEAL.question)).toEqual([]);
    expect((await engine.recommend(features())).categories).toEqual([]);
  });
});

test("a message in another language is not answered, and is told so", async () => {
  const query = "Ich schlafe seit Wochen so schlecht, was kann ich denn dagegen tun?";
  const result = await engine.recommend(features({ query, minimum_confidence: 0 }));
  expect(result).toMatchObject({
    ...withheld,
    confidence: 0,
    suggested_questions: [],
    categories: [],
  });
  expect(result.warnings).toEqual(["unsupported_language"]);
});

describe("warnings", () => {
  test.each([
    [
      "postmenopause",
      { context: { ...luteal, life_stage: "postmenopause" as const } },
      "unmapped_persona",
    ],
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

describe("the same features give the same answer", () => {
  test("again, in another engine, and while others ask", async () => {
    const queries = [HRV_LUTEAL.question, ALCOHOL.question, null, "What is the capital of France?"];
    const alone: object[] = [];
    for (const query of queries) alone.push(content(await engine.recommend(features({ query }))));
    const fresh = createEngine(fakePorts());
    const together = await Promise.all(
      queries.map((query) => fresh.recommend(features({ query }))),
    );
    expect(together.map(content)).toEqual(alone);
  });
});

describe("the ports", () => {
  test("a message is read once, by the gate and for the answer", async () => {
    const counted = fakePorts();
    const fresh = createEngine(counted);
    await Promise.all([fresh.categories(HRV_LUTEAL.question), fresh.recommend(features())]);
    await fresh.recommend(features());
    const { read } = counted.calls;
    expect(read.filter((text) => text === HRV_LUTEAL.question)).toHaveLength(1);
    // So is each question that is suggested beside it.
    expect(read).toHaveLength(new Set(read).size);
  });

  test("no question is suggested that the gate would stop", async () => {
    const suggested = async (question: string) => {
      const beside = { ...ALCOHOL, id: "beside", question };
      const asked = createEngine(fakePorts({ entries: [HRV_LUTEAL, beside] }));
      return (await asked.recommend(features())).suggested_questions;
    };
    expect(await suggested("How many walks lift my HRV?")).toEqual(["How many walks lift my HRV?"]);
    expect(await suggested("How many pills lift my HRV?")).toEqual([]);
  });

  test("few pairs are scored for a part, however large the corpus", async () => {
    const counted = fakePorts();
    await createEngine(counted).recommend(features());
    expect(counted.calls.pairs).toBeLessThanOrEqual(24);
  });

  test("a busy queue is passed on and not remembered", async () => {
    let busy = true;
    const refusal = () => Promise.reject(new ServiceError("service_unavailable", "Busy."));
    const reranker: Reranker = {
      score: (...pair) => (busy ? refusal() : ports.reranker.score(...pair)),
    };
    const reader = {
      ...ports.reader,
      read: (texts: readonly string[]) => (busy ? refusal() : ports.reader.read(texts)),
    };
    for (const changed of [{ reranker }, { reader }]) {
      busy = true;
      const flaky = createEngine({ ...ports, ...changed });
      await expect(flaky.recommend(features())).rejects.toMatchObject({
        code: "service_unavailable",
      });
      busy = false;
      expect(content(await flaky.recommend(features()))).toEqual(
        content(await engine.recommend(features())),
      );
    }
  });

  test("a text that breaks the rules in every sentence is withheld", async () => {
    const strange =
      "In 4,711 women this was so, and nobody has ever been able to say where that number comes from. ";
    const say = strange.repeat(2).trim();
    const entry = guidanceEntry("made-up", HRV_LUTEAL.claims[0]?.from ?? [], {
      verdicts: [{ when: null, say }],
    });
    const claims = entry.claims.map((claim) => ({ ...claim, say }));
    const broken = createEngine(fakePorts({ entries: [{ ...entry, claims }] }));
    const result = await broken.recommend(features({ query: entry.question }));
    expect(result.recommendation).toBeNull();
    expect(result.suppression_reason).toBe("below_platform_threshold");
    expect(JSON.stringify(result)).not.toMatch(/4,711|made up/);
  });

  test("every stage is timed", async () => {
    let clock = 0;
    const timed = createEngine({ ...ports, now: () => clock++ });
    const { timings_ms } = await timed.recommend(features());
    expect(Object.keys(timings_ms).sort()).toEqual([
      "match",
      "questions",
      "rerank",
      "search",
      "understand",
      "write",
    ]);
    for (const spent of Object.values(timings_ms)) expect(spent).toBeGreaterThan(0);
  });
});
