/**
 * What the reader's understanding heads say about a text, as closed lists. A label is named
 * `head:value`. The model's manifest lists the labels in the order of its output.
 * @module
 */

import { SAFETY_CATEGORIES, type SafetyCategory } from "../../contract/safety.ts";
import {
  BEHAVIOURS,
  type Behaviour,
  LIFE_STAGES,
  type LifeStage,
  MEASURES,
  type Measure,
  OUTCOMES,
  type Outcome,
  PHASES,
  type Phase,
} from "../../contract/vocabulary.ts";
import { KINDS, type Kind } from "../guidance/entry.ts";

const MESSAGE_KINDS = [...KINDS, "none"] as const;
/** The nights that a message is about. */
const TIMES = ["night", "recent", "general"] as const;
/** Whom a message is about: the user, people in general, or somebody else. */
const WHOSE = ["own", "general", "other"] as const;

export type MessageKind = Kind | "none";
export type Time = (typeof TIMES)[number];
export type Whose = (typeof WHOSE)[number];

export interface Facets {
  measures: readonly Measure[];
  outcomes: readonly Outcome[];
  behaviours: readonly Behaviour[];
  phases: readonly Phase[];
  stages: readonly LifeStage[];
}

/** What the heads say about one text. */
export interface DecodedLabels {
  /** The probability of each safety category. */
  safety: Readonly<Record<SafetyCategory, number>>;
  kind: MessageKind;
  time: Time;
  whose: Whose;
  facets: Facets;
  /** The probability that the sentence asks something. */
  asks: number;
}

/** Labels that a model must have, because a missing output must not be read as "no". */
export const REQUIRED_LABELS: readonly string[] = [
  ...SAFETY_CATEGORIES.map((each) => `safety:${each}`),
  ...MESSAGE_KINDS.map((each) => `kind:${each}`),
  ...TIMES.map((each) => `time:${each}`),
  ...WHOSE.map((each) => `whose:${each}`),
  "role:question",
];

const FACET_PROBABILITY_MIN = 0.5;

/** Reads the logits of one text. A label that the model lacks counts as not set. */
export function decodeLabels(labels: readonly string[], logits: Float32Array): DecodedLabels {
  const logit = new Map(labels.map((label, at) => [label, logits[at] ?? Number.NEGATIVE_INFINITY]));
  const of = (label: string) => logit.get(label) ?? Number.NEGATIVE_INFINITY;
  const highest = <T extends string>(head: string, values: readonly T[], untold: T): T =>
    values.reduce(
      (best, each) => (of(`${head}:${each}`) > of(`${head}:${best}`) ? each : best),
      untold,
    );
  const named = <T extends string>(values: readonly T[]): T[] =>
    values.filter((each) => sigmoid(of(`facet:${each}`)) >= FACET_PROBABILITY_MIN);
  return {
    safety: Object.fromEntries(
      SAFETY_CATEGORIES.map((each) => [each, sigmoid(of(`safety:${each}`))]),
    ) as Record<SafetyCategory, number>,
    kind: highest("kind", MESSAGE_KINDS, "none"),
    time: highest("time", TIMES, "recent"),
    whose: highest("whose", WHOSE, "own"),
    facets: {
      measures: named(MEASURES),
      outcomes: named(OUTCOMES),
      behaviours: named(BEHAVIOURS),
      phases: named(PHASES),
      stages: named(LIFE_STAGES),
    },
    asks: sigmoid(of("role:question")),
  };
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
