/**
 * Writes what the engine finds for each question of a file, with the features by which it judges
 * whether a document answers. Readers grade the documents; `models/training/trunk/fit_answers.py`
 * then fits the weights of the features.
 *
 *     bun scripts/match-features.ts QUESTIONS.ndjson OUT.ndjson
 *
 * A line of QUESTIONS is {"query", "stage", "phase"}.
 */
import { writeFileSync } from "node:fs";
import {
  type EntryChecks,
  nearEntries,
  type PartEvidence,
  type ScoredPartEntries,
  withRecords,
} from "../src/engine/evidence/gather.ts";
import { readMessage } from "../src/engine/understanding/reading.ts";
import { AnswerCase, readLinesAs } from "../src/eval/answer-cases.ts";
import { openCorpus } from "../src/service/runtime.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const [questions, target] = process.argv.slice(2);
if (questions === undefined || target === undefined)
  throw new Error("usage: bun scripts/match-features.ts QUESTIONS.ndjson OUT.ndjson");
const RECORDS_SHOWN = 3;

const folder = temporaryFolder("match-features");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: 2 });
const { retriever, inference } = corpus;
const ports = { retriever, ...inference };
const watch = { time: <T>(_: string, work: () => Promise<T>) => work() };
const lines: string[] = [];

function featuresOf({ part, entries, records }: ScoredPartEntries & PartEvidence) {
  return {
    kind: part.kind,
    whose: part.whose,
    time: part.time,
    facets: part.facets,
    entries: entries.map(({ entry, match, ...features }) => ({
      id: entry.id,
      ...features,
      ...match,
    })),
    records: records
      .slice(0, RECORDS_SHOWN)
      .map(({ document, ...features }) => ({ doi: document.doi, ...features })),
  };
}

for (const { query, stage } of readLinesAs(questions, AnswerCase)) {
  if (query === null) continue;
  const reading = await readMessage(query, inference.reader);
  const checks: EntryChecks = {
    fits: ({ stages }) => stages.includes(stage),
    contradicted: () => false,
  };
  const { asked, categories, unsupported_language } = reading;
  const near = asked === null ? null : await nearEntries(ports, asked.whole, checks, watch);
  const found = near === null ? null : featuresOf(await withRecords(ports, near, watch));
  lines.push(JSON.stringify({ query, stage, categories, unsupported_language, found }));
}
writeFileSync(target, lines.map((line) => `${line}\n`).join(""));
await corpus.close();
folder.remove();
