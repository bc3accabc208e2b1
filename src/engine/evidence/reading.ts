/**
 * What the cross-encoder reads of a candidate.
 *
 * A word that says how often questions like this one have an answer here, one that says how many of them the candidate answers, the nearest known question
 * that it answers, and the passage: `often many what does wine do to my hrv | A night with alcohol …`. It has learnt to read them so
 * (`models/training/asked.py`).
 * @module
 */
import type { Reranker } from "../types.ts";
import type { Candidate } from "./fusion.ts";

/** Words for shares of the questions near this one, each up to its share, as in `asked.py`. */
type Scale = readonly (readonly [below: number, word: string])[];

/** How many have an answer at all. */
const ANSWERED: Scale = [
  [0.4, "never"],
  [0.65, "seldom"],
  [0.8, "sometimes"],
  [0.92, "often"],
  [Number.POSITIVE_INFINITY, "always"],
];

/** How many the candidate answers itself. */
const SHARES: Scale = [
  [0.001, "none"],
  [0.1, "few"],
  [0.25, "some"],
  [0.5, "many"],
  [Number.POSITIVE_INFINITY, "most"],
];

/** Relevance of each candidate to the question, in their order. @throws what the reranker throws */
export function relevancesOf<P extends { text: string }>(
  reranker: Reranker,
  question: string,
  candidates: readonly Candidate<P>[],
): Promise<number[]> {
  return reranker.score(
    question,
    candidates.map(readingOf),
    candidates.map(({ prior }) => prior),
  );
}

/** The passage alone where no questions are known. */
export function readingOf<P extends { text: string }>({
  passage,
  question,
  answered,
  share,
}: Pick<Candidate<P>, "passage" | "question" | "answered" | "share">): string {
  if (answered === null) return passage.text;
  const told = [wordFor(ANSWERED, answered), wordFor(SHARES, share ?? 0)];
  return [...told, ...(question === null ? [] : [question]), "|", passage.text].join(" ");
}

function wordFor(scale: Scale, share: number): string {
  return scale.find(([below]) => share < below)?.[1] ?? "";
}
