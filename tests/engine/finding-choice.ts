/**
 * Which finding of a study the text would tell, against those that answer by reading (`models/training/judgments/findings.ndjson`).
 *
 *     bun tests/engine/finding-choice.ts
 *
 * Printed for each way of choosing: the share of the questions for which it takes the finding that answers best, and one that answers at all. `told` are both
 * findings where the text tells two.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UserContext } from "../../src/contract/request.ts";
import { readRecords, toPassage } from "../../src/corpus/documents.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { rankFindings } from "../../src/engine/writing/sentences.ts";
import { twinOf } from "../../src/engine/writing/telling.ts";
import { signals } from "./fixtures.ts";
import { modelPorts } from "./model-ports.ts";

interface Judged {
  question: string;
  doi: string;
  /** Numbers of findings in the order of the record, from 1. */
  best: number;
  also: number[];
}

const ROOT = join(import.meta.dir, "../..");
const context: UserContext = { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" };
/** Any sentence may stand in the text. */
const anyone = { phases: true, transition: true, later: true };

const documents = new Map(
  readRecords(join(ROOT, "corpus"))
    .map((record) => toPassage(record).document)
    .map((document) => [document.doi, document]),
);
const judged = readFileSync(join(ROOT, "models/training/judgments/findings.ndjson"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Judged);
const ports = await modelPorts();
const ways = ["first", "words and facets", "nearness", "both", "told"] as const;
const hits = Object.fromEntries(ways.map((way) => [way, { best: 0, answers: 0 }]));
let count = 0;
for (const { question, doi, best, also } of judged) {
  const document = documents.get(doi);
  const [query] = planSearch(question, context, signals([])).sub_queries;
  if (document === undefined || query === undefined)
    throw new Error(`no record or no search for ${question}`);
  const statements = document.findings.map(({ statement }) => statement);
  const cosines = await ports.retriever.nearness(query.text, statements);
  const nearness = new Map(statements.map((statement, at) => [statement, cosines[at] ?? 0]));
  const nearestText = [...nearness].sort((a, b) => b[1] - a[1])[0]?.[0];
  const nearest = document.findings.find(({ statement }) => statement === nearestText);
  const [byWords] = rankFindings(document, query, anyone, new Map());
  const [both, ...others] = rankFindings(document, query, anyone, nearness);
  const twin = twinOf(both, others);
  const chosen = [
    [document.findings[0]],
    [byWords?.finding],
    [nearest],
    [both?.finding],
    [both?.finding, twin?.finding],
  ];
  count++;
  for (const [at, way] of ways.entries()) {
    const numbers = (chosen[at] ?? []).flatMap((each) =>
      each === undefined ? [] : [document.findings.indexOf(each) + 1],
    );
    const hit = hits[way];
    if (hit === undefined) continue;
    if (numbers.includes(best)) hit.best++;
    if (numbers.some((number) => number === best || also.includes(number))) hit.answers++;
  }
}
const percent = (part: number) => `${Math.round((100 * part) / count)} %`;
process.stdout.write(`${count} questions, each with one study that answers it\n`);
for (const way of ways)
  process.stdout.write(
    `${way.padEnd(16)} ${percent(hits[way]?.best ?? 0)} ${percent(hits[way]?.answers ?? 0)}\n`,
  );
await ports.close();
