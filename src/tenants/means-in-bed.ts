/**
 * Means of the samples between two instants. A body can hold a hundred thousand samples and
 * hundreds of sleeps, so the samples are summed up once for all sleeps.
 * @module
 */
import type { Day } from "../engine/types.ts";
import type { SleepPeriod } from "./nights.ts";

export interface Sample {
  epoch_ms: number;
  value: number;
}

interface Sum {
  sum: number;
  count: number;
}

/** The mean of the samples between the bedtimes, by the day of the sleep. */
export function meansInBed(
  sleeps: readonly SleepPeriod[],
  samples: readonly Sample[],
): Map<Day, number> {
  const between = sumsBetween(samples);
  const byDay = new Map<Day, Sum>();
  for (const { day, bedtime_start, bedtime_end } of sleeps) {
    const { sum, count } = between(bedtime_start.epoch_ms, bedtime_end.epoch_ms);
    const ofDay = byDay.get(day) ?? { sum: 0, count: 0 };
    if (count > 0) byDay.set(day, { sum: ofDay.sum + sum, count: ofDay.count + count });
  }
  return new Map([...byDay].map(([day, { sum, count }]) => [day, sum / count]));
}

/** The first instant counts, the last one does not. */
function sumsBetween(samples: readonly Sample[]): (from_ms: number, until_ms: number) => Sum {
  const sorted = [...samples].sort((a, b) => a.epoch_ms - b.epoch_ms);
  const sums = new Float64Array(sorted.length + 1);
  for (const [i, { value }] of sorted.entries()) sums[i + 1] = (sums[i] ?? 0) + value;
  return (from_ms, until_ms) => {
    const from = firstFrom(sorted, from_ms);
    const until = Math.max(from, firstFrom(sorted, until_ms));
    return { sum: (sums[until] ?? 0) - (sums[from] ?? 0), count: until - from };
  };
}

/**
 * The position of the first sample that is not earlier.
 * @param sorted by time
 */
function firstFrom(sorted: readonly Sample[], epoch_ms: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.epoch_ms ?? 0) < epoch_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
