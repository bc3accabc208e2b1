/**
 * The order of evidence: the cross-encoder's reading, the vector's nearness and the shared words, weighed together.
 *
 * A small cross-encoder alone orders worse than the three together on every collection we have; each errs where the others do not.
 * @module
 */
import type { Candidate } from "./fusion.ts";
import { type SharedWords, sharedWords } from "./shared-words.ts";

/**
 * Weights of a linear sum, chosen with `models/training/fit_match.py` on questions that stayed out of training. Fitted on our own and those of three
 * public sources, it trusts the vectors more and full text hardly at all; but the vectors learnt from other pairs of these very sources. On a source that no stage
 * has seen (`covid_faq`, 301 questions) full text is worth more: nDCG@10 .626 with these weights, .623 without the shares of words, .595 by full text alone, and
 * .629 with a nearness of 8, which our own records without their questions pay for (.753 instead of .770). Beside known questions, reading and full text count
 * less and shares of words nothing.
 */
const MATCH_WEIGHTS = {
  plain: { logit: 0.5, nearness: 10, bm25: 0.35, words: 2 },
  asked: { logit: 0.3, nearness: 12, bm25: 0.025, words: 0 },
} as const;

/** Beyond this the logistic curve is flat and a logit says nothing more about order. */
const LOGIT_MAX = 8;

/** A relevance in [0, 1] as a logit; what is outside is one already (a foreign model whose output is its logit). */
function logitOf(relevance: number): number {
  const logit = relevance >= 0 && relevance <= 1 ? Math.log(relevance / (1 - relevance)) : relevance;
  return Number.isNaN(logit) ? -LOGIT_MAX : Math.min(LOGIT_MAX, Math.max(-LOGIT_MAX, logit));
}

/** What of a candidate the order rests on. */
export type Matched = Pick<Candidate, "bm25" | "nearness" | "weights"> & { passage: { text: string } };

/**
 * How well each candidate of a question matches it, in their order; only differences between them mean anything.
 * @param relevance the cross-encoder's output for each of them
 */
export function matchesOf(
  question: string,
  candidates: readonly Matched[],
  relevance: readonly number[],
): number[] {
  const plain = candidates.some(({ weights }) => weights === "plain");
  const shared = plain
    ? sharedWords(
        question,
        candidates.map(({ passage }) => passage.text),
      )
    : [];
  return candidates.map((candidate, at) => matchOf(candidate, relevance[at] ?? 0, shared[at] ?? NONE_SHARED));
}

const NONE_SHARED: SharedWords = { whole: 0, first: 0 };

function matchOf({ bm25, nearness, weights }: Matched, relevance: number, words: SharedWords): number {
  const weight = MATCH_WEIGHTS[weights];
  return (
    weight.logit * logitOf(relevance) +
    weight.nearness * nearness +
    weight.bm25 * bm25 +
    weight.words * (words.whole + words.first)
  );
}
