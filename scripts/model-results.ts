/**
 * Measures the shipped models and rewrites the tables of their cards.
 *
 *     bun run model:results -- DATA_DIR [--queries N]
 *
 * DATA_DIR holds the public collections (bioasq, scifact, med, screening, mediqa), each in BEIR
 * layout. The domain judgments are in the repository. With --queries only so many questions of each
 * set are measured, evenly spread. All questions take twenty minutes on two idle cores. The corpus
 * records that are judged are indexed anew, by the models as they are in `models/`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OperatorError } from "../src/contract/error.ts";
import { writeFileDurably } from "../src/files/durable.ts";
import { openCorpus } from "../src/service/runtime.ts";
import { domainSet, measureSet, publicSets } from "./results/measure.ts";
import { between, type Head, type SetResult, searchTable } from "./results/render.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const CARDS = {
  reranker: join(import.meta.dir, "../models/reranker/MODEL_CARD.md"),
  embedder: join(import.meta.dir, "../models/embedder/MODEL_CARD.md"),
};
const EVERY_MS = 5_000;
const CARD_MODE = 0o644;

function fail(message: string): never {
  process.stderr.write(`model:results: ${message}\n`);
  process.exit(1);
}

/** Writes a line to stderr from time to time. */
function slowly(): (line: string) => void {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + EVERY_MS;
    process.stderr.write(`${line}\n`);
  };
}

function rewrite(card: string, results: string): void {
  writeFileDurably(card, between(readFileSync(card, "utf8"), "results", results), CARD_MODE);
}

const { values, positionals } = parseArgs({
  options: { queries: { type: "string" } },
  allowPositionals: true,
});
const [dataDir] = positionals;
if (dataDir === undefined || positionals.length > 1)
  fail("give one folder: bun run model:results -- DATA_DIR");
const queriesMax = values.queries === undefined ? undefined : Number(values.queries);
if (queriesMax !== undefined && (!Number.isInteger(queriesMax) || queriesMax < 1)) {
  fail("--queries is a whole number from 1");
}

const temporary = temporaryFolder("results");
try {
  const corpus = await openCorpus({
    dataDir: join(temporary.path, "data"),
    inferenceThreads: null,
  });
  try {
    const options = { queriesMax, progress: slowly() };
    const sets: SetResult[] = [];
    for (const place of [domainSet(temporary.path), ...publicSets(dataDir)]) {
      const index = join(temporary.path, `index-${sets.length}`);
      const result = await measureSet(place, index, corpus.inference, options);
      sets.push(result);
      const figures = result.stages.map(
        ({ stage, ndcg_at_10 }) => `${stage} ${ndcg_at_10.toFixed(3)}`,
      );
      process.stderr.write(
        `${result.name}: ${result.queries} questions, nDCG@10 ${figures.join(", ")}\n`,
      );
    }
    const [reranker, embedder] = corpus.inference.digests;
    const head: Head = {
      date: new Date().toISOString().slice(0, 10),
      reranker,
      embedder,
      sample: queriesMax,
    };
    const search = searchTable(head, sets);
    for (const card of Object.values(CARDS)) rewrite(card, search);
    process.stdout.write(`${search}\n\nwritten into ${Object.values(CARDS).join(" and ")}\n`);
  } finally {
    await corpus.close();
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  temporary.remove();
  fail(error.message);
} finally {
  temporary.remove();
}
