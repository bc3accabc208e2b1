/**
 * A guidance entry: one question that people ask, with the answer that all records bearing on it give together.
 * @module
 */
import type { Behaviour, LifeStage, Measure, Outcome, Phase } from "../../contract/vocabulary.ts";
import type { SignalMeasure } from "../signals/types.ts";
import { CONDITION_MEASURES, type ConditionMeasure, type When } from "./conditions.ts";

/** What a question wants to be told. */
export const KINDS = ["decide", "amount", "effect", "cause", "compare", "normal", "help", "measure"] as const;
export type Kind = (typeof KINDS)[number];

export interface Verdict {
  /** Null for the last one, which always holds. */
  when: When | null;
  /** The answer in one sentence. */
  say: string;
}

export interface Claim {
  /** One sentence on what studies found, without its sources. */
  say: string;
  /** DOIs of the records whose findings carry it. */
  from: readonly string[];
  /** DOIs of records that found otherwise. */
  against: readonly string[];
  when: When | null;
}

export interface Suggestion {
  say: string;
  when: When | null;
}

/** What in her readings makes the service ask an entry's question by itself. */
export type Unasked = "nothing stands out" | { measure: ConditionMeasure; direction: "higher" | "lower" };

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
  /** Null where the service never asks it by itself. */
  unasked: Unasked | null;
  /** Ways of asking it, for training and evaluation; never matched at run time. */
  asked: readonly string[];
}

/** Whether an entry is the service's own question about a signal that has moved; null is that nothing stands out. */
export function asksAbout(
  { unasked }: GuidanceEntry,
  moved: { measure: SignalMeasure; direction: string } | null,
): boolean {
  if (unasked === null) return false;
  if (moved === null || unasked === "nothing stands out")
    return moved === null && unasked === "nothing stands out";
  const signals: readonly SignalMeasure[] = CONDITION_MEASURES[unasked.measure].signals;
  return signals.includes(moved.measure) && unasked.direction === moved.direction;
}
