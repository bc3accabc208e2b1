/**
 * What the search knows of each candidate of a test collection, for choosing how to weigh it
 * (`fit_match.py`).
 *
 *     bun models/training/match_candidates.ts DATASET SPLIT QUERIES all|qrels > FILE    one query a line
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCollection } from "../../src/eval/collection.ts";
import { openDataset } from "../../src/eval/dataset.ts";
import { evenlySpread } from "../../src/eval/retrieval.ts";
import { fuse } from "../../src/engine/evidence/fusion.ts";
import { startInference } from "../../src/inference/client.ts";

const DEPTH = 100;
const RERANKED = 50;
const PAIRS_PER_CALL = 10;

const [dir = "", split = "", queries = "", candidates = "all"] = process.argv.slice(2);
const models = join(import.meta.dir, "..");
const dataset = await openDataset(dir, split);
const inference = await startInference({
  rerankerDir: join(models, "reranker"),
  embedderDir: join(models, "embedder"),
  readerDir: join(models, "reader"),
  threads: 2,
  deadlineMs: 60_000,
});
const folder = mkdtempSync(join(tmpdir(), "phasewise-match-"));
try {
  const embedder = {
    id: inference.embedder.id,
    digest: "",
    dimensions: inference.embedder.dimensions,
    embedPassages: (texts: readonly string[]) => inference.embedder.embed(texts, "passage"),
  };
  const { index } = await buildCollection(folder, dataset.documents(), embedder, () => undefined);
  for (const { id, text, grades } of evenlySpread(dataset.queries, Number(queries))) {
    const judged = candidates === "qrels" ? [...grades.keys()] : undefined;
    const depth = judged?.length ?? DEPTH;
    const [vector = new Float32Array()] = await inference.embedder.embed([text], "query");
    const other = ({ passage }: { passage: { id: string } }) => passage.id !== id;
    const lexical = (await index.fullText(text, depth, judged)).filter(other);
    const dense = (await index.nearest(vector, depth, judged)).filter(other);
    const top = fuse({ lexical, dense }).slice(0, RERANKED);
    const relevance: Record<string, number> = {};
    for (let at = 0; at < top.length; at += PAIRS_PER_CALL) {
      const part = top.slice(at, at + PAIRS_PER_CALL);
      const scores = await inference.reranker.score(text, part.map(({ passage }) => passage.text));
      for (const [k, { passage }] of part.entries()) relevance[passage.id] = scores[k] ?? 0;
    }
    const listed = (hits: readonly { passage: { id: string }; score: number }[]) => hits.map(({ passage, score }) => [passage.id, score]);
    const line = { id, grades: Object.fromEntries(grades), lexical: listed(lexical), dense: listed(dense), relevance };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  index.close();
} finally {
  await inference.close();
  rmSync(folder, { recursive: true, force: true });
}
