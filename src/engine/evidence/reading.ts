/**
 * What the cross-encoder reads of a candidate.
 *
 * A word that says how often questions like this one have an answer here, the nearest known question that the candidate answers, and the
 * passage: `often what does wine do to my hrv | A night with alcohol …`. It has learnt to read them so (`models/training/asked.py`).
 * @module
 */
import type { Candidate } from "./fusion.ts";

/** Each up to its share of answered questions, as in `asked.py`. */
const LEVELS = [
  [0.4, "never"],
  [0.65, "seldom"],
  [0.8, "sometimes"],
  [0.92, "often"],
  [Number.POSITIVE_INFINITY, "always"],
] as const;

/** The passage alone where no questions are known. */
export function readingOf<P extends { text: string }>({
  passage,
  question,
  answered,
}: Pick<Candidate<P>, "passage" | "question" | "answered">): string {
  if (answered === null) return passage.text;
  const level = LEVELS.find(([below]) => answered < below)?.[1] ?? "";
  return [level, ...(question === null ? [] : [question]), "|", passage.text].join(" ");
}
