/**
 * Guarantee: a CSV line reads back cell by cell, and no cell starts a formula, whatever a caller
 * put into its request id.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { csvLine } from "../../src/cli/csv.ts";

/** A reader of RFC 4180, written without regard to how the writer works. */
function parseLine(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (quoted && character === '"' && line.charAt(i + 1) === '"') {
      cell += character;
      i += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === "," && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell];
}

const text = fc.string({ unit: fc.constantFrom(..."=+-@,\"' a1é\\"), maxLength: 8 });
const wild = fc.string({
  unit: fc.constantFrom(..."=\t\r\n\0\u001b\u007f\u0085\u202e\u2028\ud800,\"'a"),
  maxLength: 8,
});

test("cells come back, at most with an apostrophe in front", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const back = parseLine(csvLine(cells));
      expect(back).toHaveLength(cells.length);
      for (const [i, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(back[i] ?? "");
      expect(back.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    }),
  );
});

test("no line holds a character that is not seen, and each cell still tells which one was there", () => {
  fc.assert(
    fc.property(fc.array(wild, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = csvLine(cells);
      expect(line).not.toMatch(/[\p{C}\u2028\u2029]/u);
      const back = parseLine(line).map((cell) =>
        cell.replace(/\\u\{([0-9a-f]+)\}/g, (_, code) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        ),
      );
      for (const [i, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(back[i] ?? "");
    }),
  );
  expect(csvLine(["a\u001b[2Jb\nc"])).toBe("a\\u{1b}[2Jb\\u{a}c");
});

test("harmless cells are left as they are", () => {
  expect(csvLine(["0192f0c4-0000", "a b", "", 12, -0.5])).toBe("0192f0c4-0000,a b,,12,-0.5");
});
