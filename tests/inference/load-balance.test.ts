/**
 * Guarantee: exactly one worker reads each text, and no worker has much more to read than another.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { balanceByLength } from "../../src/inference/load-balance.ts";

test("every place is given once, and shares differ by no more than the longest text", () => {
  const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 5 }), (given, workers) => {
      const shares = balanceByLength(given, workers);
      expect(shares).toHaveLength(workers);
      expect(shares.flat().sort((a, b) => a - b)).toEqual(given.map((_, place) => place));
      const sizes = shares.map((places) =>
        places.reduce((sum, at) => sum + (given[at]?.length ?? 0), 0),
      );
      const longest = Math.max(0, ...given.map((text) => text.length));
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(longest);
    }),
  );
});

test("one text goes to the first worker", () => {
  expect(balanceByLength(["a"], 3)).toEqual([[0], [], []]);
});
