/**
 * What is true of groups of habits, wherever they are met.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";

/** What anybody calls training. */
export const TRAININGS: readonly Behaviour[] = [
  "aerobic_training",
  "resistance_training",
  "hiit",
  "training_load",
];

/** Her watch alone is no habit that she asks about, nor one that a study tried. */
export function withoutTracking(behaviours: readonly Behaviour[]): Behaviour[] {
  return behaviours.filter((each) => each !== "self_tracking");
}
