/** Guarantee: fusion, selection and confidence are pure, explainable and cannot lift what is off topic. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gradeEvidence, matchStrength, WEIGHTS } from "../../src/engine/evidence/confidence.ts";
import { COSINE_WEIGHT, fuse } from "../../src/engine/evidence/fusion.ts";
import { type Found, gather, RERANK_PAIRS_MAX } from "../../src/engine/evidence/gather.ts";
import { matchOf } from "../../src/engine/evidence/match.ts";
import { selectEvidence } from "../../src/engine/evidence/select.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument, Passage } from "../../src/engine/types.ts";
import { markerOf } from "../../src/engine/writing/sentences.ts";
import { signals } from "./fixtures.ts";
import { textPorts } from "./text-ports.ts";

function document(doi: string, changes: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return {
    doi,
    title: `Title of ${doi}`,
    authors: [`Ada ${doi.replace(/\W/g, "")}`],
    year: 2020,
    journal: "Journal",
    design: "cohort",
    population: { sex: "female", life_stage: ["reproductive"] },
    measures: ["hrv"],
    phases: ["luteal"],
    behaviours: [],
    outcomes: ["hrv"],
    findings: [
      {
        statement: "HRV was lower in the luteal phase.",
        effect: "decrease",
        measure: "hrv",
        outcome: "hrv",
        phase: "luteal",
      },
    ],
    ...changes,
  };
}
const passage = (id: string): Passage => ({ id, text: id, document: document(id) });
const ranked = (...entries: [string, number][]) =>
  entries.map(([id, score]) => ({ passage: passage(id), score }));
const found = (
  entries: [EvidenceDocument, number][],
  query = "Why is HRV lower in the luteal phase?",
): Found => ({
  sub_query: {
    text: query,
    asked: query,
    facets: detectFacets(query),
    intent: "cause",
    unknown: [],
    named: 1,
  },
  documents: entries.map(([each, relevance]) => ({ document: each, relevance, match: relevance })),
  nearest: 1,
  unanswered: 0,
});

describe("fusion", () => {
  test("is a weighted sum of the scores; what a ranking left out counts as its last", () => {
    const fused = fuse({
      lexical: ranked(["b", 8], ["a", 4], ["c", 2]),
      dense: ranked(["d", 0.9], ["c", 0.7], ["a", 0.5]),
    });
    expect(fused.map(({ passage: { id }, bm25Share, cosine }) => [id, bm25Share, cosine])).toEqual([
      ["d", 0.25, 0.9],
      ["c", 0.25, 0.7],
      ["b", 1, 0.5],
      ["a", 0.5, 0.5],
    ]);
    for (const { score, bm25Share, cosine } of fused)
      expect(score).toBeCloseTo(bm25Share + COSINE_WEIGHT * cosine, 12);
  });

  test("equal scores are ordered by id, and an empty search gives nothing", () => {
    expect(fuse({ lexical: ranked(["b", 1], ["a", 1]), dense: [] }).map(({ passage }) => passage.id)).toEqual(
      ["a", "b"],
    );
    expect(fuse({ lexical: [], dense: [] })).toEqual([]);
  });

  test("one ranking alone keeps its order, and BM25 may be of any size", () => {
    const descending = fc.uniqueArray(fc.double({ min: 0.01, max: 60, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(descending, fc.constantFrom(0.25, 1, 8), (values, factor) => {
        const scores = values.sort((a, b) => b - a);
        const ranking = scores.map((score, place) => ({
          passage: passage(`p${place}`),
          score: score * factor,
        }));
        const order = fuse({ lexical: ranking, dense: [] }).map(({ passage: { id } }) => id);
        expect(new Set(order)).toEqual(new Set(ranking.map(({ passage: { id } }) => id)));
        const shares = fuse({ lexical: ranking, dense: [] }).map(({ bm25Share }) => bm25Share);
        expect(shares).toEqual([...shares].sort((a, b) => b - a));
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the match of a candidate", () => {
  const candidate = { bm25Share: 0.5, cosine: 0.4 };

  test("rises with each of the three readings", () => {
    const base = matchOf(candidate, 0.5);
    expect(matchOf(candidate, 0.6)).toBeGreaterThan(base);
    expect(matchOf({ ...candidate, cosine: 0.5 }, 0.5)).toBeGreaterThan(base);
    expect(matchOf({ ...candidate, bm25Share: 0.6 }, 0.5)).toBeGreaterThan(base);
  });

  test("is finite for whatever a model gives, and takes what is outside [0, 1] as a logit", () => {
    for (const relevance of [0, 1, Number.NaN, Infinity, -Infinity, 25, -25])
      expect(Number.isFinite(matchOf(candidate, relevance))).toBe(true);
    expect(matchOf(candidate, 3)).toBeCloseTo(matchOf(candidate, 1 / (1 + Math.exp(-3))), 9);
    expect(matchOf(candidate, Number.NaN)).toBe(matchOf(candidate, 0));
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

describe("confidence", () => {
  const good: [EvidenceDocument, number][] = [
    [document("10.1/a"), 0.9],
    [document("10.1/b"), 0.8],
  ];

  test("a full match by agreeing studies of her stage and phase is full confidence", () => {
    expect(gradeEvidence([found(good)], ["reproductive"])).toEqual({
      value: 1,
      parts: { coverage: 1, specificity: 1, consistency: 1 },
    });
  });

  test("no passage near the question is no confidence, however well the words match", () => {
    const value = (nearest: number) => gradeEvidence([{ ...found(good), nearest }], ["reproductive"]).value;
    expect(value(0.31)).toBe(0);
    expect(value(-1)).toBe(0);
    expect(value(0.375)).toBeCloseTo(0.5, 3);
    expect(value(0.44)).toBe(1);
  });

  test("the value is 50/30/20 of its parts", () => {
    const { value, parts } = gradeEvidence([found([[document("10.1/a"), 0.6]])], ["reproductive"]);
    const expected =
      WEIGHTS.coverage * parts.coverage +
      WEIGHTS.specificity * parts.specificity +
      WEIGHTS.consistency * parts.consistency;
    expect(value).toBeCloseTo(expected, 3);
    expect([WEIGHTS.coverage, WEIGHTS.specificity, WEIGHTS.consistency]).toEqual([0.5, 0.3, 0.2]);
  });

  test("the weakest sub-query decides", () => {
    const weak = found([[document("10.1/c"), 0.3]]);
    expect(gradeEvidence([found(good), weak], ["reproductive"])).toEqual(
      gradeEvidence([weak], ["reproductive"]),
    );
  });

  test("a best relevance below 0.5 never reaches the floor, whatever else fits", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.4999, noNaN: true }), (best) => {
        expect(matchStrength(best)).toBeLessThan(0.5);
        const entries: [EvidenceDocument, number][] = good.map(([each]) => [each, best]);
        expect(gradeEvidence([found(entries)], ["reproductive"]).value).toBeLessThan(0.5);
      }),
      { numRuns: 60 },
    );
  });

  test("contrary and null findings lower consistency", () => {
    const contrary = document("10.1/b", {
      findings: document("10.1/a").findings.map((finding) => ({ ...finding, effect: "none" as const })),
    });
    const split = gradeEvidence(
      [
        found([
          [document("10.1/a"), 0.9],
          [contrary, 0.9],
        ]),
      ],
      ["reproductive"],
    );
    expect(split.parts.consistency).toBe(0.5);
    expect(split.value).toBeLessThan(1);
  });

  test("a facet no document answers lowers coverage", () => {
    const both = found(good, "Does caffeine lower HRV in the luteal phase?");
    expect(gradeEvidence([both], ["reproductive"]).parts.coverage).toBeLessThan(0.7);
  });

  test("evidence about people of another stage only is no evidence for her", () => {
    const old = document("10.1/p", { population: { sex: "female", life_stage: ["postmenopause"] } });
    expect(gradeEvidence([found([[old, 0.95]])], ["reproductive"]).value).toBe(0);
  });

  test("no evidence is confidence 0", () => {
    expect(gradeEvidence([], ["reproductive"]).value).toBe(0);
    expect(gradeEvidence([found([])], ["reproductive"]).value).toBe(0);
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
        { sub_query: one, documents: found(strong).documents, nearest: 1, unanswered: 0 },
        { sub_query: other, documents: found([[weak, 0.55]]).documents, nearest: 1, unanswered: 0 },
      ],
      { marker: markerOf },
    );
    expect(chosen.map(({ sub_query }) => sub_query)).toContain(1);
  });
});
