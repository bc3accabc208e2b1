/** Guarantee: the page of benchmarks is whole, or it is not written. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Measured, renderPage } from "./page/render.ts";
import { PARTS } from "./parts/index.ts";

const MACHINE = "**Machine:** two cores";
const page = readFileSync(join(import.meta.dir, "../../docs/benchmarks.md"), "utf8");

/** Figures that stand a little above every bar. */
function recorded(): Measured[] {
  return PARTS.map(({ part }) => ({
    part,
    figures: Object.fromEntries(
      Object.entries(part.rows).map(([id, { bar }]) => [
        id,
        bar === undefined ? 1 : 1 + ("least" in bar ? bar.least : bar.most),
      ]),
    ),
    othersShare: 0.25,
  }));
}

const firstCells = (text: string) =>
  text.split("\n").flatMap((line) => /^\| (.+?) \| [\d-]/.exec(line)?.slice(1) ?? []);

describe("the page", () => {
  test("tells each figure beside its bar, and whether it held", () => {
    const text = renderPage(MACHINE, recorded());
    expect(text).toContain(MACHINE);
    expect(text).toContain("| later start, p50 | 801 ms | ≤ 800 ms | **missed** |");
    expect(text).toContain("| of the bare route's speed, p50 | 61 % | ≥ 60 % | held |");
    expect(text).toContain("Other programs took 25 % of the machine meanwhile.");
  });

  test.each(PARTS)("is refused where a figure of $name is missing", ({ part }) => {
    for (const [id, { name }] of Object.entries(part.rows)) {
      const measured = recorded().map((each) => {
        if (each.part !== part) return each;
        const { [id]: _, ...figures } = each.figures;
        return { ...each, figures };
      });
      expect(() => renderPage(MACHINE, measured)).toThrow(`no figure for "${name}"`);
    }
  });

  test("that is shipped has every row there is, in its order", () => {
    const rows = PARTS.flatMap(({ part }) => Object.values(part.rows).map(({ name }) => name));
    expect(firstCells(page)).toEqual(rows);
    expect(page).toMatch(/\*\*Machine:\*\* .+ cores, .*\nBun [\d.]+; commit [0-9a-f]+/);
  });
});
