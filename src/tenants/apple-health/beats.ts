/**
 * rMSSD of heartbeats in a row.
 * @module
 */
import { PLAUSIBLE, plausible } from "../plausible.ts";

const MS_PER_MINUTE = 60_000;
/**
 * Where two intervals differ by more than this share, a beat between them was missed or is no
 * ordinary one, and the pair is left out (the usual 20 % filter; Malik et al., 1989).
 */
const CHANGE_MAX = 0.2;
/** Fewer pairs make a number that the next minute does not repeat. */
const PAIRS_MIN = 20;

/**
 * The root mean square of successive differences (ms); null where too few beats follow each other.
 * HealthKit rounds to whole beats per minute, which adds a few milliseconds at rMSSD of 20 and
 * less.
 */
export function rmssdOf(beats: readonly { bpm?: number | null }[]): number | null {
  const squares: number[] = [];
  let before: number | null = null;
  for (const { bpm } of beats) {
    const known = plausible(bpm, PLAUSIBLE.heart_rate_bpm);
    const interval = known === null ? null : MS_PER_MINUTE / known;
    if (interval !== null && before !== null && Math.abs(interval - before) <= CHANGE_MAX * before)
      squares.push((interval - before) ** 2);
    before = interval;
  }
  if (squares.length < PAIRS_MIN) return null;
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
