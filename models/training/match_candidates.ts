/**
 * What the search knows of each candidate of a test collection, for choosing how to weigh it (`fit_match.py`).
 *
 *     bun models/training/match_candidates.ts DATASET SPLIT QUERIES all|qrels > FILE    one query a line
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookAgain } from "../../src/corpus/feedback.ts";
import { buildCollection } from "../../src/eval/collection.ts";
import { openDataset } from "../../src/eval/dataset.ts";
import { evenlySpread } from "../../src/eval/retrieval.ts";
import { fuse } from "../../src/engine/evidence/fusion.ts";
import { readingOf } from "../../src/engine/evidence/reading.ts";
import { sharedWords } from "../../src/engine/evidence/shared-words.ts";
import { startInference } from "../../src/models/client.ts";

const DEPTH = 100;
const RERANKED = 50;
const PAIRS_PER_CALL = 10;

const [dir = "", split = "", queries = "", candidates = "all"] = process.argv.slice(2);
const models = join(import.meta.dir, "..");
const dataset = await openDataset(dir, split);
const inference = await startInference({
  rerankerDir: join(models, "reranker"),
  embedderDir: join(models, "embedder"),
  threads: 2,
  deadlineMs: 60_000,
});
const folder = mkdtempSync(join(tmpdir(), "phasewise-match-"));
try {
  const embedder = { embedPassages: (texts: string[]) => inference.embedder.embed(texts, "passage") };
  const { index } = await buildCollection(folder, dataset.documents(), embedder, () => undefined);
  for (const { id, text, grades } of evenlySpread(dataset.queries, Number(queries))) {
    const judged = candidates === "qrels" ? [...grades.keys()] : undefined;
    const depth = judged?.length ?? DEPTH;
    const [vector = new Float32Array()] = await inference.embedder.embed([text], "query");
    const other = ({ passage }: { passage: { id: string } }) => passage.id !== id;
    const lexical = (await index.fullText(text, depth, judged)).filter(other);
    const dense = (await index.nearest(vector, depth, judged)).filter(other);
    const known = await index.asked(text, vector, depth, [...lexical, ...dense], judged);
    const asked = known.asked.filter(other);
    const again = async (moved: Float32Array) => (await index.nearest(moved, depth, judged)).filter(other);
    const near = known.answered === null ? await lookAgain(index, vector, { lexical, dense }, again) : dense;
    const top = fuse({ lexical, dense: near, ...known, asked }).slice(0, RERANKED);
    const relevance: Record<string, number> = {};
    for (let at = 0; at < top.length; at += PAIRS_PER_CALL) {
      const part = top.slice(at, at + PAIRS_PER_CALL);
      const scores = await inference.reranker.score(text, part.map(readingOf));
      for (const [k, { passage }] of part.entries()) relevance[passage.id] = scores[k] ?? 0;
    }
    const shared = sharedWords(text, top.map(({ passage }) => passage.text));
    const words = Object.fromEntries(shared.map(({ whole, first }, k) => [top[k]?.passage.id, whole + first]));
    const listed = (hits: readonly { passage: { id: string }; score: number }[]) => hits.map(({ passage, score }) => [passage.id, score]);
    const line = { id, grades: Object.fromEntries(grades), lexical: listed(lexical), dense: listed(near), asked: listed(asked), shares: Object.fromEntries(asked.map(({ passage, share }) => [passage.id, share])), relevance, words };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  index.close();
} finally {
  await inference.close();
  rmSync(folder, { recursive: true, force: true });
}
