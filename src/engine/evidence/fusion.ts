/**
 * Fusion of the full-text and the vector ranking: a weighted sum of their scores (a convex combination; Bruch, Gai and Ingber, 2023,
 * doi:10.1145/3596512).
 *
 * Adding ranks instead (reciprocal rank fusion) trusts both searches alike. On everyday questions about our own evidence full text finds
 * far less than the vectors do, and an equal say pushed good candidates out of the first 24: recall there 0.78 instead of 0.90 on 240
 * held-out training questions, 0.84 instead of 0.88 on 300 of three public sources (`models/training/fit_match.py`).
 * @module
 */
import type { Passage, SearchHit, SearchHits } from "../types.ts";

/** What one unit of cosine is worth in shares of the best BM25 score; chosen by the same command. */
export const COSINE_WEIGHT = 4;

export interface Candidate<P = Passage> {
  passage: P;
  /** BM25 as a share of the best of this search, 0 to 1; that of the last listed where the full-text ranking does not hold it. */
  bm25Share: number;
  /** Cosine to the question; that of the last listed where the vector ranking does not hold it. */
  cosine: number;
  /** The weighted sum of both. */
  score: number;
}

/** Best first, ties by id, so that the order is the same on every run. */
export function fuse<P extends { id: string }>({ lexical, dense }: SearchHits<P>): Candidate<P>[] {
  const best = Math.max(0, ...lexical.map(({ score }) => score));
  const share = (score: number) => (best > 0 ? score / best : 0);
  // A passage that a ranking left out scored no better than the last one listed.
  const leastShare = share(lexical.at(-1)?.score ?? 0);
  const leastCosine = dense.at(-1)?.score ?? 0;
  const shares = new Map(lexical.map(({ passage, score }) => [passage.id, share(score)]));
  const cosines = new Map(dense.map(({ passage, score }) => [passage.id, score]));
  const passages = new Map([...lexical, ...dense].map(({ passage }: SearchHit<P>) => [passage.id, passage]));
  return [...passages]
    .map(([id, passage]) => {
      const bm25Share = shares.get(id) ?? leastShare;
      const cosine = cosines.get(id) ?? leastCosine;
      return { passage, bm25Share, cosine, score: bm25Share + COSINE_WEIGHT * cosine };
    })
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
