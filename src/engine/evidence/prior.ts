/**
 * What known questions say of a question before any passage is read: whether such questions have an answer here at all.
 *
 * A cross-encoder of this size takes "resting a steak after the grill" for rest. That people who ask about steaks and grills got no answer is known
 * without reading.
 * @module
 */

/**
 * Log-odds that a question is about something here, from the share of its neighbours that have an answer and from its words (`models/training/fit_prior.py`,
 * on held-out questions).
 */
const PRIOR = { answered: 1.57, wording: 2.87, constant: -3.17 } as const;

/**
 * Added to the logit of every passage that questions are known of. Never above 0: that a question is a usual one makes no passage more relevant.
 * @param answered as `KnownQuestions`; null where no questions are known
 * @param wording as `KnownQuestions`
 */
export function priorOf(answered: number | null, wording: number | null): number {
  if (answered === null || wording === null) return 0;
  return Math.min(0, PRIOR.answered * answered + PRIOR.wording * wording + PRIOR.constant);
}
