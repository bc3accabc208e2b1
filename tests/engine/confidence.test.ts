/** Guarantee: confidence is pure, explainable and cannot lift what is off topic. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  answering,
  gradeEvidence,
  knownStrength,
  matchStrength,
  WEIGHTS,
} from "../../src/engine/evidence/confidence.ts";
import type { ScoredDocument } from "../../src/engine/evidence/gather.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { document, found } from "./evidence-fixtures.ts";

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
    expect(value(0.45)).toBe(0);
    expect(value(-1)).toBe(0);
    expect(value(0.51)).toBeCloseTo(0.5, 3);
    expect(value(0.57)).toBe(1);
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
        for (const answered of [null, 0, 1])
          expect(gradeEvidence([{ ...found(entries), answered }], ["reproductive"]).value).toBeLessThan(0.5);
      }),
      { numRuns: 60 },
    );
  });

  test("among known questions it rises with how many like this one have an answer and with the reading", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 0.98, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (best, answered) => {
          const strength = knownStrength(best, answered);
          expect(strength).toBeWithin(0, 1.0001);
          expect(knownStrength(best + 0.01, answered)).toBeGreaterThanOrEqual(strength);
          expect(knownStrength(best, answered + 0.01)).toBeGreaterThanOrEqual(strength);
        },
      ),
      { numRuns: 100 },
    );
    const value = (answered: number) => {
      const { documents, ...rest } = found(good);
      const known = documents.map((each) => ({ ...each, share: 0.6 * answered }));
      return gradeEvidence([{ ...rest, documents: known, answered }], ["reproductive"]).value;
    };
    expect(value(1)).toBe(1);
    expect(value(0)).toBeLessThan(0.5);
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

  test("the documents that match best are graded, whatever else is as relevant", () => {
    const other = (doi: string) =>
      document(doi, { measures: ["temperature"], outcomes: ["temperature"], findings: [] });
    const relevant: [EvidenceDocument, number][] = [1, 2, 3, 4, 5, 6].map((n) => [other(`10.2/${n}`), 0.99]);
    const coverage = (match: number) => {
      const { documents, ...rest } = found([...relevant, [document("10.1/a"), 0.9]]);
      const matched = documents.map((each) => ({
        ...each,
        match: each.document.doi === "10.1/a" ? match : 1,
      }));
      return gradeEvidence([{ ...rest, documents: matched }], ["reproductive"]).parts.coverage;
    };
    expect(coverage(2)).toBe(1);
    expect(coverage(0)).toBeLessThan(1);
  });

  test("a document that others asked like this do not lead to is no part of the answer, nor one that matches far worse", () => {
    const scored = (doi: string, relevance: number, match: number, share: number | null) => ({
      document: document(doi),
      relevance,
      match,
      share,
    });
    const kept = (...documents: ScoredDocument[]) => answering(documents).map(({ document: { doi } }) => doi);
    const best = scored("10.1/best", 0.9, 9, 0.5);
    expect(
      kept(
        best,
        scored("10.1/near", 0.8, 7, 0.2),
        scored("10.1/word", 0.8, 8.5, 0.05),
        scored("10.1/far", 0.8, 5, 0.4),
        scored("10.1/article", 0.8, 5, null),
        scored("10.1/off", 0.4, 8.9, 0.9),
      ),
    ).toEqual(["10.1/best", "10.1/near", "10.1/article"]);
    // The best match stays; how sure it is, is another matter.
    expect(kept({ ...best, share: 0 })).toEqual(["10.1/best"]);
    expect(kept()).toEqual([]);
  });

  test("a document that answers what others asked covers it, whatever our words make of the question", () => {
    const bottle = (share: number | null) => {
      const { documents, ...rest } = found(good, "Is a hot water bottle any good?");
      const known = documents.map((each) => ({ ...each, share }));
      return gradeEvidence([{ ...rest, documents: known }], ["reproductive"]).parts.coverage;
    };
    expect(bottle(null)).toBe(0);
    expect(bottle(0.6)).toBeGreaterThan(0.6);
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
