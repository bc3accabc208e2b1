/**
 * `eval retrieval`: measures how well each stage of the search ranks a public or private test
 * collection.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../contract/error.ts";
import { type Dataset, openDataset } from "../eval/dataset.ts";
import {
  evaluateRetrieval,
  type QueryFigures,
  type RetrievalOptions,
  type RetrievalReport,
} from "../eval/retrieval.ts";
import { STAGES, type Stage } from "../eval/stages.ts";
import { writeFileDurably } from "../files/durable.ts";
import { TEXT_ANALYSIS } from "../library/passage-index.ts";
import { openRuntime } from "../native/assets.ts";
import { openInference } from "../service/runtime.ts";
import { countOption, textOption } from "./arguments.ts";
import { defineCommand, type Invocation } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { printFailure, printJson, printLine, printTable } from "./output.ts";
import { progressOf, startProgress } from "./progress.ts";

function stagesOption(options: Invocation<never>["options"]): Stage[] {
  const names = (textOption(options, "stages") ?? "").split(",").map((name) => name.trim());
  const unknown = names.find((name) => !STAGES.some((stage) => stage === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--stages: there is no stage ${JSON.stringify(unknown)}: give one or more of ${STAGES.join(",")}`,
    );
  }
  return STAGES.filter((stage) => names.includes(stage));
}

function candidatesOption(options: Invocation<never>["options"]): "all" | "judged" {
  const value = textOption(options, "candidates");
  if (value === undefined) return "all";
  if (value !== "qrels")
    throw new UsageError(`--candidates is ${JSON.stringify(value)}: give qrels`);
  return "judged";
}

/** A private folder that is removed when the work ends, however it ends. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-eval-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the metrics of each query (`per-query.ndjson`) and a run of each stage for trec_eval
 * (`<stage>.trec`). The score in a run is one divided by the rank: it keeps the order and has no
 * other meaning.
 */
function writeRankings(dir: string, recallDepth: number, rankings: readonly QueryFigures[]): void {
  mkdirSync(dir, { recursive: true });
  const perQuery = rankings.map(({ query, stage, ndcg_at_10, recall, mrr_at_10 }) =>
    JSON.stringify({ query, stage, ndcg_at_10, [`recall_at_${recallDepth}`]: recall, mrr_at_10 }),
  );
  writeFileDurably(join(dir, "per-query.ndjson"), `${perQuery.join("\n")}\n`, 0o644);
  for (const stage of new Set(rankings.map((each) => each.stage))) {
    const lines = rankings
      .filter((each) => each.stage === stage)
      .flatMap(({ query, ranking }) =>
        ranking.map((id, at) => `${query} Q0 ${id} ${at + 1} ${1 / (at + 1)} phasewise-${stage}`),
      );
    writeFileDurably(join(dir, `${stage}.trec`), `${lines.join("\n")}\n`, 0o644);
  }
}

