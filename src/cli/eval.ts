/** `eval retrieval`: how well each stage of the search ranks a public or private test collection. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../contract/error.ts";
import { TEXT_ANALYSIS } from "../corpus/lance.ts";
import { openDataset } from "../eval/dataset.ts";
import { evaluateRetrieval } from "../eval/retrieval.ts";
import { STAGES, type Stage } from "../eval/stages.ts";
import { openRuntime } from "../native/assets.ts";
import { countOption, textOption } from "./arguments.ts";
import { defineCommand, type Invocation } from "./command.ts";
import { printFailure, printJson, printLine, printTable } from "./output.ts";
import { startProgress } from "./progress.ts";
import { openInference } from "./runtime.ts";

function stagesOption(options: Invocation<never>["options"]): Stage[] {
  const names = (textOption(options, "stages") ?? "").split(",").map((name) => name.trim());
  const unknown = names.find((name) => !STAGES.some((stage) => stage === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--stages: there is no stage ${JSON.stringify(unknown)}: give some of ${STAGES.join(",")}`,
    );
  }
  return STAGES.filter((stage) => names.includes(stage));
}

function candidatesOption(options: Invocation<never>["options"]): "all" | "judged" {
  const value = textOption(options, "candidates");
  if (value === undefined) return "all";
  if (value !== "qrels") throw new UsageError(`--candidates is ${JSON.stringify(value)}: give qrels`);
  return "judged";
}

/** A private folder that is gone afterwards, also when the work is interrupted. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-eval-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const interrupt = () => {
    remove();
    printFailure("interrupted: nothing was kept");
    process.exit(1);
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    return await work(folder);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    remove();
  }
}

export const evalRetrieval = defineCommand({
  name: "eval retrieval",
  summary: "nDCG@10, recall@100 and MRR@10 of each search stage on a BEIR-layout dataset",
  settings: ["dataDir", "inferenceThreads"],
  options: {
    dataset: { value: "DIR", help: "folder with corpus.jsonl, queries.jsonl and qrels/<split>.tsv (or .gz)" },
    split: { value: "NAME", help: "which judgments", default: "test" },
    stages: { value: "LIST", help: "stages to measure", default: STAGES.join(",") },
    depth: { value: "N", help: "documents each ranking holds", default: "100" },
    "rerank-depth": { value: "N", help: "documents of the hybrid ranking that are reranked", default: "50" },
    queries: { value: "N", help: "measure only this many queries, evenly spread" },
    candidates: {
      value: "qrels",
      help: "rank only the judged documents of each query (all of them, whatever the depths)",
    },
  },
  async run({ settings, options, json }) {
    const dir = textOption(options, "dataset");
    if (dir === undefined) throw new UsageError("eval retrieval needs --dataset DIR");
    const split = textOption(options, "split") ?? "test";
    if (!/^[\w.-]+$/.test(split)) throw new UsageError(`--split is ${JSON.stringify(split)}: give a name`);
    const stageOptions = {
      stages: stagesOption(options),
      depth: countOption(options, "depth") ?? 1,
      rerankDepth: countOption(options, "rerank-depth") ?? 1,
      candidates: candidatesOption(options),
    };
    const queriesMax = countOption(options, "queries");
    const dataset = await openDataset(dir, split);
    const runtime = await openRuntime(settings.dataDir);
    const inference = await openInference(runtime.models, settings);
    const progress = startProgress();
    try {
      const report = await inTemporaryFolder((folder) =>
        evaluateRetrieval(dataset, folder, inference, {
          ...stageOptions,
          queriesMax,
          onProgress: (what, done, total) =>
            progress.show(`${dataset.name}: ${what} ${done}${total === null ? "" : ` of ${total}`}`),
        }),
      );
      progress.end();
      const { left_out } = dataset;
      const [reranker, embedder] = inference.digests;
      const head = { dataset: dataset.name, split, documents: report.documents, queries: report.queries };
      if (json) {
        const { depth, rerankDepth, candidates } = stageOptions;
        printJson({
          ...head,
          left_out: { ...left_out, documents_missing: report.documents_missing },
          candidates,
          depth,
          rerank_depth: rerankDepth,
          text_analysis: TEXT_ANALYSIS,
          models: { reranker, embedder },
          index_ms: report.index_ms,
          stages: report.stages,
        });
        return 0;
      }
      printLine(`${head.dataset} ${split}: ${head.queries} queries, ${head.documents} documents`);
      printTable(
        ["stage", "nDCG@10", "recall@100", "MRR@10", "ms/query"],
        report.stages.map((row) => [
          row.stage,
          row.ndcg_at_10.toFixed(4),
          row.recall_at_100.toFixed(4),
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
      return 0;
    } finally {
      progress.end();
      await inference.close();
    }
  },
});
