/** Guarantee: a row counts as erased where a recorded range holds it, however the ranges lie. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { inRanges, type RowRange, rangesOfRows } from "../../src/store/erased-rows.ts";

const ROWS = 60;
const rowNumber = fc.integer({ min: 1, max: ROWS });
/** They may overlap, touch, hold one another or come in any order. */
const ranges = fc.array(
  fc.tuple(rowNumber, rowNumber).map(([a, b]): RowRange => (a < b ? [a, b] : [b, a])),
  { maxLength: 8 },
);

test("whichever ascending rows are asked for", () => {
  fc.assert(
    fc.property(ranges, fc.uniqueArray(rowNumber), (erased, asked) => {
      const isErased = inRanges(erased);
      for (const row of asked.sort((a, b) => a - b))
        expect([row, isErased(row)]).toEqual([
          row,
          erased.some(([first, last]) => first <= row && row <= last),
        ]);
    }),
  );
});

test("rows become the fewest ranges that hold them and no other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(rowNumber), (rows) => {
      const sorted = rows.sort((a, b) => a - b);
      const found = rangesOfRows(sorted);
      const held = found.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      expect(held).toEqual(sorted);
      const gaps = sorted.filter((row, at) => row !== (sorted[at - 1] ?? Number.NaN) + 1);
      expect(found.length).toBe(gaps.length);
    }),
  );
});
