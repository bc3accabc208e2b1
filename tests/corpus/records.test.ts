/** Guarantee: every line of the starter corpus is a valid, unique, citable record in plain, non-clinical words. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { EvidenceRecord } from "../../src/corpus/record.ts";

const folder = join(import.meta.dir, "../../corpus");
const files = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
/** Wording that would make a sentence clinical, prescriptive or promising once it stands in a recommendation. */
const CLINICAL =
  /\b(you have|signs? of|diagnos\w*|prescri\w*|cures?|guarantee\w*|\d+(?:\.\d+)? ?(?:mg|µg|mcg|iu)\b|take \d|treat your)/i;

/** A title without case, accents, punctuation and spacing, so that two spellings of one title are equal. */
const plain = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

describe.each(files)("%s", (name) => {
  const lines = readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
  test("every line is a record", () => {
    const problems = lines.flatMap((line, i) => {
      const record: unknown = JSON.parse(line);
      return [...Value.Errors(EvidenceRecord, record)].map((e) => `${name}:${i + 1} ${e.path} ${e.message}`);
    });
    expect(problems).toEqual([]);
  });
  test("sentences that can be quoted to her are free of clinical wording", () => {
    const problems = lines.flatMap((line, i) => {
      const record = JSON.parse(line) as EvidenceRecord;
      return [...record.findings.map((f) => f.statement), record.practice ?? ""]
        .filter((sentence) => CLINICAL.test(sentence))
        .map((sentence) => `${name}:${i + 1} ${sentence}`);
    });
    expect(problems).toEqual([]);
  });
});

describe("one document, one record", () => {
  const records = files.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as EvidenceRecord),
  );
  test("no two records share a DOI", () => {
    const dois = records.map((record) => record.doi);
    expect(dois.filter((doi, i) => dois.indexOf(doi) !== i)).toEqual([]);
  });
  // One paper may carry two DOIs, or one of them may be wrong: then the title gives it away.
  test("no two records share a title", () => {
    const byTitle = Map.groupBy(records, (record) => plain(record.title));
    const twice = [...byTitle.values()].filter((same) => same.length > 1);
    expect(twice.map((same) => same.map((record) => record.doi))).toEqual([]);
  });
});
