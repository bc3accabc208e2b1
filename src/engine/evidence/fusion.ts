/**
 * Fuses the full-text and the vector ranking by a weighted sum of their scores (a convex
 * combination; Bruch, Gai and Ingber, 2023, doi:10.1145/3596512).
 * @module
 */
import type { Passage, SearchHits } from "../types.ts";

/**
 * How many points of BM25 one unit of cosine equals. Set by hand, between two weights that were
 * fitted earlier.
 */
export const COSINE_WEIGHT = 60;

export interface Candidate<P = Passage> {
  passage: P;
  /** Where the full-text ranking lacks the passage, the lowest score that it lists. */
  bm25: number;
  /** Where the vector ranking lacks the passage, the lowest score that it lists. */
  cosine: number;
  score: number;
}

/** Best first. Ties are ordered by id, so that every run gives the same order. */
export function fuse<P extends { id: string }>({ lexical, dense }: SearchHits<P>): Candidate<P>[] {
  // A passage that a ranking leaves out scores no better than the last one it lists.
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
