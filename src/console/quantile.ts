/** Quantiles and means from the buckets of a histogram. */
import type { HistogramSeries } from "../telemetry/instruments.ts";

export interface Buckets {
  /** Upper bounds, rising. */
  bounds: readonly number[];
  /** How many values were at most each bound. */
  buckets: readonly number[];
  count: number;
  sum: number;
}

/** What was observed after `before` was read. */
export function bucketsBetween(before: HistogramSeries, after: HistogramSeries): Buckets {
  return {
    bounds: after.bounds,
    buckets: after.buckets.map((count, at) => count - (before.buckets[at] ?? 0)),
    count: after.count - before.count,
    sum: after.sum - before.sum,
  };
}

export function meanOf({ count, sum }: Buckets): number | null {
  return count === 0 ? null : sum / count;
}

/**
 * The value below which this share of the values lies, as if those of a bucket were spread evenly.
 * Above the last bound it is the last bound. Null where there are no values.
 */
export function quantile({ bounds, buckets, count }: Buckets, share: number): number | null {
  if (count === 0) return null;
  const rank = share * count;
  const at = buckets.findIndex((below) => below >= rank);
  if (at < 0) return bounds.at(-1) ?? null;
  const lower = bounds[at - 1] ?? 0;
  const upper = bounds[at] ?? lower;
  const before = buckets[at - 1] ?? 0;
  const within = (buckets[at] ?? 0) - before;
  return within === 0 ? upper : lower + ((upper - lower) * (rank - before)) / within;
}
