/**
 * The certainty of a claim, computed from the design, size and agreement of the records behind it.
 * Nobody writes it by hand.
 * @module
 */
import type { EvidenceDocument } from "../types.ts";

export type Certainty = "high" | "moderate" | "low";

/**
 * Points by study design, in the order of the usual hierarchies of evidence (GRADE; Guyatt et al.,
 * 2008, doi:10.1136/bmj.39489.470347.AD). They only rank claims.
 */
const DESIGN_POINTS: Readonly<Record<string, number>> = {
  "meta-analysis": 3,
  "systematic review": 3,
  guideline: 3,
  "randomised trial": 2,
  "crossover trial": 2,
  cohort: 2,
  "controlled trial": 1.5,
  "validation study": 1.5,
  "laboratory study": 1,
  "cross-sectional": 1,
  "narrative review": 1,
  "qualitative study": 1,
};
const POINTS_OF_OTHERS = 1;
/**
 * A study with fewer people than the first number loses points; from the second on it gains some.
 */
const SMALL_N = 30;
const LARGE_N = 1_000;
const SMALL_LESS = 0.5;
const LARGE_MORE = 1;
/** Each further record that agrees adds points. A record that disagrees takes twice as many. */
const AGREEING_MORE = 0.5;
const AGAINST_LESS = 1;
const HIGH_MIN = 4;
const MODERATE_MIN = 2;

export function pointsOf({ design, population: { n } }: EvidenceDocument): number {
  const size = n === undefined ? 0 : n < SMALL_N ? -SMALL_LESS : n >= LARGE_N ? LARGE_MORE : 0;
  return (DESIGN_POINTS[design] ?? POINTS_OF_OTHERS) + size;
}

/** @param against how many records found the opposite */
export function certaintyOf(records: readonly EvidenceDocument[], against: number): Certainty {
  if (records.length === 0) return "low";
  const best = Math.max(...records.map(pointsOf));
  const points = best + AGREEING_MORE * (records.length - 1) - AGAINST_LESS * against;
  return points >= HIGH_MIN ? "high" : points >= MODERATE_MIN ? "moderate" : "low";
}
