/**
 * Fusion of the full-text and the vector ranking: a weighted sum of their scores (a convex combination; Bruch, Gai and Ingber, 2023,
 * doi:10.1145/3596512).
 *
 * Adding ranks instead (reciprocal rank fusion) trusts both searches alike. On everyday questions about our own evidence full text finds
 * far less than the vectors do, and an equal say pushed good candidates out of the first 24: recall there 0.72 instead of 0.94 on 240
 * held-out training questions (`models/training/fit_match.py`).
 * Where documents are known to answer questions, how near a document is to what is asked is told by both: its own words and the nearest of
 * its questions.
 * @module
 */
import type { Passage, SearchHits } from "../types.ts";
import { priorOf } from "./prior.ts";

/**
 * What one unit of nearness is worth in BM25, in a collection without and with known questions: the order of evidence (`match.ts`) weighs them much
 * like this. The BM25 score counts as it is, not as a share of the best: where the words of a question are common or few, its best is small and says little, and
 * in a long title of rare words it is large. Where no questions are known, less nearness serves sources that no stage has learnt from better, and more of it those
 * that one has. With known questions, recall among the first 24 of 243 held-out ones is .945 to .948 from 60 to 200 (`models/training/fit_match.py`).
 */
export const NEARNESS_WEIGHTS = { plain: 40, asked: 200 } as const;
/** How much of the nearness is that of the nearest known question, and what it adds where a passage answers all questions near this one. */
export const ASKED_SHARE = 0.5;
export const ALL_ANSWERED = 0.25;

export interface Candidate<P = Passage> {
  passage: P;
  /** BM25; that of the last listed where the full-text ranking does not hold it. */
  bm25: number;
  /** Cosine to the passage (that of the last listed where the vector ranking does not hold it), or, where it is known to answer
   * questions, the mean of that and the cosine to the nearest of them, and more where it answers many of those near. */
  nearness: number;
  /** Which weights count: whether the search found anything that is known to answer questions. */
  weights: keyof typeof NEARNESS_WEIGHTS;
  /** The nearest known question that it answers, where one is near. */
  question: string | null;
  /** How large a part of the questions near this one has an answer; null for a passage of which no questions are known. */
  answered: number | null;
  /** What is known of this pair before it is read (`prior.ts`). */
  prior: number;
  /** How large a part of the questions near this one it answers itself; null for a passage of which no questions are known. */
  share: number | null;
  /** The weighted sum of both. */
  score: number;
}

/** Best first, ties by id, so that the order is the same on every run. */
export function fuse<P extends { id: string }>({
  lexical,
  dense,
  asked,
  answered,
  wording,
}: SearchHits<P>): Candidate<P>[] {
  const weights: Candidate["weights"] = asked.length > 0 ? "asked" : "plain";
  // A passage that a ranking left out scored no better than the last one listed.
  const leastBm25 = lexical.at(-1)?.score ?? 0;
  const leastCosine = dense.at(-1)?.score ?? 0;
  const bm25s = new Map(lexical.map(({ passage, score }) => [passage.id, score]));
  const cosines = new Map(dense.map(({ passage, score }) => [passage.id, score]));
  const answering = new Map(asked.map((hit) => [hit.passage.id, hit]));
  const passages = new Map([...lexical, ...dense, ...asked].map(({ passage }) => [passage.id, passage]));
  return [...passages]
    .map(([id, passage]) => {
      const bm25 = bm25s.get(id) ?? leastBm25;
      const cosine = cosines.get(id) ?? leastCosine;
      const known = answering.get(id);
      const nearness =
        known === undefined
          ? cosine
          : (1 - ASKED_SHARE) * cosine + ASKED_SHARE * known.score + ALL_ANSWERED * known.share;
      return {
        passage,
        bm25,
        nearness,
        weights,
        question: known?.question ?? null,
        answered: known === undefined ? null : answered,
        prior: known === undefined ? 0 : priorOf(answered, wording),
        share: known?.share ?? null,
        score: bm25 + NEARNESS_WEIGHTS[weights] * nearness,
      };
    })
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
