/** Guarantee: fusion, gathering and selection are pure and explainable. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ALL_ANSWERED, ASKED_SHARE, fuse, NEARNESS_WEIGHTS } from "../../src/engine/evidence/fusion.ts";
import { gather, RERANK_PAIRS_MAX } from "../../src/engine/evidence/gather.ts";
import { priorOf } from "../../src/engine/evidence/prior.ts";
import { readingOf } from "../../src/engine/evidence/reading.ts";
import { selectEvidence } from "../../src/engine/evidence/select.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument, Passage } from "../../src/engine/types.ts";
import { markerOf } from "../../src/engine/writing/sentences.ts";
import { document, found } from "./evidence-fixtures.ts";
import { signals } from "./fixtures.ts";
import { textPorts } from "./text-ports.ts";

const passage = (id: string): Passage => ({ id, text: id, document: document(id) });
const ranked = (...entries: [string, number][]) =>
  entries.map(([id, score]) => ({ passage: passage(id), score }));
describe("fusion", () => {
  test("is a weighted sum of the scores; what a ranking left out counts as its last", () => {
    const fused = fuse({
      lexical: ranked(["b", 8], ["a", 4], ["c", 2]),
      dense: ranked(["d", 0.9], ["c", 0.7], ["a", 0.5]),
      asked: [],
      answered: null,
      wording: null,
    });
    expect(fused.map(({ passage: { id }, bm25, nearness }) => [id, bm25, nearness])).toEqual([
      ["d", 2, 0.9],
      ["c", 2, 0.7],
      ["b", 8, 0.5],
      ["a", 4, 0.5],
    ]);
    for (const { score, bm25, nearness, question } of fused) {
      expect(score).toBeCloseTo(bm25 + NEARNESS_WEIGHTS.plain * nearness, 12);
      expect(question).toBeNull();
    }
  });

  test("a known question that is near brings its document in, and one that is far holds it back", () => {
    const hit = (id: string, score: number, question: string | null, share = 0) => ({
      passage: passage(id),
      score,
      question,
      share,
    });
    const fused = fuse({
      lexical: [],
      dense: ranked(["a", 0.6], ["b", 0.6], ["none", 0.6]),
      asked: [
        hit("found", 0.9, "wine and sleep?"),
        hit("b", 0.7, "is wine bad?", 0.5),
        hit("often", 0.7, "is wine ok?", 0.8),
        hit("a", 0.4, null),
      ],
      answered: 0.85,
      wording: -1,
    });
    const mean = (cosine: number, asked: number, share = 0) =>
      (1 - ASKED_SHARE) * cosine + ASKED_SHARE * asked + ALL_ANSWERED * share;
    expect(fused.map(({ passage: { id }, nearness, question }) => [id, nearness, question])).toEqual([
      ["often", mean(0.6, 0.7, 0.8), "is wine ok?"],
      ["b", mean(0.6, 0.7, 0.5), "is wine bad?"],
      ["found", mean(0.6, 0.9), "wine and sleep?"],
      ["none", 0.6, null],
      ["a", mean(0.6, 0.4), null],
    ]);
    expect(new Set(fused.map(({ weights }) => weights))).toEqual(new Set(["asked"]));
    for (const { score, bm25, nearness } of fused)
      expect(score).toBeCloseTo(bm25 + NEARNESS_WEIGHTS.asked * nearness, 12);
    // What other questions tell is told of the passages that questions are known of alone.
    expect(new Map(fused.map(({ passage: { id }, prior }) => [id, prior]))).toEqual(
      new Map(
        ["often", "b", "found", "a"].map((id) => [id, priorOf(0.85, -1)]).concat([["none", 0]]) as [
          string,
          number,
        ][],
      ),
    );
    expect(fused.map((each) => readingOf(each))).toEqual([
      "often most is wine ok? | often",
      "often most is wine bad? | b",
      "often none wine and sleep? | found",
      "none",
      "often none | a",
    ]);
  });

  const reading = (answered: number, share: number) =>
    readingOf({ passage: passage("a"), question: null, answered, share });

  test.each([
    [0, "never"],
    [0.39, "never"],
    [0.4, "seldom"],
    [0.7, "sometimes"],
    [0.8, "often"],
    [0.92, "always"],
    [1, "always"],
  ])("the reading tells how often questions like this one have an answer: %d, %s", (answered, word) => {
    expect(reading(answered, 0)).toBe(`${word} none | a`);
  });

  test("that a question is strange here takes from relevance; that it is a usual one adds nothing", () => {
    const [shares, wordings] = [
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -9, max: 9, noNaN: true }),
    ];
    fc.assert(
      fc.property(shares, wordings, (answered, wording) => {
        const prior = priorOf(answered, wording);
        expect(prior).toBeLessThanOrEqual(0);
        expect(priorOf(answered, wording - 0.1)).toBeLessThanOrEqual(prior);
        expect(priorOf(answered - 0.1, wording)).toBeLessThanOrEqual(prior);
      }),
    );
    expect([priorOf(null, -5), priorOf(0.1, null), priorOf(0.95, 2)]).toEqual([0, 0, 0]);
    expect(priorOf(0.1, -2)).toBeLessThan(-5);
  });

  test.each([
    [0, "none"],
    [0.01, "few"],
    [0.1, "some"],
    [0.3, "many"],
    [0.5, "most"],
    [1, "most"],
  ])("and how often it is this passage that answers: %d, %s", (share, word) => {
    expect(reading(1, share)).toBe(`always ${word} | a`);
  });

  test("the words are those that the reranker has learnt to read, at the same shares", () => {
    const program = readFileSync(join(import.meta.dir, "../../models/training/asked.py"), "utf8");
    const scale = (name: string) => {
      const line = program.match(new RegExp(`^${name} = (.*)$`, "m"))?.[1] ?? "";
      return [...line.matchAll(/\(([0-9.]+), "([a-z]+)"\)/g)].map(([, below, word]) => [Number(below), word]);
    };
    expect([scale("ANSWERED").length, scale("SHARES").length]).toEqual([5, 5]);
    for (const [below, word] of scale("ANSWERED"))
      expect(reading(Number(below) - 0.0001, 0)).toBe(`${word} none | a`);
    for (const [below, word] of scale("SHARES"))
      expect(reading(1, Number(below) - 0.0001)).toBe(`always ${word} | a`);
  });

  test("equal scores are ordered by id, and an empty search gives nothing", () => {
    expect(
      fuse({ lexical: ranked(["b", 1], ["a", 1]), dense: [], asked: [], answered: null, wording: null }).map(
        ({ passage }) => passage.id,
      ),
    ).toEqual(["a", "b"]);
    expect(fuse({ lexical: [], dense: [], asked: [], answered: null, wording: null })).toEqual([]);
  });

  test("one ranking alone keeps its order", () => {
    const descending = fc.uniqueArray(fc.double({ min: 0.01, max: 60, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(descending, (values) => {
        const ranking = values
          .sort((a, b) => b - a)
          .map((score, place) => ({ passage: passage(`p${String(place).padStart(2, "0")}`), score }));
        const fused = fuse({ lexical: ranking, dense: [], asked: [], answered: null, wording: null });
        expect(fused.map(({ passage: { id }, bm25 }) => [id, bm25])).toEqual(
          ranking.map(({ passage: { id }, score }) => [id, score]),
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("gathering", () => {
  test("no plan spends more than the pair budget, and relevance is clamped, rounded and descending", async () => {
    const ports = textPorts();
    const context = { cycle_phase: "luteal", cycle_day: 20, life_stage: "reproductive" } as const;
    const plan = planSearch(
      "Why is my HRV low and what helps my sleep and does coffee matter and is yoga good?",
      context,
      signals([]),
    );
    expect(plan.sub_queries).toHaveLength(4);
    const noisy = {
      score: async (_: string, texts: readonly string[]) => texts.map((_, i) => 1.7 - i * 0.3123456),
    };
    const all = await gather({ retriever: ports.retriever, reranker: ports.reranker }, plan.sub_queries, {
      time: (_, w) => w(),
    });
    expect(all).toHaveLength(4);
    expect(ports.calls.pairs).toBeLessThanOrEqual(RERANK_PAIRS_MAX);
    const [first] = await gather(
      { retriever: ports.retriever, reranker: noisy },
      plan.sub_queries.slice(0, 1),
      { time: (_, w) => w() },
    );
    const values = first?.documents.map(({ relevance }) => relevance) ?? [];
    expect(values.length).toBeGreaterThan(5);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(value).toBe(Number(value.toFixed(4)));
    }
  });

  test("not-a-number from a model counts as irrelevant", async () => {
    const { retriever } = textPorts();
    const reranker = { score: async (_: string, texts: readonly string[]) => texts.map(() => Number.NaN) };
    const query = found([]).sub_query;
    const [only] = await gather({ retriever, reranker }, [query], { time: (_, w) => w() });
    expect(new Set(only?.documents.map(({ relevance }) => relevance))).toEqual(new Set([0]));
  });
});

describe("selection", () => {
  const context = { cycle_phase: "luteal", cycle_day: 20, life_stage: "reproductive" } as const;
  const plan = planSearch("Why is HRV lower in the luteal phase?", context, signals([]));
  const select = (entries: [EvidenceDocument, number][]) =>
    selectEvidence(
      plan,
      plan.sub_queries.map((sub_query) => ({ ...found(entries), sub_query })),
      { marker: markerOf },
    );

  test("at most five documents, relevance as it came", () => {
    const chosen = select(
      Array.from({ length: 9 }, (_, i) => [document(`10.1/${"abcdefghi"[i]}`), 0.9 - i * 0.01]),
    );
    expect(chosen).toHaveLength(5);
    expect(chosen[0]?.relevance).toBe(0.9);
  });

  test("two documents never share a marker", () => {
    const twin = document("10.1/twin", { authors: document("10.1/a").authors });
    expect(
      select([
        [document("10.1/a"), 0.9],
        [twin, 0.8],
      ]).map(({ document: { doi } }) => doi),
    ).toEqual(["10.1/a"]);
  });

  test("another life stage is left out, another phase comes later", () => {
    const post = document("10.1/post", { population: { sex: "female", life_stage: ["postmenopause"] } });
    const follicular = document("10.1/fol", { phases: ["follicular"] });
    const dois = select([
      [post, 0.99],
      [follicular, 0.9],
      [document("10.1/a"), 0.85],
    ]).map((each) => each.document.doi);
    expect(dois).toEqual(["10.1/a", "10.1/fol"]);
  });

  test("every sub-query that has a document gets one", () => {
    const two = planSearch(
      "Why is my HRV lower before my period and what can I do about it?",
      context,
      signals([]),
    );
    const strong: [EvidenceDocument, number][] = Array.from({ length: 6 }, (_, i) => [
      document(`10.1/${"abcdef"[i]}`),
      0.95,
    ]);
    const weak = document("10.2/z", {
      behaviours: ["slow_breathing"],
      practice: "Breathe slowly for a few minutes before you go to bed.",
    });
    const [one, other] = two.sub_queries;
    if (!one || !other) throw new Error("two sub-queries expected");
    const chosen = selectEvidence(
      two,
      [
        { sub_query: one, documents: found(strong).documents, nearest: 1, answered: null, unanswered: 0 },
        {
          sub_query: other,
          documents: found([[weak, 0.55]]).documents,
          nearest: 1,
          answered: null,
          unanswered: 0,
        },
      ],
      { marker: markerOf },
    );
    expect(chosen.map(({ sub_query }) => sub_query)).toContain(1);
  });
});
