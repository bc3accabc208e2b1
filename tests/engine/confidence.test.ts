/** Guarantee: confidence is pure, explainable and cannot lift what is off topic. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gradeEvidence, knownStrength, matchStrength, WEIGHTS } from "../../src/engine/evidence/confidence.ts";
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
    expect(value(0.41)).toBe(0);
    expect(value(-1)).toBe(0);
    expect(value(0.47)).toBeCloseTo(0.5, 3);
    expect(value(0.53)).toBe(1);
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

  test("among known questions it rises with how many like this one have an answer, with the reading and with nearness", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 1.3, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.3, noNaN: true }),
        (best, nearest, answered, more) => {
          const strength = knownStrength(best, nearest, answered);
          expect(strength).toBeWithin(0, 1.0001);
          expect(knownStrength(Math.min(1, best + more), nearest, answered)).toBeGreaterThanOrEqual(strength);
          expect(knownStrength(best, nearest + more, answered)).toBeGreaterThanOrEqual(strength);
          expect(knownStrength(best, nearest, Math.min(1, answered + more))).toBeGreaterThanOrEqual(strength);
        },
      ),
      { numRuns: 100 },
    );
    const value = (answered: number) =>
      gradeEvidence([{ ...found(good), answered }], ["reproductive"]).value;
    expect(value(1)).toBe(1);
    expect(value(0)).toBeLessThan(0.6);
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
