/**
 * The probability that a document answers a question: a logistic regression on what the models say
 * about the pair.
 * @module
 */

/** What the models say about a question and a guidance entry. */
export interface EntryFeatures {
  /** Cosine of the reader's vectors: the question and the nearest of the entry's texts. */
  cosine: number;
  /** Cosine of the embedder's vectors of the same two texts. */
  embedder_cosine: number;
  /** How far the mean of its ways of asking is nearer than that of any other entry found. */
  asked_lead: number;
  /** How much more of the question's words it has than any other entry found. */
  words_lead: number;
  /** The reader takes the question for one about something other than wellness. */
  beside_wellness: boolean;
  /** The question wants the same kind of answer (an amount, a cause) as the entry gives. */
  same_kind: boolean;
  /** The user's readings moved the other way than the entry's question takes for granted. */
  contradicted: boolean;
  /** The share of the question's facets that the entry has too; null where either has none. */
  shared_facets: number | null;
}

/** What the matcher says about one of the entries that lie nearest to a question. */
export interface MatchFeatures {
  /** Log-odds by `entryLogit`, before the matcher. */
  near_logit: number;
  /** The matcher's log-odds that the entry's question asks what the question does. */
  match_logit: number;
}

/** What the models say about a question and a record. */
export interface RecordFeatures {
  /** Cosine of the embedder's vectors of the question and the passage. */
  embedder_cosine: number;
  /** The cross-encoder's relevance, the same number as in the response. */
  relevance: number;
  beside_wellness: boolean;
}

/**
 * Fitted by `models/training/trunk/fit_answers.py` on judged pairs, whose questions no model was
 * trained on. A reader who did not see the scores judged them. Questions beside wellness are too
 * rare among these, so that weight was fitted on the 389 questions judged before them.
 */
const ENTRY_WEIGHTS = {
  intercept: -4.511,
  cosine: 4.197,
  embedder_cosine: 2.991,
  asked_lead: 5.397,
  words_lead: 1.986,
  same_kind: 0.158,
  shared_facets: 0.352,
  beside_wellness: -1.119,
} as const;
/**
 * Set by hand, because the judged questions came without readings. It puts an entry behind others
 * that lie as near, and leaves it first where it is by far the nearest: somebody may well ask why
 * her HRV is low when it is not.
 */
const CONTRADICTED_WEIGHT = -1;
/**
 * Fitted by `models/training/trunk/fit_matched.py` on 292 judged messages that no model has learnt
 * from.
 */
const MATCHED_WEIGHTS = {
  intercept: -0.312,
  near_logit: 0.626,
  match_logit: 0.241,
} as const;
const RECORD_WEIGHTS = {
  intercept: -3.866,
  embedder_cosine: 4.957,
  relevance_logit: 0.291,
  beside_wellness: -0.934,
} as const;
/**
 * Added to the intercept. The readers judged whether a document answers the whole question. An
 * entry with a probability of about a quarter answers at least a part of it in half of the cases,
 * which is still useful, so that probability becomes one half (`models/training/README.md`). A
 * record is a single study and gets less.
 */
const INTERCEPT_SHIFT = { entry: 1, record: 0.8 } as const;
const SHARED_UNKNOWN = 0.5;
/** Beyond this logit the logistic curve is flat. */
const LOGIT_MAX = 6;

/**
 * The order of passages in any collection, from the fused search and the cross-encoder. Only the
 * ratio of the weights counts. `models/training/fit_match.py` chose them on our held-out questions
 * and two public sets: the second best of its grid, half a thousandth behind the best overall and
 * better on our questions.
 */
const RANK_WEIGHTS = { bm25: 0.3, cosine: 18, relevance_logit: 0.2 } as const;

export function rankLogit(
  { bm25, cosine }: { bm25: number; cosine: number },
  relevance: number,
): number {
  return (
    RANK_WEIGHTS.bm25 * bm25 +
    RANK_WEIGHTS.cosine * cosine +
    RANK_WEIGHTS.relevance_logit * clampedLogit(relevance)
  );
}

/** Log-odds that the entry answers at least a part of the question. */
export function entryLogit(features: EntryFeatures): number {
  return (
    ENTRY_WEIGHTS.intercept +
    INTERCEPT_SHIFT.entry +
    ENTRY_WEIGHTS.cosine * features.cosine +
    ENTRY_WEIGHTS.embedder_cosine * features.embedder_cosine +
    ENTRY_WEIGHTS.asked_lead * features.asked_lead +
    ENTRY_WEIGHTS.words_lead * features.words_lead +
    ENTRY_WEIGHTS.same_kind * Number(features.same_kind) +
    ENTRY_WEIGHTS.shared_facets * (features.shared_facets ?? SHARED_UNKNOWN) +
    ENTRY_WEIGHTS.beside_wellness * Number(features.beside_wellness) +
    CONTRADICTED_WEIGHT * Number(features.contradicted)
  );
}

/** The same for an entry that the matcher has read. */
export function matchedLogit({ near_logit, match_logit }: MatchFeatures): number {
  return (
    MATCHED_WEIGHTS.intercept +
    INTERCEPT_SHIFT.entry +
    MATCHED_WEIGHTS.near_logit * near_logit +
    MATCHED_WEIGHTS.match_logit * match_logit
  );
}

/** Log-odds that the record answers at least a part of the question. */
export function recordLogit(features: RecordFeatures): number {
  return (
    RECORD_WEIGHTS.intercept +
    INTERCEPT_SHIFT.record +
    RECORD_WEIGHTS.embedder_cosine * features.embedder_cosine +
    RECORD_WEIGHTS.relevance_logit * clampedLogit(features.relevance) +
    RECORD_WEIGHTS.beside_wellness * Number(features.beside_wellness)
  );
}

/**
 * Log-odds of a relevance, which never fall as it rises. Whether a model's raw scores are logits is
 * decided once, when the model is chosen; what leaves [0, 1] afterwards counts as its nearest end.
 */
export function clampedLogit(relevance: number): number {
  if (!(relevance > 0)) return -LOGIT_MAX;
  if (relevance >= 1) return LOGIT_MAX;
  const logit = Math.log(relevance / (1 - relevance));
  return Math.min(LOGIT_MAX, Math.max(-LOGIT_MAX, logit));
}
