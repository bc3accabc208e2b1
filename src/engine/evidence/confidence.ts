/**
 * The grade of one part of a message: coverage 50 %, specificity 30 %, consistency 20 %.
 * `verdict/grading.ts` makes the confidence of the whole message of them.
 *
 * It is a heuristic, not a probability. Coverage also scales the other two, so that evidence that
 * fits the person well but answers another question never passes the platform floor.
 * @module
 */
import type { LifeStage, Phase } from "../../contract/vocabulary.ts";
import type { ConfidenceParts, EvidenceDocument } from "../types.ts";
import { pointsOf } from "./certainty.ts";

export const WEIGHTS = { coverage: 0.5, specificity: 0.3, consistency: 0.2 } as const;

export interface Confidence {
  value: number;
  parts: ConfidenceParts;
}

export const NO_CONFIDENCE: Confidence = {
  value: 0,
  parts: { coverage: 0, specificity: 0, consistency: 0 },
};

/** A claim of the text, with the records for and against it. */
export interface Support {
  records: readonly EvidenceDocument[];
  against: readonly EvidenceDocument[];
}

export interface Asker {
  stages: readonly LifeStage[];
  /** The phases that the question names; else the user's own. */
  phases: readonly Phase[];
}

/**
 * A part gets the grade of its best supported claim, so that a further claim never lowers it.
 * @param coverage the probability that the part is answered
 */
export function gradePart(coverage: number, claims: readonly Support[], asker: Asker): Confidence {
  const grades = claims.map((claim) => {
    const parts = {
      coverage,
      specificity: coverage * specificityOf(claim, asker),
      consistency: coverage * consistencyOf(claim),
    };
    return { value: weighted(parts), parts };
  });
  return grades.reduce(
    (best, each) => (each.value > best.value ? each : best),
    grades[0] ?? NO_CONFIDENCE,
  );
}

/** The lowest grade. */
export function weakest(grades: readonly Confidence[]): Confidence {
  return grades.reduce(
    (low, each) => (each.value < low.value ? each : low),
    grades[0] ?? NO_CONFIDENCE,
  );
}

function weighted({ coverage, specificity, consistency }: ConfidenceParts): number {
  return (
    WEIGHTS.coverage * coverage +
    WEIGHTS.specificity * specificity +
    WEIGHTS.consistency * consistency
  );
}

const NEIGHBOUR_STAGE = 0.6;
const FAR_STAGE = 0.2;

/** 1 for the user's stage or a study that states none, less for a neighbouring stage. */
function stageFit({ population }: EvidenceDocument, stages: readonly LifeStage[]): number {
  const studied = population.life_stage;
  if (studied.length === 0 || stages.some((stage) => studied.includes(stage))) return 1;
  return studied.includes("perimenopause") || stages.includes("perimenopause")
    ? NEIGHBOUR_STAGE
    : FAR_STAGE;
}

const OTHER_PHASE = 0.6;

function phaseFit({ phases }: EvidenceDocument, asked: readonly Phase[]): number {
  if (asked.length === 0 || phases.length === 0 || asked.some((phase) => phases.includes(phase)))
    return 1;
  return OTHER_PHASE;
}

const SEX_FIT = { female: 1, mixed: 0.9, male: 0.6 } as const;

/**
 * How similar the people studied are to the user: the mean over the records, weighted by certainty.
 */
function specificityOf({ records }: Support, { stages, phases }: Asker): number {
  let sum = 0;
  let whole = 0;
  for (const record of records) {
    const weight = weightOf(record);
    sum +=
      (weight *
        (stageFit(record, stages) + phaseFit(record, phases) + SEX_FIT[record.population.sex])) /
      3;
    whole += weight;
  }
  return whole === 0 ? 0 : sum / whole;
}

/** A single study is neither confirmed nor contradicted. */
const UNTESTED = 0.75;

/** The share of the evidence's weight that supports the claim. */
function consistencyOf({ records, against }: Support): number {
  if (records.length + against.length < 2) return UNTESTED;
  const sum = (each: readonly EvidenceDocument[]) =>
    each.reduce((total, record) => total + weightOf(record), 0);
  return sum(records) / (sum(records) + sum(against));
}

function weightOf(record: EvidenceDocument): number {
  return Math.max(1, pointsOf(record));
}
