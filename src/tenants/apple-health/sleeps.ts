/**
 * Turns samples of sleep stages into sleeps. HealthKit has no record of a whole sleep.
 * @module
 */
import type { LocalTime } from "../../engine/types.ts";
import { localDay } from "../local-time.ts";
import type { SleepPeriod } from "../nights.ts";
import { durationsOf, type StageInterval } from "../stages.ts";

/** After a longer gap between two samples the next one is another sleep. */
const GAP_MS_MAX = 60 * 60 * 1_000;

export interface SleepSample {
  stage: StageInterval["stage"];
  start: LocalTime;
  end: LocalTime;
}

/** Of one source, in any order. */
export function sleepsOf(samples: readonly SleepSample[]): SleepPeriod[] {
  const sleeps: SleepSample[][] = [];
  let until_ms = Number.NEGATIVE_INFINITY;
  for (const sample of [...samples].sort((a, b) => a.start.epoch_ms - b.start.epoch_ms)) {
    if (sample.start.epoch_ms - until_ms > GAP_MS_MAX) sleeps.push([]);
    sleeps.at(-1)?.push(sample);
    until_ms = Math.max(until_ms, sample.end.epoch_ms);
  }
  return sleeps.flatMap((sleep) => periodOf(sleep) ?? []);
}

/** @param samples at least one, by their start */
function periodOf(samples: readonly SleepSample[]): SleepPeriod | null {
  const start = samples[0]?.start;
  const end = samples.reduce<LocalTime | undefined>(
    (last, sample) =>
      last === undefined || sample.end.epoch_ms > last.epoch_ms ? sample.end : last,
    undefined,
  );
  const day = end === undefined ? null : localDay(end);
  if (start === undefined || end === undefined || day === null) return null;
  const intervals = samples.map(({ stage, start: from, end: to }) => ({
    stage,
    start_ms: from.epoch_ms,
    end_ms: to.epoch_ms,
  }));
  return { day, bedtime_start: start, bedtime_end: end, ...durationsOf(intervals) };
}
