/**
 * How likely a document answers what was asked, from what the models say of the pair: a logistic
 * regression.
 * @module
 */

/** What is known of a guidance entry beside a message. */
export interface EntryClues {
  /** The reader's vector of the question to the nearest of the entry's texts. */
  cosine: number;
  /** The embedder's, likewise. */
  embedder_cosine: number;
  /** The reader takes the message for one about something else. */
  beside_wellness: boolean;
  /** The question wants to be told what the entry tells (an amount, a cause). */
  same_kind: boolean;
  /**
   * Share of what the message is about that the entry is about; null where nothing was named or
   * nothing is known.
   */
  shared_facets: number | null;
}

/** What is known of a record beside a message. */
export interface RecordClues {
  /** The embedder's vector of the question to the passage. */
  embedder_cosine: number;
  /** The cross-encoder's own output, as on the wire. */
  relevance: number;
  beside_wellness: boolean;
}

/**
 * Fitted by `models/training/trunk/fit_answers.py` on judged pairs of questions that stayed out of
 * training: a pair is an answer where a reader said so without knowing the scores. What lies beside
 * wellness is too rare among the last of these questions: its weights are those of the 389 before
 * them.
 */
const ENTRY_WEIGHTS = {
  intercept: -6.88,
  cosine: 5.762,
  embedder_cosine: 4.763,
  same_kind: 0.212,
  shared_facets: 0.173,
  beside_wellness: -1.119,
} as const;
const RECORD_WEIGHTS = {
  intercept: -3.866,
  embedder_cosine: 4.957,
  relevance_logit: 0.291,
  beside_wellness: -0.934,
} as const;
/**
 * Judged was whether a document answers the very question; where it does so in one of six times, it
 * mostly answers a part of it, which is better than nothing. So that counts as a half. A single
 * record alone must be surer.
 */
const WORTH_TELLING = { entry: 1.6, record: 0.8 } as const;
const SHARED_UNKNOWN = 0.5;
/** Beyond this the logistic curve is flat and a logit says nothing more. */
const LOGIT_MAX = 6;

/**
 * What orders passages of any collection: the fused search and the cross-encoder together. Only
 * differences mean anything. Chosen with `models/training/fit_match.py` on questions of ours that
 * stayed out of training and on two public sets: the second of its grid, half a thousandth
 * behind the first and better on our own questions.
 */
const RANK_WEIGHTS = { bm25: 0.3, cosine: 18, relevance_logit: 0.2 } as const;

export function rankLogit({ bm25, cosine }: { bm25: number; cosine: number }, relevance: number): number {
  return (
    RANK_WEIGHTS.bm25 * bm25 +
    RANK_WEIGHTS.cosine * cosine +
    RANK_WEIGHTS.relevance_logit * clampedLogit(relevance)
  );
}

/** Log-odds that the entry is worth telling as an answer. */
export function entryLogit(clues: EntryClues): number {
  return (
    ENTRY_WEIGHTS.intercept +
    WORTH_TELLING.entry +
    ENTRY_WEIGHTS.cosine * clues.cosine +
    ENTRY_WEIGHTS.embedder_cosine * clues.embedder_cosine +
    ENTRY_WEIGHTS.same_kind * Number(clues.same_kind) +
    ENTRY_WEIGHTS.shared_facets * (clues.shared_facets ?? SHARED_UNKNOWN) +
    ENTRY_WEIGHTS.beside_wellness * Number(clues.beside_wellness)
  );
}

/** Log-odds that the record is worth telling as an answer. */
export function recordLogit(clues: RecordClues): number {
  return (
    RECORD_WEIGHTS.intercept +
    WORTH_TELLING.record +
    RECORD_WEIGHTS.embedder_cosine * clues.embedder_cosine +
    RECORD_WEIGHTS.relevance_logit * clampedLogit(clues.relevance) +
    RECORD_WEIGHTS.beside_wellness * Number(clues.beside_wellness)
  );
}

function clampedLogit(probability: number): number {
  // A foreign model may give its logit itself.
  const within = probability >= 0 && probability <= 1;
  const logit = within ? Math.log(probability / (1 - probability)) : probability;
  if (Number.isNaN(logit)) return -LOGIT_MAX;
  return Math.min(LOGIT_MAX, Math.max(-LOGIT_MAX, logit));
}
