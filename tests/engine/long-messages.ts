/**
 * What is found for long messages, as they stand and by what they ask (`models/training/judgments/long.ndjson`).
 *
 *     bun tests/engine/long-messages.ts
 *
 * Each message asks what a shorter question asks that stayed out of training, and is graded as that one is. Printed for the short question, for the message as it stands
 * and for the text that is searched for: nDCG@10, and the share whose best match answers (graded 2 or 3). Then the same for the messages with so much less of
 * their story that no more than 44 words are left.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openRelease, recordsWithout } from "../../scripts/results/unasked.ts";
import { findFor } from "../../scripts/results/whole-questions.ts";
import { openCorpus } from "../../src/cli/runtime.ts";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { ndcg } from "../../src/eval/metrics.ts";
import { temporaryFolder } from "../support/folder.ts";
import { signals } from "./fixtures.ts";

const TRAINING = join(import.meta.dir, "../../models/training");
const GOOD = 2;
const context: UserContext = { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" };
const rows = <Row>(file: string) =>
  readFileSync(join(TRAINING, file), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

const messages = rows<{ question: string; message: string }>("judgments/long.ndjson");
const read = rows<{ question: string; grades: Record<string, string[]> }>("grades/records.ndjson");
const gradesOf = new Map(
  read.map(({ question, grades }) => [
    question,
    new Map(
      Object.entries(grades).flatMap(([grade, dois]) => dois.map((doi) => [doi, Number(grade)] as const)),
    ),
  ]),
);

const folder = temporaryFolder("long-messages");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: null });
const asking = new Set(messages.map(({ question }) => question));
const retriever = await openRelease(corpus, join(folder.path, "without"), recordsWithout(asking));
const ports = { retriever, reranker: corpus.inference.reranker };
const ways = [
  "short question",
  "as it stands",
  "by what it asks",
  "44 words as they stand",
  "44 words by what they ask",
] as const;
const sums = Object.fromEntries(ways.map((way) => [way, { ndcg: 0, answers: 0 }]));
const WORDS_LEFT = 44;

/** The asking sentences behind as much of the story, from its beginning, as leaves room. */
function shortened(message: string): string {
  const sentences = message.split(/(?<=[?!.;])\s+/u);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const text = (story: readonly string[]) => [...story, ...asking].join(" ");
  const story = sentences.filter((sentence) => !asking.includes(sentence));
  while (story.length > 0 && text(story).split(/\s+/).length > WORDS_LEFT) story.pop();
  return text(story);
}

/** What is searched for first. */
function searched(message: string): string {
  const [first] = planSearch(message, context, signals([])).sub_queries;
  if (first === undefined) throw new Error(`no search for ${message}`);
  return first.text;
}
try {
  for (const { question, message } of messages) {
    const grades = gradesOf.get(question);
    if (grades === undefined) throw new Error(`no grades for ${question}`);
    const short = shortened(message);
    const texts = [question, message, searched(message), short, searched(short)];
    for (const [at, text] of texts.entries()) {
      const { documents } = await findFor(ports, text);
      const order = documents.sort((a, b) => b.match - a.match).map(({ document }) => document.doi);
      const sum = sums[ways[at] ?? ""];
      if (sum === undefined) continue;
      sum.ndcg += ndcg(order, grades, 10);
      sum.answers += Number((grades.get(order[0] ?? "") ?? 0) >= GOOD);
    }
  }
} finally {
  retriever.close();
  await corpus.close();
  folder.remove();
}
const share = (sum = 0) => (sum / messages.length).toFixed(3);
process.stdout.write(`${messages.length} messages\n`);
for (const way of ways)
  process.stdout.write(
    `${way.padEnd(25)} nDCG@10 ${share(sums[way]?.ndcg)}, best answers ${share(sums[way]?.answers)}\n`,
  );
