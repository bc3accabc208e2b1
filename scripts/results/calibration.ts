/**
 * What a relevance is worth: how often passages of each tenth were graded as relevant, and on which side of the
 * threshold whole questions fall.
 * @module
 */
import { RELEVANCE_ON_TOPIC } from "../../src/engine/evidence/confidence.ts";

const TENTHS = 10;

export interface GradedPair {
  /** 0 to 1. */
  relevance: number;
  /** 0 to 3. */
  grade: number;
}

export interface Tenth {
  /** Relevance from here… */
  from: number;
  /** …to below this; the last tenth holds 1 too. */
  to: number;
  pairs: number;
  /** Shares of the pairs, 0 to 1; null where there is no pair. */
  graded_1: number | null;
  graded_2: number | null;
}

export function tenths(pairs: readonly GradedPair[]): Tenth[] {
  return Array.from({ length: TENTHS }, (_, i) => {
    const inside = pairs.filter(
      ({ relevance }) => Math.min(TENTHS - 1, Math.floor(relevance * TENTHS)) === i,
    );
    const share = (least: number) =>
      inside.length === 0 ? null : inside.filter(({ grade }) => grade >= least).length / inside.length;
    return {
      from: i / TENTHS,
      to: (i + 1) / TENTHS,
      pairs: inside.length,
      graded_1: share(1),
      graded_2: share(2),
    };
  });
}

export interface WholeQuestion {
  /** Whether any record answers or touches it. */
  onTopic: boolean;
  /** Highest relevance among the candidates; 0 where nothing was found. */
  best: number;
  /** Whether the engine answers it. */
  served: boolean;
}

export interface Sides {
  on_topic: number;
  /** Share of the questions on topic whose best is at the threshold or above, and of those that are answered; null where there is none. */
  on_topic_relevant: number | null;
  on_topic_served: number | null;
  off_topic: number;
  /** Share of the questions off topic whose best is below the threshold, and of those that are refused; null where there is none. */
  off_topic_irrelevant: number | null;
  off_topic_refused: number | null;
}

export function sides(questions: readonly WholeQuestion[]): Sides {
  const on = questions.filter(({ onTopic }) => onTopic);
  const off = questions.filter(({ onTopic }) => !onTopic);
  const share = (of: readonly WholeQuestion[], is: (each: WholeQuestion) => boolean) =>
    of.length === 0 ? null : of.filter(is).length / of.length;
  return {
    on_topic: on.length,
    on_topic_relevant: share(on, ({ best }) => best >= RELEVANCE_ON_TOPIC),
    on_topic_served: share(on, ({ served }) => served),
    off_topic: off.length,
    off_topic_irrelevant: share(off, ({ best }) => best < RELEVANCE_ON_TOPIC),
    off_topic_refused: share(off, ({ served }) => !served),
  };
}
