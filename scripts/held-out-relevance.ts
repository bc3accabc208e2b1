/**
 * What the service makes of questions that stayed out of training: from this `models/training/fit_scale.py` sets the scale of the relevance, and
 * `models/training/fit_strength.py` how sure a match is (`src/engine/evidence/confidence.ts`), and `models/training/fit_prior.py` what is known of a question before
 * anything is read (`src/engine/evidence/prior.ts`).
 *
 *     bun scripts/held-out-relevance.ts [N] > FILE    N questions of each kind (300), as JSON a line
 *
 * Kinds: `answered` and `unanswered` are written from people's lives, with and without a record that reading graded 2 or 3, or 1; `off` are those of
 * `off_topic.txt`, `ordinary` those of `off_topic_ordinary.txt`, which the models shipped have not learnt from. None of them is among the known questions of the release that is asked. On stderr: how many of each kind the relevance puts on topic,
 * and how many the engine answers; and which nearness would be "far" and "near" in a release without known questions.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "../src/cli/runtime.ts";
import { readRecords } from "../src/corpus/documents.ts";
import { RELEVANCE_ON_TOPIC } from "../src/engine/evidence/confidence.ts";
import { fuse } from "../src/engine/evidence/fusion.ts";
import { CANDIDATES_PER_SUB_QUERY_MAX, HITS_PER_SEARCH } from "../src/engine/evidence/gather.ts";
import { readingOf } from "../src/engine/evidence/reading.ts";
import { evenlySpread } from "../src/eval/retrieval.ts";
import { temporaryFolder } from "../tests/support/folder.ts";
import { percentile } from "../tests/support/percentile.ts";
import { openRelease, recordsWithout } from "./results/unasked.ts";
import { measureQuestions } from "./results/whole-questions.ts";

const TRAINING = join(import.meta.dir, "../models/training");
const QUESTIONS = 300;
/** Share of the answered questions that may lie farther than "far" and than "near". */
const FAR_SHARE = 0.005;
const NEAR_SHARE = 0.125;
const lines = (file: string) => readFileSync(join(TRAINING, file), "utf8").split("\n").filter(Boolean);
/** As `held_out` of `batches.py`. */
const heldOut = (question: string) => Bun.hash.crc32(question) % 12 === 0;

const count = Number(process.argv[2] ?? QUESTIONS);
const graded = lines("grades/records.ndjson").map(
  (line) => JSON.parse(line) as { question: string; doi: string | null; grades: Record<string, string[]> },
);
const fromLife = graded.filter(({ doi, question }) => doi === null && heldOut(question));
const kinds = {
  answered: fromLife.filter(({ grades }) => grades[3] ?? grades[2]).map(({ question }) => question),
  unanswered: fromLife
    .filter(({ grades }) => !(grades[3] ?? grades[2] ?? grades[1]))
    .map(({ question }) => question),
  off: lines("off_topic.txt").filter(heldOut),
  ordinary: lines("off_topic_ordinary.txt"),
};
const asked = Object.entries(kinds).flatMap(([kind, questions]) =>
  evenlySpread(questions, count).map((question) => ({ kind, question, onTopic: kind === "answered" })),
);
const asking = new Set(asked.map(({ question }) => question));
const bareRecords = readRecords(join(import.meta.dir, "../corpus")).map(
  ({ asked: _, asked_in_vain: __, ...record }) => record,
);
const folder = temporaryFolder("held-out");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: null });
const retriever = await openRelease(corpus, join(folder.path, "without"), recordsWithout(asking));
const bare = await openRelease(corpus, join(folder.path, "bare"), bareRecords);
try {
  const ports = { retriever, reranker: corpus.inference.reranker };
  const measured = await measureQuestions(ports, asked, () => undefined);
  for (const { kind, question, best, served, confidence, found } of measured) {
    const { answered, unanswered } = found;
    const hits = await retriever.search(question, HITS_PER_SEARCH);
    const texts = fuse(hits).slice(0, CANDIDATES_PER_SUB_QUERY_MAX).map(readingOf);
    // Not rounded, and without what is known before reading.
    const bare = Math.max(...(await ports.reranker.score(question, texts)));
    const { wording } = hits;
    process.stdout.write(
      `${JSON.stringify({ kind, question, best, bare, answered, wording, unanswered, served, confidence })}\n`,
    );
  }
  for (const kind of Object.keys(kinds)) {
    const these = measured.filter((each) => each.kind === kind);
    const relevant = these.filter(({ best }) => best >= RELEVANCE_ON_TOPIC).length;
    const served = these.filter((each) => each.served).length;
    process.stderr.write(`${kind}: ${relevant} of ${these.length} relevant, ${served} answered\n`);
  }
  const nearest: number[] = [];
  for (const question of evenlySpread(kinds.answered, count))
    nearest.push(
      Math.max(...fuse(await bare.search(question, HITS_PER_SEARCH)).map(({ nearness }) => nearness)),
    );
  const cosine = (share: number) => percentile(nearest, share).toFixed(2);
  process.stderr.write(`without known questions: far ${cosine(FAR_SHARE)}, near ${cosine(NEAR_SHARE)}\n`);
} finally {
  retriever.close();
  bare.close();
  await corpus.close();
  folder.remove();
}
