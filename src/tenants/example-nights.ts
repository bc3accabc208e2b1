/**
 * One person's week in the words of no vendor. The example of each tenant in the API document
 * writes it in that vendor's, so that its answer tells the same numbers, which can be counted by
 * hand: four nights are her usual, and in the last three HRV and sleep are down and the heart rate
 * is up.
 * @module
 */
import type { Day } from "../engine/types.ts";

/** Of a place without daylight saving. */
export const EXAMPLE_OFFSET = "+02:00";
export const EXAMPLE_OFFSET_SECONDS = 7_200;
const MS_PER_SECOND = 1_000;
/** Every night begins at ten past eleven in the evening. */
const BEDTIME_BEFORE_MIDNIGHT_SECONDS = 3_000;
const DEEP_SECONDS = 4_800;
const REM_SECONDS = 5_400;

export interface ExampleNight {
  /** Local day of waking. */
  day: Day;
  /** Since 1970. */
  start_s: number;
  end_s: number;
  deep_s: number;
  rem_s: number;
  light_s: number;
  awake_s: number;
  hrv_rmssd_ms: number;
  resting_bpm: number;
  breaths_per_min: number;
}

function night(
  day: Day,
  [light_s, awake_s, hrv_rmssd_ms, resting_bpm, breaths_per_min]: [
    number,
    number,
    number,
    number,
    number,
  ],
): ExampleNight {
  const midnight_s = Date.parse(`${day}T00:00:00${EXAMPLE_OFFSET}`) / MS_PER_SECOND;
  const start_s = midnight_s - BEDTIME_BEFORE_MIDNIGHT_SECONDS;
  const end_s = start_s + DEEP_SECONDS + REM_SECONDS + light_s + awake_s;
  return {
    ...{ day, start_s, end_s, deep_s: DEEP_SECONDS, rem_s: REM_SECONDS, light_s, awake_s },
    ...{ hrv_rmssd_ms, resting_bpm, breaths_per_min },
  };
}

/**
 * Of each: light sleep and wake (s), HRV (ms), heart rate (bpm), breaths a minute. Her usual sleep
 * is the median of 7 h 30, 7 h 20, 7 h 35 and 7 h 30; lately it is that of 6 h 45, 6 h 35 and
 * 6 h 50.
 */
export const EXAMPLE_NIGHTS: readonly ExampleNight[] = [
  night("2026-03-29", [16_800, 1_800, 49, 53, 14.6]),
  night("2026-03-30", [16_200, 2_100, 47, 52, 14.4]),
  night("2026-03-31", [17_100, 1_500, 52, 54, 14.7]),
  night("2026-04-01", [16_800, 1_800, 49, 53, 14.5]),
  night("2026-04-02", [14_100, 2_400, 39, 57, 14.8]),
  night("2026-04-03", [13_500, 2_100, 37, 58, 14.9]),
  night("2026-04-04", [14_400, 2_700, 38, 57, 14.8]),
];

/** An instant as the wall clock shows it, with its offset. */
export function localExampleTime(epoch_s: number): string {
  const wall = new Date((epoch_s + EXAMPLE_OFFSET_SECONDS) * MS_PER_SECOND).toISOString();
  return `${wall.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}${EXAMPLE_OFFSET}`;
}

export function utcExampleTime(epoch_s: number): string {
  return new Date(epoch_s * MS_PER_SECOND).toISOString();
}
