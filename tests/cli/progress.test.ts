/** Guarantee: the user sees how far the work is and about how long the rest will take. */
import { expect, test } from "bun:test";
import { progressOf } from "../../src/cli/progress.ts";

test.each([
  ["nothing is done yet", 0, 0, "queries 0 of 40"],
  ["a quarter is done", 10, 5_000, "queries 10 of 40, about 15 s left"],
  ["the rest takes longer than a minute", 10, 60_000, "queries 10 of 40, about 3 min left"],
  ["all is done", 40, 5_000, "queries 40 of 40, about 0 s left"],
  ["more came than was counted", 41, 5_000, "queries 41 of 40"],
])("%s", (_, done, elapsedMs, line) => {
  expect(progressOf("queries", done, 40, elapsedMs)).toBe(line);
});
