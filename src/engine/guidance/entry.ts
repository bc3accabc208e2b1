/**
 * A guidance entry: one question that people ask, with the answer that all records bearing on it
 * give together.
 * @module
 */
import type { Behaviour, LifeStage, Measure, Outcome, Phase } from "../../contract/vocabulary.ts";
import type { When } from "./conditions.ts";

/** What a question wants to be told. */
export const KINDS = ["decide", "amount", "effect", "cause", "compare", "normal", "help", "measure"] as const;
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
  /** DOIs of the records whose findings carry it. */
  from: readonly string[];
  /** DOIs of records that found otherwise. */
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
  /** Life stages that it is written for. */
  stages: readonly LifeStage[];
  about: {
    measures: readonly Measure[];
    behaviours: readonly Behaviour[];
    outcomes: readonly Outcome[];
    phases: readonly Phase[];
  };
  /** The first that holds is said. */
  verdicts: readonly Verdict[];
  claims: readonly Claim[];
  /** The first that holds is said. */
  try: readonly Suggestion[];
  limits: string | null;
  /** What her readings show where the service asks it by itself; null where it never does. */
  unasked: When | null;
  /** Her readings have to be heeded before anything else is said of today; only with `unasked`. */
  alert: boolean;
  /** Ways of asking it, for training and evaluation; never matched at run time. */
  asked: readonly string[];
}
