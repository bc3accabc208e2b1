/**
 * Guarantee: a mutant differs from its file in one token of code, never in a comment, string or
 * type. What is said to stay is there to be changed.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mutantsOf } from "./mutants.ts";
import { STAYS } from "./stays.ts";

test("comparisons, connectives, signs, truth values and numbers are changed, one at a time", () => {
  const source =
    'import { a } from "./a.ts";\n// 1 < 2\nconst b = a < 3 && a !== "4 < 5" ? true : a + 1;\n';
  const mutants = mutantsOf(source);
  expect(mutants.map(({ line, before, after }) => [line, before, after])).toEqual([
    [3, "<", "<="],
    [3, "3", "4"],
    [3, "&&", "||"],
    [3, "!==", "==="],
    [3, "true", "false"],
    [3, "+", "-"],
    [3, "1", "2"],
  ]);
  for (const mutant of mutants)
    expect(mutant.source.split("\n").slice(0, 2)).toEqual(source.split("\n").slice(0, 2));
});

test("types, arrows, generators, a sort's order, regular expressions and digits in names stay", () => {
  const source =
    "async function* e(): AsyncGenerator<E> { yield* f }\nlist.sort((x, y) => (x.id ? -1 : 1));\nconst f = (g: H) => g;\ninterface A {\n  b: 1 | 2;\n}\nconst c1 = new Map<string, number>();\nconst d = /[<>] 7 && 8/.test(c2);\nconst h = (i: Parameters<typeof f>[0]) => /[1-9]/.test(i);\n" +
    `const words = \`${"a word ".repeat(1_000)}7 true\`;\n`;
  expect(mutantsOf(source)).toEqual([]);
});

test.each(Object.entries(STAYS))("each mutant of %s that stays is one", (path, stays) => {
  const source = readFileSync(join(import.meta.dir, "../..", path), "utf8");
  const changed = mutantsOf(source).map((mutant) => mutant.changed);
  for (const line of Object.keys(stays)) expect(changed).toContain(line);
});
