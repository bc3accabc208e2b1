/**
 * Fusion of the full-text and the vector ranking: a weighted sum of their scores (a convex
 * combination; Bruch, Gai and Ingber, 2023, doi:10.1145/3596512).
 * @module
 */
import type { Passage, SearchHits } from "../types.ts";

/**
 * What one unit of cosine is worth in BM25. Set by hand, between the two weights that were fitted
 * before.
 */
export const COSINE_WEIGHT = 60;

export interface Candidate<P = Passage> {
  passage: P;
  /** That of the last listed where the full-text ranking does not hold it. */
  bm25: number;
  /** That of the last listed where the vector ranking does not hold it. */
  cosine: number;
  score: number;
}

/** Best first, ties by id, so that the order is the same on every run. */
export function fuse<P extends { id: string }>({ lexical, dense }: SearchHits<P>): Candidate<P>[] {
  // A passage that a ranking left out scored no better than the last one listed.
  const leastBm25 = lexical.at(-1)?.score ?? 0;
  const leastCosine = dense.at(-1)?.score ?? 0;
  const bm25s = new Map(lexical.map(({ passage, score }) => [passage.id, score]));
  const cosines = new Map(dense.map(({ passage, score }) => [passage.id, score]));
  const passages = new Map([...lexical, ...dense].map(({ passage }) => [passage.id, passage]));
  return [...passages]
    .map(([id, passage]) => {
      const bm25 = bm25s.get(id) ?? leastBm25;
      const cosine = cosines.get(id) ?? leastCosine;
      return { passage, bm25, cosine, score: bm25 + COSINE_WEIGHT * cosine };
    })
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
