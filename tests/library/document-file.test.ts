/**
 * Guarantee: a document file returns each document unchanged by its DOI, and all of them in the
 * order of DOIs.
 *
 * @slow it takes seconds
 */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { type CorpusDocument, readRecords } from "../../src/ingest/documents.ts";
import { COVERAGE_CELLS, coverageOf } from "../../src/library/coverage.ts";
import { DocumentFile } from "../../src/library/document-file.ts";

const folder = temporaryFolder("documents");
afterAll(() => folder.remove());
let count = 0;
const fresh = () => join(folder.path, `${count++}.ndjson`);
const records = readRecords(join(import.meta.dir, "../../corpus"));

test("any words, line ends and sizes; the last of equal DOIs counts", () => {
  const [template] = records;
  if (template === undefined) throw new Error("no records");
  const title = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n", "\r\n\u2028", "é".repeat(700_000), "🌙", ""),
  );
  const document = fc
    .record({
      doi: fc.constantFrom("10.1/a", "10.1/b", "10.1/ü#1", "10.1/__proto__", "__proto__"),
      title,
    })
    .map((changes): CorpusDocument => ({ ...template, ...changes }));
  fc.assert(
    fc.property(fc.array(document, { maxLength: 8 }), (documents) => {
      const file = DocumentFile.create(fresh());
      const expected = new Map<string, CorpusDocument>();
      for (const each of documents) {
        file.put(each);
        // As JSON tells it: a lone surrogate has no UTF-8 spelling but its escape.
        expected.set(each.doi, JSON.parse(JSON.stringify(each)));
      }
      expect([...file]).toEqual(
        [...expected.keys()].sort().map((doi) => expected.get(doi) as CorpusDocument),
      );
      expect(file.document("10.1/absent")).toBeNull();
      file.close();
    }),
    { numRuns: 60 },
  );
});

test("a written file is opened whole, with and without its last line end, across every piece that is read", () => {
  const [template] = records;
  if (template === undefined) throw new Error("no records");
  const long = ["ä".repeat(600_000), "x".repeat((1 << 20) - 40), "é"].map((words, i) => ({
    ...template,
    doi: `10.1/${i}`,
    title: words,
  }));
  const lines = long.map((document) => JSON.stringify(document));
  for (const end of ["\n", ""]) {
    const path = fresh();
    writeFileSync(path, lines.join("\n") + end);
    const file = DocumentFile.open(path);
    expect(file.dois().map((doi) => file.line(doi))).toEqual(lines);
    file.close();
  }
});

test.each([
  ["no JSON", "{"],
  ["no object", "[1]"],
  ["no DOI", '{"doi":5}'],
  ["a DOI twice", '{"doi":"10.1/a"}\n{"doi":"10.1/a"}'],
])("a file with %s is refused by its line", (_, text) => {
  const path = fresh();
  writeFileSync(path, text);
  expect(() => DocumentFile.open(path)).toThrow(/ndjson:[12]: /);
});

test("every subject of the coverage table can be met, and the table counts what it says", () => {
  const coverage = coverageOf(records);
  expect(new Set(coverage.map(({ cell }) => cell)).size).toBe(COVERAGE_CELLS.length);
  expect(coverage.filter(({ records: found }) => found === 0)).toEqual([]);
  // No cell is so wide that it says nothing.
  for (const { cell, records: found } of coverage) {
    expect([cell, found < records.length / 4]).toEqual([cell, true]);
  }
  expect(coverageOf([]).every(({ records: found }) => found === 0)).toBe(true);
});
