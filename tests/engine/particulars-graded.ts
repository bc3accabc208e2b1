/**
 * Dev tool: of the graded questions that name a remedy, complaint or circumstance, how often a record answers that speaks of it, and one that does not.
 *
 *     bun tests/engine/particulars-graded.ts
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRecords, toPassage } from "../../src/corpus/documents.ts";
import { missesParticulars } from "../../src/engine/evidence/fit.ts";
import { particularsOf } from "../../src/engine/question/particulars.ts";

const ROOT = join(import.meta.dir, "../..");
const GOOD = 2;
const documents = new Map(
  readRecords(join(ROOT, "corpus"))
    .map((record) => toPassage(record).document)
    .map((document) => [document.doi, document]),
);
const counted = () => ({ all: 0, good: 0 });
const records = { speaks: counted(), silent: counted() };
const questions = { speaks: counted(), silent: counted() };
for (const line of readFileSync(join(ROOT, "models/training/grades/records.ndjson"), "utf8").split("\n")) {
  if (line === "") continue;
  const { question, grades } = JSON.parse(line) as { question: string; grades: Record<string, string[]> };
  const named = particularsOf(question);
  if (named.length === 0) continue;
  let spoken = false;
  let answered = false;
  for (const [grade, dois] of Object.entries(grades))
    for (const doi of dois) {
      const document = documents.get(doi.toLowerCase());
      if (document === undefined) continue;
      const speaks = !missesParticulars(named, document);
      const good = Number(grade) >= GOOD;
      spoken ||= speaks;
      answered ||= good;
      const count = records[speaks ? "speaks" : "silent"];
      count.all++;
      count.good += Number(good);
    }
  const count = questions[spoken ? "speaks" : "silent"];
  count.all++;
  count.good += Number(answered);
}
const share = ({ all, good }: { all: number; good: number }) =>
  `${((100 * good) / all).toFixed(1)} % of ${all}`;
process.stdout.write(
  [
    `records that answer: ${share(records.speaks)} that speak of what is named, ${share(records.silent)} that do not`,
    `questions with an answer: ${share(questions.speaks)} where a record near them speaks of it, ${share(questions.silent)} where none does`,
    "",
  ].join("\n"),
);
