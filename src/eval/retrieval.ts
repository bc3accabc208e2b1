/**
 * Measures how well each stage of the search ranks the documents of a test collection.
 * @module
 */
import type { PassageEmbedder } from "../library/release.ts";
import { buildCollection } from "./collection.ts";
import type { CollectionDocument, Dataset, JudgedQuery } from "./dataset.ts";
import { mean, ndcg, recall, reciprocalRank } from "./metrics.ts";
import {
  needsVectors,
  rankings,
  type Stage,
  type StageModels,
  type StageOptions,
} from "./stages.ts";

const NDCG_DEPTH = 10;
/** When only judged documents are ranked, all of them are. */
const RECALL_DEPTH_JUDGED = 100;
const RECIPROCAL_RANK_DEPTH = 10;

/** Each from 0 to 1. */
interface Figures {
  ndcg_at_10: number;
  /** At the report's `recall_depth`. */
  recall: number;
  mrr_at_10: number;
}

/** Means over the queries. */
export interface StageFigures extends Figures {
  stage: Stage;
  /** From the question to the stage's ranking. */
  ms_per_query: number;
}

/** One query in one stage. */
export interface QueryFigures extends Figures {
  query: string;
  stage: Stage;
  /** Documents, best first. */
  ranking: string[];
}

export interface RetrievalReport {
  documents: number;
  queries: number;
  /** Relevant documents that the collection lacks. By convention they count as not found. */
  documents_missing: number;
  index_ms: number;
  recall_depth: number;
  stages: StageFigures[];
}

export interface RetrievalOptions extends StageOptions {
  /** Measures this many queries, evenly spread; by default all. */
  queriesMax: number | undefined;
  onProgress(what: "documents" | "queries", done: number, total: number): void;
  /** Called for every query in every stage. */
  onQuery?: ((figures: QueryFigures) => void) | undefined;
}

/** The choice is always the same for the same dataset. */
export function evenlySpread<T>(items: readonly T[], count: number | undefined): T[] {
  if (count === undefined || count >= items.length) return [...items];
  return items.filter(
    (_, i) =>
      Math.floor((i * count) / items.length) !== Math.floor(((i + 1) * count) / items.length),
  );
}

/**
 * Indexes the dataset in `folder` and measures every requested stage.
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
  async function* wantedDocuments(): AsyncGenerator<CollectionDocument> {
    for await (const document of dataset.documents()) {
      missing.delete(document.id);
      yield document;
    }
  }
  const size = await dataset.size();
  const started = performance.now();
  const { index, documents } = await buildCollection(
    folder,
    wantedDocuments(),
    needsVectors(options.stages) ? models.passageEmbedder : null,
    (done) => options.onProgress("documents", done, size),
  );
  const index_ms = performance.now() - started;
  try {
    const recall_depth = options.candidates === "judged" ? RECALL_DEPTH_JUDGED : options.depth;
    const figures = new Map<Stage, (Figures & { ms: number })[]>(
      options.stages.map((stage) => [stage, []]),
    );
    for (const [done, query] of queries.entries()) {
      options.onProgress("queries", done, queries.length);
      const ranked = await rankings(index, models, query, options);
      for (const [stage, list] of figures) {
        const { ids, ms } = ranked[stage] ?? { ids: [], ms: 0 };
        const measured: Figures = {
          ndcg_at_10: ndcg(ids, query.grades, NDCG_DEPTH),
          recall: recall(ids, query.grades, recall_depth),
          mrr_at_10: reciprocalRank(ids, query.grades, RECIPROCAL_RANK_DEPTH),
        };
        list.push({ ...measured, ms });
        options.onQuery?.({ query: query.id, stage, ...measured, ranking: ids });
      }
    }
    return {
      documents,
      queries: queries.length,
      documents_missing: missing.size,
      index_ms,
      recall_depth,
      stages: [...figures].map(([stage, list]) => ({
        stage,
        ndcg_at_10: mean(list.map((each) => each.ndcg_at_10)),
        recall: mean(list.map((each) => each.recall)),
        mrr_at_10: mean(list.map((each) => each.mrr_at_10)),
        ms_per_query: mean(list.map((each) => each.ms)),
      })),
    };
  } finally {
    index.close();
  }
}
