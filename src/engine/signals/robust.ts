/** Order statistics that one bad night cannot move. */

/** Makes the median absolute deviation of a normal distribution equal to its standard deviation. */
const MAD_TO_SIGMA = 1.4826;

/** @throws RangeError on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("median of nothing");
  return (lower + upper) / 2;
}

/** Scaled median absolute deviation around the median, never below `floor`. */
export function robustSpread(values: readonly number[], floor: number): number {
  const centre = median(values);
  return Math.max(MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - centre))), floor);
}
