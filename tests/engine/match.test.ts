/** Guarantee: the order of evidence rises with each of its readings, and shares of words are shares. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Matched, matchesOf } from "../../src/engine/evidence/match.ts";
import { type SharedWords, sharedWords } from "../../src/engine/evidence/shared-words.ts";

describe("the match of a candidate", () => {
  const candidate = {
    bm25: 0.5,
    nearness: 0.4,
    weights: "plain",
    passage: { text: "Wine and sleep." },
  } as const;
  const matchOf = (each: Matched, relevance: number, question = "tea?") =>
    matchesOf(question, [each], [relevance])[0] as number;

  test("rises with each of the three readings", () => {
    const base = matchOf(candidate, 0.5);
    expect(matchOf(candidate, 0.6)).toBeGreaterThan(base);
    expect(matchOf({ ...candidate, nearness: 0.5 }, 0.5)).toBeGreaterThan(base);
    expect(matchOf({ ...candidate, bm25: 0.6 }, 0.5)).toBeGreaterThan(base);
    // Beside known questions the same words and the same reading move a candidate less.
    const asked = { ...candidate, weights: "asked" } as const;
    const moved = (each: typeof candidate | typeof asked, change: Partial<typeof candidate>, to: number) =>
      matchOf({ ...each, ...change }, to) - matchOf(each, 0.5);
    expect(moved(asked, {}, 0.6)).toBeLessThan(moved(candidate, {}, 0.6));
  });

  test("rises with the share of the question that a passage speaks of, and more where it opens with it", () => {
    const of = (text: string): Matched => ({ ...candidate, passage: { text } });
    const texts = [
      "Tea at noon. Rain fell.",
      "Rain fell. Wine before bed.",
      "Wine before bed. Rain fell.",
      "Rain fell.",
    ];
    const [tea, later, first, none] = matchesOf(
      "Does wine before bed hurt?",
      texts.map(of),
      [0.5, 0.5, 0.5, 0.5],
    );
    expect(first).toBeGreaterThan(later as number);
    expect(later).toBeGreaterThan(none as number);
    expect(tea).toBe(none as number);
    const known = texts.map((text) => ({ ...of(text), weights: "asked" as const }));
    expect(new Set(matchesOf("Does wine before bed hurt?", known, [0.5, 0.5, 0.5, 0.5])).size).toBe(1);
  });

  test("is finite for whatever a model gives, and takes what is outside [0, 1] as a logit", () => {
    for (const relevance of [0, 1, Number.NaN, Infinity, -Infinity, 25, -25])
      expect(Number.isFinite(matchOf(candidate, relevance))).toBe(true);
    expect(matchOf(candidate, 3)).toBeCloseTo(matchOf(candidate, 1 / (1 + Math.exp(-3))), 9);
    expect(matchOf(candidate, Number.NaN)).toBe(matchOf(candidate, 0));
    for (const question of ["", "?!", "and the", "\u0000", "🙂", "x".repeat(5000)])
      expect(Number.isFinite(matchOf(candidate, 0.5, question))).toBe(true);
  });
});

describe("shared words", () => {
  test("a word counts once, plural or not, and the more the fewer passages have it", () => {
    const [both, common, rare, often] = sharedWords("naps and hormones", [
      "A nap. Hormones.",
      "Naps help.",
      "Hormones.",
      "Nap, nap, nap.",
    ]);
    expect(both).toEqual({ whole: 1, first: expect.any(Number) });
    expect(common).toEqual(often as SharedWords);
    expect(rare?.whole).toBeGreaterThan(common?.whole as number);
    expect((rare?.whole as number) + (common?.whole as number)).toBeCloseTo(1, 12);
  });

  test("are shares, whatever is compared", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 8 }), (question, passages) => {
        const shared = sharedWords(question, passages);
        expect(shared.length).toBe(passages.length);
        for (const { whole, first } of shared) {
          expect(whole).toBeWithin(0, 1.000_000_1);
          expect(first).toBeLessThanOrEqual(whole);
        }
      }),
    );
  });
});
