/**
 * Guarantee: every line of the starter corpus is a valid, unique, citable record in plain,
 * non-clinical words.
 *
 * @slow it reads the whole corpus
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { wordingFault } from "../../src/engine/writing/wording.ts";
import { EvidenceRecord } from "../../src/ingest/record.ts";

const folder = join(import.meta.dir, "../../corpus");
const files = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
/**
 * Wording that would make a sentence clinical, prescriptive or promising once it stands in a
 * recommendation.
 */
const CLINICAL =
  /\b(you have|signs? of|diagnos\w*|prescri\w*|cures?|guarantee\w*|\d+(?:\.\d+)? ?(?:mg|µg|mcg|iu)\b|take \d|treat your)/i;

/**
 * A title without case, accents, punctuation and spacing, so that two spellings of one title are
 * equal.
 */
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
      return [...Value.Errors(EvidenceRecord, record)].map(
        (e) => `${name}:${i + 1} ${e.path} ${e.message}`,
      );
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

/**
 * What low HRV goes along with over the years would frighten more than it helps next to someone's
 * own reading.
 */
const HELD_BACK = ["10.1161/01.cir.102.11.1239", "10.1016/j.neubiorev.2022.104907"];
const ANYBODY = { phases: true, transition: true };

test("what a study mainly found, and the advice that rests on it, can be told: no sentence is written in words that no text may use", () => {
  const mute = files
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line) as EvidenceRecord)
    .filter(({ doi }) => !HELD_BACK.includes(doi))
    .flatMap(({ doi, findings: [main], practice }) =>
      [main?.statement, practice].flatMap((sentence) => {
        const fault = sentence === undefined ? null : wordingFault(sentence, ANYBODY);
        return fault === null ? [] : [`${doi}: ${sentence} (${fault})`];
      }),
    );
  expect(mute).toEqual([]);
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
