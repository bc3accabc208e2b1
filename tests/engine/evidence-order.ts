/**
 * How well the engine's order of evidence agrees with the graded questions: relevance alone, and the match of all three readings; and how good what is left
 * out of an answer is.
 *
 *     bun tests/engine/evidence-order.ts        nDCG@5 over the judged candidates of the evaluation split
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFor } from "../../scripts/results/whole-questions.ts";
import { openCorpus } from "../../src/cli/runtime.ts";
import { answering, RELEVANCE_ON_TOPIC } from "../../src/engine/evidence/confidence.ts";
import type { ScoredDocument } from "../../src/engine/evidence/gather.ts";
import { ndcg } from "../../src/eval/metrics.ts";
import { temporaryFolder } from "../support/folder.ts";

const DEPTH = 5;
const GOOD = 2;
const file = join(import.meta.dir, "../../models/training/judgments/judgments.ndjson");
const judged = readFileSync(file, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { question: string; split: string; grades: Record<string, number> })
  .filter(({ split, grades }) => split === "eval" && Object.values(grades).some((grade) => grade > 0));

const orders: Record<string, (each: ScoredDocument) => number> = {
  relevance: ({ relevance }) => relevance,
  match: ({ match }) => match,
};
const folder = temporaryFolder("order");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: null });
const sums = new Map<string, number>();
const groups = { "part of the answer": { all: 0, good: 0 }, "left out": { all: 0, good: 0 } };
try {
  const ports = { retriever: corpus.retriever, reranker: corpus.inference.reranker };
  for (const { question, grades } of judged) {
    const found = await findFor(ports, question);
    const seen = found.documents.filter(({ document }) => document.doi in grades);
    for (const each of seen) {
      if (each.relevance < RELEVANCE_ON_TOPIC) continue;
      const group = groups[answering(found.documents).includes(each) ? "part of the answer" : "left out"];
      group.all++;
      if ((grades[each.document.doi] ?? 0) >= GOOD) group.good++;
    }
    for (const [name, worth] of Object.entries(orders)) {
      const ranking = [...seen].sort((a, b) => worth(b) - worth(a)).map(({ document }) => document.doi);
      sums.set(name, (sums.get(name) ?? 0) + ndcg(ranking, new Map(Object.entries(grades)), DEPTH));
    }
  }
} finally {
  await corpus.close();
  folder.remove();
}
for (const [name, sum] of sums) {
  process.stdout.write(
    `${name.padEnd(22)} nDCG@${DEPTH} ${(sum / judged.length).toFixed(3)} (${judged.length} questions)\n`,
  );
}
for (const [name, { all, good }] of Object.entries(groups)) {
  const share = ((100 * good) / all).toFixed(0);
  process.stdout.write(
    `on topic, ${name}: ${all} judged documents, ${share} % of them graded ${GOOD} or 3\n`,
  );
}
