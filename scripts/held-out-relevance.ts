/**
 * The best relevance of questions that stayed out of training, from which `models/training/fit_scale.py` sets the scale.
 *
 *     bun scripts/held-out-relevance.ts [N] > FILE    N questions on topic and N off topic (300), one as JSON a line
 *
 * On topic are those written from people's lives, as they ask; off topic those of `off_topic.txt`. On stderr: how many
 * of each kind the relevance keeps apart, alone and together with nearness, and which cosines would be "far" and "near"
 * (`src/engine/evidence/confidence.ts`) with this embedder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "../src/cli/runtime.ts";
import { buildRelease } from "../src/corpus/build.ts";
import { readRecords } from "../src/corpus/documents.ts";
import { CorpusRetriever } from "../src/corpus/retriever.ts";
import { matchStrength, nearnessStrength, RELEVANCE_ON_TOPIC } from "../src/engine/evidence/confidence.ts";
import { evenlySpread } from "../src/eval/retrieval.ts";
import { temporaryFolder } from "../tests/support/folder.ts";
import { percentile } from "../tests/support/percentile.ts";
import type { WholeQuestion } from "./results/calibration.ts";
import { measureQuestions } from "./results/whole-questions.ts";

const TRAINING = join(import.meta.dir, "../models/training");
const QUESTIONS = 300;
/** Share of the questions on topic that may lie farther than "far" and than "near". */
const FAR_SHARE = 0.005;
const NEAR_SHARE = 0.125;
const lines = (file: string) => readFileSync(join(TRAINING, file), "utf8").split("\n").filter(Boolean);
/** As `held_out` of `batches.py`. */
const heldOut = (question: string) => Bun.hash.crc32(question) % 3 === 0;

const count = Number(process.argv[2] ?? QUESTIONS);
const graded = lines("grades/records.ndjson").map(
  (line) => JSON.parse(line) as { question: string; doi: string | null; grades: Record<string, string[]> },
);
const on = graded
  .filter(({ doi, question, grades }) => doi === null && heldOut(question) && (grades[3] ?? grades[2]))
  .map(({ question }) => ({ question, onTopic: true }));
const off = lines("off_topic.txt")
  .filter(heldOut)
  .map((question) => ({ question, onTopic: false }));

const asked = [...evenlySpread(on, count), ...evenlySpread(off, count)];
/** The records as the service has them, but that nobody has asked any of these questions before. */
const asking = new Set(asked.map(({ question }) => question));
const records = readRecords(join(import.meta.dir, "../corpus")).map(({ asked: known = [], ...record }) => {
  const others = known.filter((question) => !asking.has(question));
  return others.length === 0 ? record : { ...record, asked: others };
});
const folder = temporaryFolder("held-out");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: null });
const { passageEmbedder, queryEmbedder } = corpus.inference;
const release = await buildRelease(join(folder.path, "without"), "local", records, passageEmbedder, {
  reuse: corpus.retriever.index,
});
const retriever = await CorpusRetriever.open(release, queryEmbedder);
try {
  const ports = { retriever, reranker: corpus.inference.reranker };
  const measured = await measureQuestions(ports, asked, () => undefined);
  for (const question of measured) process.stdout.write(`${JSON.stringify(question)}\n`);
  const kept = (onTopic: boolean, strength: (each: WholeQuestion) => number) => {
    const kind = measured.filter((each) => each.onTopic === onTopic);
    return `${kind.filter((each) => strength(each) >= RELEVANCE_ON_TOPIC).length} of ${kind.length}`;
  };
  const alone = ({ best }: WholeQuestion) => best;
  const both = ({ best, nearest }: WholeQuestion) => matchStrength(best) * nearnessStrength(nearest);
  for (const [name, strength] of [
    ["relevance", alone],
    ["relevance and nearness", both],
  ] as const)
    process.stderr.write(
      `${name}: kept ${kept(true, strength)} on topic, ${kept(false, strength)} off topic\n`,
    );
  const nearest = measured.filter(({ onTopic }) => onTopic).map((each) => each.nearest);
  const cosine = (share: number) => percentile(nearest, share).toFixed(2);
  process.stderr.write(`cosines: far ${cosine(FAR_SHARE)}, near ${cosine(NEAR_SHARE)}\n`);
} finally {
  retriever.close();
  await corpus.close();
  folder.remove();
}
