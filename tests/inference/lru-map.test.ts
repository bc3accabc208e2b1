/** Guarantee: the cache is bounded and correct, and drops the least recently used entry first. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { LruMap } from "../../src/inference/lru-map.ts";

test("holds at most its bound and always gives the value made from the key", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 1, max: 8 }),
      (keys, max) => {
        const memory = new LruMap<number, number[]>(max);
        for (const key of keys) expect(memory.getOrMake(key, (k) => [k])).toEqual([key]);
        expect(memory.size).toBe(Math.min(max, new Set(keys).size));
      },
    ),
  );
});

test("forgets the entry that was not used for longest", () => {
  const made: string[] = [];
  const memory = new LruMap<string, number>(2);
  for (const key of ["a", "b", "a", "c", "a", "b"]) {
    memory.getOrMake(key, (k) => made.push(k));
  }
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("what is looked at is not made newer, and what was never made is undefined", () => {
  const memory = new LruMap<string, number>(2);
  memory.getOrMake("a", () => 1);
  memory.getOrMake("b", () => 2);
  expect(memory.get("a")).toBe(1);
  memory.getOrMake("c", () => 3);
  expect([memory.get("a"), memory.get("b"), memory.get("c"), memory.get("d")]).toEqual([
    undefined,
    2,
    3,
    undefined,
  ]);
});
