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

/**
 * What one unit of nearness is worth in shares of the best BM25 score, in a collection without and with known questions: the order of evidence
 * (`match.ts`) weighs them much like this. From 4 to 16 that recall is much the same with known questions (0.939 to 0.945). Without them 2 is chosen on the one
 * source that no stage has learnt from, whose order it betters from .632 to .662: on sources they have learnt from the vectors look better than they are.
 */
export const NEARNESS_WEIGHTS = { plain: 2, asked: 16 } as const;
/** How much of the nearness is that of the nearest known question, and what it adds where a passage answers all questions near this one. */
export const ASKED_SHARE = 0.5;
export const ALL_ANSWERED = 0.25;

export interface Candidate<P = Passage> {
  passage: P;
  /** BM25 as a share of the best of this search, 0 to 1; that of the last listed where the full-text ranking does not hold it. */
  bm25Share: number;
  /** Cosine to the passage (that of the last listed where the vector ranking does not hold it), or, where it is known to answer
   * questions, the mean of that and the cosine to the nearest of them, and more where it answers many of those near. */
  nearness: number;
  /** Which weights count: whether the search found anything that is known to answer questions. */
  weights: keyof typeof NEARNESS_WEIGHTS;
  /** The nearest known question that it answers, where one is near. */
  question: string | null;
  /** How large a part of the questions near this one has an answer; null for a passage of which no questions are known. */
  answered: number | null;
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
}: SearchHits<P>): Candidate<P>[] {
  const best = Math.max(0, ...lexical.map(({ score }) => score));
  const weights: Candidate["weights"] = asked.length > 0 ? "asked" : "plain";
  const share = (score: number) => (best > 0 ? score / best : 0);
  // A passage that a ranking left out scored no better than the last one listed.
  const leastShare = share(lexical.at(-1)?.score ?? 0);
  const leastCosine = dense.at(-1)?.score ?? 0;
  const shares = new Map(lexical.map(({ passage, score }) => [passage.id, share(score)]));
  const cosines = new Map(dense.map(({ passage, score }) => [passage.id, score]));
  const answering = new Map(asked.map((hit) => [hit.passage.id, hit]));
  const passages = new Map([...lexical, ...dense, ...asked].map(({ passage }) => [passage.id, passage]));
  return [...passages]
    .map(([id, passage]) => {
      const bm25Share = shares.get(id) ?? leastShare;
      const cosine = cosines.get(id) ?? leastCosine;
      const known = answering.get(id);
      const nearness =
        known === undefined
          ? cosine
          : (1 - ASKED_SHARE) * cosine + ASKED_SHARE * known.score + ALL_ANSWERED * known.share;
      return {
        passage,
        bm25Share,
        nearness,
        weights,
        question: known?.question ?? null,
        answered: known === undefined ? null : answered,
        share: known?.share ?? null,
        score: bm25Share + NEARNESS_WEIGHTS[weights] * nearness,
      };
    })
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
