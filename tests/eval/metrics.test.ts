/**
 * Guarantee: the metrics are those of trec_eval and BEIR, so that they can be compared with
 * published ones.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mean, ndcg, recall, reciprocalRank } from "../../src/eval/metrics.ts";

const GRADES = new Map([
  ["a", 3],
  ["b", 2],
  ["c", 1],
  ["d", 0],
  ["e", -1],
]);

describe("nDCG", () => {
  test("by hand: gains 2, 0, 3 discounted by log2 of 2, 3, 4, over the ideal 3, 2, 1", () => {
    // DCG = 2/1 + 0 + 3/2 = 3.5; ideal = 3/1 + 2/1.5849625 + 1/2 = 4.7618595
    expect(ndcg(["b", "unjudged", "a"], GRADES, 10)).toBeCloseTo(3.5 / 4.761859507142915, 12);
  });

  test("the ideal is cut at the same depth as the ranking", () => {
    expect(ndcg(["b"], GRADES, 1)).toBeCloseTo(2 / 3, 12);
    // DCG@2 = 1 + 3/1.5849625 = 2.8927893; ideal@2 = 3 + 2/1.5849625 = 4.2618595
    expect(ndcg(["c", "a", "b"], GRADES, 2)).toBeCloseTo(
      2.892789260714372 / 4.2618595071429155,
      12,
    );
  });

  test("the gain is the grade, not a power of it", () => {
    const grades = new Map([
      ["x", 3],
      ["y", 1],
    ]);
    // With 2^grade - 1 this would be 0.7098.
    expect(ndcg(["y", "x"], grades, 10)).toBeCloseTo(
      (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)),
      12,
    );
  });

  test("grades of 0 and below are irrelevant and never count against a ranking", () => {
    expect(ndcg(["e", "d", "a"], GRADES, 10)).toBeCloseTo(1.5 / 4.761859507142915, 12);
    expect(ndcg(["a"], new Map([["a", -1]]), 10)).toBe(0);
  });
});

test("recall is the share of all relevant documents within the depth", () => {
  expect(recall(["a", "x", "c"], GRADES, 100)).toBeCloseTo(2 / 3, 12);
  expect(recall(["a", "x", "c"], GRADES, 2)).toBeCloseTo(1 / 3, 12);
  expect(recall(["d", "e"], GRADES, 100)).toBe(0);
});

test("the reciprocal rank is that of the first relevant document within the depth", () => {
  expect(reciprocalRank(["d", "x", "c", "a"], GRADES, 10)).toBeCloseTo(1 / 3, 12);
  expect(reciprocalRank(["d", "x", "c", "a"], GRADES, 2)).toBe(0);
});

test("nothing relevant, nothing found and nothing asked give 0", () => {
  const none = new Map<string, number>();
  expect([ndcg(["a"], none, 10), recall(["a"], none, 10), reciprocalRank(["a"], none, 10)]).toEqual(
    [0, 0, 0],
  );
  expect([ndcg([], GRADES, 10), recall([], GRADES, 10), reciprocalRank([], GRADES, 10)]).toEqual([
    0, 0, 0,
  ]);
  expect(mean([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
});

test("every figure lies in [0,1], and the ideal order has them all at 1", () => {
  const judged = fc.uniqueArray(
    fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.integer({ min: -1, max: 3 })),
    {
      selector: ([id]) => id,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(judged, fc.integer({ min: 1, max: 40 }), (pairs, k) => {
      const grades = new Map(pairs);
      const ranking = pairs.map(([id]) => id);
      const ideal = pairs.toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
      for (const figure of [ndcg, recall, reciprocalRank]) {
        const value = figure(ranking, grades, k);
        expect(value >= 0 && value <= 1).toBe(true);
        expect(figure(ideal, grades, k)).toBeGreaterThanOrEqual(value - 1e-12);
      }
      if (pairs.some(([, grade]) => grade > 0)) {
        expect(ndcg(ideal, grades, k)).toBeCloseTo(1, 12);
        expect(reciprocalRank(ideal, grades, k)).toBe(1);
      }
    }),
  );
});
