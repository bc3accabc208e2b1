/**
 * How well each stage of the search ranks the documents of a test collection.
 * @module
 */
import type { PassageEmbedder } from "../corpus/release.ts";
import { buildCollection } from "./collection.ts";
import type { CollectionDocument, Dataset, JudgedQuery } from "./dataset.ts";
import { mean, ndcg, recall, reciprocalRank } from "./metrics.ts";
import { needsVectors, rankings, type Stage, type StageModels, type StageOptions } from "./stages.ts";

const NDCG_DEPTH = 10;
const RECALL_DEPTH = 100;
const RECIPROCAL_RANK_DEPTH = 10;

export interface StageFigures {
  stage: Stage;
  /** Means over the queries, 0 to 1. */
  ndcg_at_10: number;
  recall_at_100: number;
  mrr_at_10: number;
  /** Mean from the question to the stage's ranking. */
  ms_per_query: number;
}

export interface RetrievalReport {
  documents: number;
  queries: number;
  /** Relevant documents that the collection does not hold; they count as not found, as is the convention. */
  documents_missing: number;
  index_ms: number;
  stages: StageFigures[];
}

export interface RetrievalOptions extends StageOptions {
  /** Measures this many queries, evenly spread; all without it. */
  queriesMax: number | undefined;
  onProgress(what: "documents" | "queries", done: number, total: number | null): void;
}

/** Always the same ones for the same dataset. */
export function evenlySpread<T>(items: readonly T[], count: number | undefined): T[] {
  if (count === undefined || count >= items.length) return [...items];
  return items.filter(
    (_, i) => Math.floor((i * count) / items.length) !== Math.floor(((i + 1) * count) / items.length),
  );
}

/**
 * Indexes the dataset in `folder` and measures every wanted stage.
 * @throws OperatorError when the corpus is damaged; ServiceError as the models' ports do
 */
export async function evaluateRetrieval(
  dataset: Dataset,
  folder: string,
  models: StageModels & { passageEmbedder: PassageEmbedder },
  options: RetrievalOptions,
): Promise<RetrievalReport> {
  const queries: JudgedQuery[] = evenlySpread(dataset.queries, options.queriesMax);
  const missing = new Set(
    queries.flatMap(({ grades }) => [...grades].filter(([, grade]) => grade > 0).map(([id]) => id)),
  );
  async function* sought(): AsyncGenerator<CollectionDocument> {
    for await (const document of dataset.documents()) {
      missing.delete(document.id);
      yield document;
    }
  }
  const started = performance.now();
  const { index, documents } = await buildCollection(
    folder,
    sought(),
    needsVectors(options.stages) ? models.passageEmbedder : null,
    (done) => options.onProgress("documents", done, null),
  );
  const index_ms = performance.now() - started;
  try {
    const figures = new Map<Stage, { ndcg: number[]; recall: number[]; rr: number[]; ms: number[] }>(
      options.stages.map((stage) => [stage, { ndcg: [], recall: [], rr: [], ms: [] }]),
    );
    for (const [done, query] of queries.entries()) {
      options.onProgress("queries", done, queries.length);
      const found = await rankings(index, models, query, options);
      for (const [stage, lists] of figures) {
        const { ids, ms } = found[stage] ?? { ids: [], ms: 0 };
        lists.ndcg.push(ndcg(ids, query.grades, NDCG_DEPTH));
        lists.recall.push(recall(ids, query.grades, RECALL_DEPTH));
        lists.rr.push(reciprocalRank(ids, query.grades, RECIPROCAL_RANK_DEPTH));
        lists.ms.push(ms);
      }
    }
    return {
      documents,
      queries: queries.length,
      documents_missing: missing.size,
      index_ms,
      stages: [...figures].map(([stage, lists]) => ({
        stage,
        ndcg_at_10: mean(lists.ndcg),
        recall_at_100: mean(lists.recall),
        mrr_at_10: mean(lists.rr),
        ms_per_query: mean(lists.ms),
      })),
    };
  } finally {
    index.close();
  }
}
