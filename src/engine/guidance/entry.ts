/**
 * A guidance entry: one question that people ask, with the answer that all the records about it
 * give together.
 * @module
 */
import type { Behaviour, LifeStage, Measure, Outcome, Phase } from "../../contract/vocabulary.ts";
import type { Assumptions, When } from "./conditions.ts";

/** What kind of answer a question wants. */
export const KINDS = [
  "decide",
  "amount",
  "effect",
  "cause",
  "compare",
  "normal",
  "help",
  "measure",
] as const;
export type Kind = (typeof KINDS)[number];

interface Verdict {
  /** Null for the last one, which always holds. */
  when: When | null;
  /** The answer in one sentence. */
  say: string;
}

interface Claim {
  /** One sentence on what studies found, without its sources. */
  say: string;
  /** DOIs of the records whose findings support it. */
  from: readonly string[];
  /** DOIs of the records that found the opposite. */
  against: readonly string[];
  when: When | null;
}

interface Suggestion {
  say: string;
  when: When | null;
}

export interface GuidanceEntry {
  id: string;
  question: string;
  kind: Kind;
  /** The life stages it is written for. */
  stages: readonly LifeStage[];
  about: {
    measures: readonly Measure[];
    behaviours: readonly Behaviour[];
    outcomes: readonly Outcome[];
    phases: readonly Phase[];
  };
  /** What the question takes for granted about the readings of whoever asks it. */
  assumes: Assumptions;
  /** The first whose conditions hold is used. */
  verdicts: readonly Verdict[];
  claims: readonly Claim[];
  /** The first whose conditions hold is used. */
  try: readonly Suggestion[];
  limits: string | null;
  /** Conditions under which the service answers this question unasked; null where it never does. */
  unasked: When | null;
  /**
   * This entry replaces the answer to a decision about today and stands after any other answer;
   * only with `unasked`.
   */
  alert: boolean;
  /**
   * Other wordings of the question, for training and evaluation. Search compares a message with
   * their mean and with their words, never with one of them.
   */
  asked: readonly string[];
}
