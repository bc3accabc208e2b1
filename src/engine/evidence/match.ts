/**
 * How likely a document answers what was asked, from what the two models say of the pair: a logistic regression.
 * @module
 */

export interface Clues {
  source: "guidance" | "record";
  /** The reader's vector of the question to the nearest of an entry's texts; 0 for a record, which it does not read. */
  cosine: number;
  /** The embedder's, of the question to the document. */
  embedder_cosine: number;
  /** The cross-encoder's own output, as on the wire. */
  relevance: number;
  /** The reader takes the message for one about something else. */
  beside_wellness: boolean;
  /** The question wants to be told what the entry tells (an amount, a cause). */
  same_kind: boolean;
  /** Share of what the message is about that the entry is about; null where nothing was named or nothing is known. */
  shared_facets: number | null;
}

interface Weights {
  intercept: number;
  cosine: number;
  embedder_cosine: number;
  relevance_logit: number;
  same_kind: number;
  shared_facets: number;
  beside_wellness: number;
}

/**
 * Fitted by `models/training/trunk/fit_answers.py` on judged pairs of questions that stayed out of training: a pair is an
 * answer where a reader said so without knowing the scores.
 */
const WEIGHTS: Readonly<Record<Clues["source"], Weights>> = {
  guidance: {
    intercept: -5.65,
    cosine: 3.298,
    embedder_cosine: 4.515,
    relevance_logit: 0.213,
    beside_wellness: -1.119,
    same_kind: 0.219,
    shared_facets: 0.564,
  },
  record: {
    intercept: -4.349,
    cosine: 0,
    embedder_cosine: 6.733,
    relevance_logit: 0.281,
    beside_wellness: -0.934,
    same_kind: 0,
    shared_facets: 0,
  },
};
/**
 * Judged was whether a document answers the very question; where it does so in one of five times, it mostly answers
 * a part of it, which is better than nothing. So that counts as a half. A single record alone must be surer.
 */
const WORTH_TELLING: Readonly<Record<Clues["source"], number>> = { guidance: 1.4, record: 0.8 };
const SHARED_UNKNOWN = 0.5;
/** Beyond this the logistic curve is flat and a logit says nothing more. */
const LOGIT_MAX = 6;

/**
 * What orders passages of any collection: the fused search and the cross-encoder together. Only differences mean anything.
 * Set by hand and not yet measured; `models/training/fit_match.py` fits them.
 */
const RANK_WEIGHTS = { bm25: 0.2, cosine: 12, relevance_logit: 0.35 } as const;

export function rankLogit({ bm25, cosine }: { bm25: number; cosine: number }, relevance: number): number {
  return (
    RANK_WEIGHTS.bm25 * bm25 +
    RANK_WEIGHTS.cosine * cosine +
    RANK_WEIGHTS.relevance_logit * clampedLogit(relevance)
  );
}

/** Log-odds that the document is worth telling as an answer. */
export function answerLogit({
  source,
  cosine,
  embedder_cosine,
  relevance,
  beside_wellness,
  same_kind,
  shared_facets,
}: Clues): number {
  const weights = WEIGHTS[source];
  return (
    weights.intercept +
    WORTH_TELLING[source] +
    weights.cosine * cosine +
    weights.embedder_cosine * embedder_cosine +
    weights.relevance_logit * clampedLogit(relevance) +
    weights.beside_wellness * Number(beside_wellness) +
    weights.same_kind * Number(same_kind) +
    weights.shared_facets * (shared_facets ?? SHARED_UNKNOWN)
  );
}

function clampedLogit(probability: number): number {
  // A foreign model may give its logit itself.
  const within = probability >= 0 && probability <= 1;
  const logit = within ? Math.log(probability / (1 - probability)) : probability;
  if (Number.isNaN(logit)) return -LOGIT_MAX;
  return Math.min(LOGIT_MAX, Math.max(-LOGIT_MAX, logit));
}
