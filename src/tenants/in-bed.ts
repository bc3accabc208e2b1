/**
 * Samples of day and night → those that were taken in bed.
 * @module
 */
import type { Day } from "../engine/types.ts";
import { meanByDay } from "./days.ts";
import type { SleepPeriod } from "./nights.ts";

export interface Sample {
  epoch_ms: number;
  value: number;
}

/** The mean of the samples between the bedtimes, by the day of the sleep. */
export function inBed(sleeps: readonly SleepPeriod[], samples: readonly Sample[]): Map<Day, number> {
  return meanByDay(
    sleeps.flatMap(({ day, bedtime_start, bedtime_end }) =>
      samples
        .filter(({ epoch_ms }) => epoch_ms >= bedtime_start.epoch_ms && epoch_ms <= bedtime_end.epoch_ms)
        .map(({ value }): [Day, number] => [day, value]),
    ),
  );
}