export const evalRetrieval = defineCommand({
  name: "eval retrieval",
  summary: "measures nDCG@10, recall and MRR@10 of each search stage on a dataset in BEIR layout",
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  options: {
    dataset: {
      value: "DIR",
      help: "a folder with corpus.jsonl, queries.jsonl and qrels/<split>.tsv (or .gz)",
    },
    split: { value: "NAME", help: "the judgments to use", default: "test" },
    stages: { value: "LIST", help: "the stages to measure", default: STAGES.join(",") },
    depth: {
      value: "N",
      help: "how many documents each ranking holds; recall is measured at this depth",
      default: "100",
    },
    "rerank-depth": {
      value: "N",
      help: "how many documents of the hybrid ranking are reranked",
      default: "50",
    },
    out: {
      value: "DIR",
      help: "writes the figures of each query and a TREC run of each stage into this folder",
    },
    queries: { value: "N", help: "measures only this many queries, evenly spread" },
    candidates: {
      value: "qrels",
      help: "ranks only the judged documents of each query, all of them, whatever the depths are",
    },
  },
  async run({ settings, options, json }) {
    const dir = textOption(options, "dataset");
    if (dir === undefined) throw new UsageError("eval retrieval needs --dataset DIR");
    const split = textOption(options, "split") ?? "test";
    if (!/^[\w.-]+$/.test(split))
      throw new UsageError(`--split is ${JSON.stringify(split)}: give a name`);
    const measured = {
      stages: stagesOption(options),
      depth: countOption(options, "depth") ?? 1,
      rerankDepth: countOption(options, "rerank-depth") ?? 1,
      candidates: candidatesOption(options),
      queriesMax: countOption(options, "queries"),
    };
    const dataset = await openDataset(dir, split);
    const runtime = await openRuntime(settings.dataDir);
    const inference = await openInference(runtime.models, settings);
    const progress = startProgress();
    const out = textOption(options, "out");
    const each: QueryFigures[] = [];
    const started = { documents: performance.now(), queries: 0 };
    const interrupt = onInterrupt("nothing was kept");
    try {
      const report = await inTemporaryFolder((folder) =>
        evaluateRetrieval(dataset, folder, inference, {
          ...measured,
          onProgress(what, done, total) {
            // Stops between two writes, so that nothing writes into the folder while it is removed.
            interrupt.signal.throwIfAborted();
            if (done === 0) started[what] = performance.now();
            const elapsedMs = performance.now() - started[what];
            progress.show(`${dataset.name}: ${progressOf(what, done, total, elapsedMs)}`);
          },
          onQuery: out === undefined ? undefined : (figures) => each.push(figures),
        }),
      );
      progress.end();
      if (out !== undefined) writeRankings(out, report.recall_depth, each);
      if (json) printJson(reportJson(dataset, split, report, measured, inference.digests));
      else printReport(dataset, split, report);
      return 0;
    } catch (error) {
      const exitCode = interrupt.exitCode();
      if (exitCode === null || error !== interrupt.signal.reason) throw error;
      progress.end();
      await printFailure(interrupt.signal.reason.message);
      return exitCode;
    } finally {
      interrupt.done();
      progress.end();
      await inference.close();
    }
  },
});

function reportJson(
  { name, left_out }: Dataset,
  split: string,
  report: RetrievalReport,
  asked: Pick<RetrievalOptions, "depth" | "rerankDepth" | "candidates">,
  [reranker, embedder]: readonly string[],
): object {
  return {
    dataset: name,
    split,
    documents: report.documents,
    queries: report.queries,
    left_out: { ...left_out, documents_missing: report.documents_missing },
    candidates: asked.candidates,
    depth: asked.depth,
    rerank_depth: asked.rerankDepth,
    text_analysis: TEXT_ANALYSIS,
    models: { reranker, embedder },
    index_ms: report.index_ms,
    stages: report.stages.map(({ stage, ndcg_at_10, recall, mrr_at_10, ms_per_query }) => ({
      stage,
      ndcg_at_10,
      [`recall_at_${report.recall_depth}`]: recall,
      mrr_at_10,
      ms_per_query,
    })),
  };
}

function printReport({ name, left_out }: Dataset, split: string, report: RetrievalReport): void {
  printLine(`${name} ${split}: ${report.queries} queries, ${report.documents} documents`);
  printTable(
    ["stage", "nDCG@10", `recall@${report.recall_depth}`, "MRR@10", "ms/query"],
    report.stages.map((row) => [
      row.stage,
      row.ndcg_at_10.toFixed(4),
      row.recall.toFixed(4),
      row.mrr_at_10.toFixed(4),
      row.ms_per_query.toFixed(1),
    ]),
  );
  if (left_out.unknown > 0) {
    printLine(`${left_out.unknown} judged queries are not in queries.jsonl and were left out`);
  }
  if (report.documents_missing > 0) {
    printLine(
      `${report.documents_missing} relevant documents are not in corpus.jsonl and count as not found`,
    );
  }
  if (left_out.nothing_relevant > 0) {
    printLine(`${left_out.nothing_relevant} queries without a relevant document were left out`);
  }
}
