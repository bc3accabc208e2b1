/**
 * Shares and probabilities as partners see them.
 * @module
 */
const FOUR_PLACES = 10_000;

/** Clamped to [0, 1] and rounded to 4 places; NaN counts as irrelevant. */
export function unitInterval(value: number): number {
  if (!(value > 0)) return 0;
  return Math.round(Math.min(value, 1) * FOUR_PLACES) / FOUR_PLACES;
}
