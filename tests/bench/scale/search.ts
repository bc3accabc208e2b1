/** How fast a release answers, and how much of what an exact search finds it finds. */

import { HITS_PER_SEARCH } from "../../../src/engine/evidence/gather.ts";
import { PassageIndex } from "../../../src/library/passage-index.ts";
import { indexFolder, readManifest, vectorIndexOf } from "../../../src/library/release.ts";
import { CorpusRetriever, type QueryEmbedder } from "../../../src/library/retriever.ts";
import { residentMegabytes } from "../../support/memory.ts";
import { percentile } from "../../support/percentile.ts";
import { generatedQuestion } from "./literature.ts";

const TIMED_QUESTIONS = 300;
const RECALL_QUESTIONS = 200;
/** Other questions than the timed ones, so that what the timed ones need is not all in a cache. */
const WARM_UP_QUESTIONS = 30;
const RECALL_DEPTH = 50;

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

export interface SearchReport {
  open_ms: number;
  first_search_ms: number;
  questions: number;
  /** As many results as the engine asks for. */
  limit: number;
  embed_ms: Percentiles;
  lexical_ms: Percentiles;
  dense_ms: Percentiles;
  search_ms: Percentiles;
  exact_dense_ms: Percentiles;
  recall_at_50: { mean: number; p10: number; questions: number };
  rss_mb: number;
}

function percentiles(samples: readonly number[]): Percentiles {
  return {
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    p99: percentile(samples, 0.99),
  };
}

class Stopwatch {
  readonly samples: number[] = [];

  async time<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const value = await work();
    this.samples.push(performance.now() - started);
    return value;
  }
}

/**
 * The share of each exact ranking's passages that the release's own search finds, and how long an
 * exact one takes.
 */
export async function recallOf(
  release: string,
  vectors: readonly Float32Array[],
): Promise<{ shares: number[]; exactMs: number[] }> {
  const [exact, own] = await Promise.all([
    PassageIndex.open(indexFolder(release)),
    PassageIndex.open(indexFolder(release), vectorIndexOf(readManifest(release))),
  ]);
  const watch = new Stopwatch();
  const shares: number[] = [];
  for (const vector of vectors) {
    const wanted = await watch.time(() => exact.nearest(vector, RECALL_DEPTH));
    const found = new Set(
      (await own.nearest(vector, RECALL_DEPTH)).map(({ passage }) => passage.id),
    );
    shares.push(wanted.filter(({ passage }) => found.has(passage.id)).length / wanted.length);
  }
  exact.close();
  own.close();
  return { shares, exactMs: watch.samples };
}

export async function searchAtScale(
  release: string,
  embedder: QueryEmbedder,
): Promise<SearchReport> {
  const limit = HITS_PER_SEARCH;
  const opening = new Stopwatch();
  const retriever = await opening.time(() => CorpusRetriever.open(release, embedder));
  const first = new Stopwatch();
  await first.time(() => retriever.search(generatedQuestion(0), limit));
  for (let i = 1; i <= WARM_UP_QUESTIONS; i++) await retriever.search(generatedQuestion(i), limit);
  const [embed, lexical, dense, search] = [
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
  ];
  const vectors: Float32Array[] = [];
  for (let i = 1; i <= TIMED_QUESTIONS; i++) {
    const question = generatedQuestion(WARM_UP_QUESTIONS + i);
    // In turn, so that each has a share of whatever else the machine does; `search` first, as a
    // question is new to it.
    await search.time(() => retriever.search(question, limit));
    await lexical.time(() => retriever.lexical(question, limit));
    const vector = await embed.time(() => embedder.embedQuery(question));
    await dense.time(() => retriever.dense(vector, limit));
    vectors.push(vector);
  }
  const rss = residentMegabytes();
  const { shares, exactMs } = await recallOf(release, vectors.slice(0, RECALL_QUESTIONS));
  retriever.close();
  return {
    open_ms: opening.samples[0] ?? Number.NaN,
    first_search_ms: first.samples[0] ?? Number.NaN,
    questions: TIMED_QUESTIONS,
    limit,
    embed_ms: percentiles(embed.samples),
    lexical_ms: percentiles(lexical.samples),
    dense_ms: percentiles(dense.samples),
    search_ms: percentiles(search.samples),
    exact_dense_ms: percentiles(exactMs),
    recall_at_50: {
      mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
      p10: percentile(shares, 0.1),
      questions: shares.length,
    },
    rss_mb: rss,
  };
}
