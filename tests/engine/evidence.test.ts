/** Guarantee: fusion, selection and confidence are pure, explainable and cannot lift what is off topic. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gradeEvidence, matchStrength, WEIGHTS } from "../../src/engine/evidence/confidence.ts";
import { fuse } from "../../src/engine/evidence/fusion.ts";
import { type Found, gather, RERANK_PAIRS_MAX } from "../../src/engine/evidence/gather.ts";
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
  documents: entries.map(([each, relevance]) => ({ document: each, relevance, nearness: 1 })),
  unanswered: 0,
});

describe("reciprocal rank fusion", () => {
  test("what both rankings hold comes before what one holds, ties by id", () => {
    const fused = fuse({
      lexical: [passage("b"), passage("a"), passage("c")],
      dense: [passage("d"), passage("c"), passage("a")],
    });
    expect(fused.map(({ passage: { id } }) => id)).toEqual(["a", "c", "b", "d"]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 63, 12);
  });

  test("the score depends on ranks alone", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 }), (ids) => {
        const ranking = ids.map(passage);
        const once = fuse({ lexical: ranking, dense: [] });
        expect(once.map(({ passage: { id } }) => id)).toEqual(ids);
        expect(fuse({ lexical: ranking, dense: ranking }).map(({ passage: { id } }) => id)).toEqual(ids);
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
        { sub_query: one, documents: found(strong).documents, unanswered: 0 },
        { sub_query: other, documents: found([[weak, 0.55]]).documents, unanswered: 0 },
      ],
      { marker: markerOf },
    );
    expect(chosen.map(({ sub_query }) => sub_query)).toContain(1);
  });
});
