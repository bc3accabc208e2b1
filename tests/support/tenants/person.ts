/**
 * One person's nights in the words of no vendor; the fixture of each tenant writes them in that
 * vendor's. The numbers are whole and repeat, so that medians can be counted by hand.
 */
import type { SignalMeasure } from "../../../src/engine/signals/types.ts";
import { dayBefore } from "../payloads.ts";

const NIGHTS = 20;
const RECENT = 3;
const HOUR_MS = 3_600_000;

export interface PersonNight {
  /** Local day of waking; the wall clock is UTC. */
  day: string;
  start_ms: number;
  end_ms: number;
  deep_s: number;
  rem_s: number;
  light_s: number;
  awake_s: number;
  rmssd_ms: number;
  resting_bpm: number;
  breaths: number;
  spo2: number;
  /** Of the skin, about 33.5. */
  skin_c: number;
  /** The same as a deviation. */
  deviation_c: number;
}

/** In the last three nights HRV and sleep are down, heart rate and temperature up. */
export function personNights(newest: string, count = NIGHTS): PersonNight[] {
  return Array.from({ length: count }, (_, i) => {
    const age = count - 1 - i;
    const recent = age < RECENT;
    const day = dayBefore(newest, age);
    const start_ms = Date.parse(`${day}T00:00:00Z`) - HOUR_MS;
    const deep_s = 4_800;
    const rem_s = 5_400;
    const light_s = (recent ? 13_200 : 16_200) + (i % 5) * 300;
    const awake_s = 2_400;
    const deviation_c = recent ? 0.31 : ((i % 5) - 2) / 50;
    return {
      day,
      start_ms,
      end_ms: start_ms + (deep_s + rem_s + light_s + awake_s) * 1_000,
      deep_s,
      rem_s,
      light_s,
      awake_s,
      rmssd_ms: (recent ? 36 : 48) + (i % 4),
      resting_bpm: (recent ? 59 : 54) + (i % 2),
      breaths: 14.5,
      spo2: 96,
      skin_c: 33.5 + deviation_c,
      deviation_c,
    };
  });
}

/**
 * Counted by hand for 20 nights. HRV lately is the median of 37, 38 and 39, before that of 5 × 48,
 * 4 × 49, 4 × 50 and 4 × 51. Sleep lately is the median of 24,000, 24,300 and 24,600 s; before, the
 * ninth of 17 from 26,400 in steps of 300. Efficiency is that sleep of itself and 2,400 s awake.
 */
export const COUNTED = {
  hrv_rmssd_ms: { recent: 38, baseline: 49 },
  total_sleep_s: { recent: 24_300, baseline: 27_000 },
  sleep_efficiency_percent: { recent: 91.0112, baseline: 91.8367 },
  deep_s: { recent: 4_800, baseline: 4_800 },
  rem_s: { recent: 5_400, baseline: 5_400 },
  awake_s: { recent: 2_400, baseline: 2_400 },
  breaths_per_min: { recent: 14.5, baseline: 14.5 },
  spo2_percent: { recent: 96, baseline: 96 },
  resting_heart_rate_bpm: { recent: 60, baseline: 54 },
  lowest_heart_rate_bpm: { recent: 60, baseline: 54 },
  temperature_deviation_c: { recent: 0.31, baseline: 0 },
  /** An hour before midnight. */
  bedtime_minutes: { recent: -60, baseline: -60 },
} as const satisfies Partial<Record<SignalMeasure, { recent: number; baseline: number }>>;
export type CountedMeasure = keyof typeof COUNTED;

/** What this person's bodies do not tell; each vendor's own tests count it. */
export const UNTOLD = [
  "heart_rate_bpm",
  "latency_s",
  "vo2max_ml_kg_min",
  "workout_minutes",
  "nap_minutes",
] as const satisfies readonly Exclude<SignalMeasure, CountedMeasure>[];

/** What a vendor tells that times the stages of a sleep; bedtimes come with them. */
export const STAGED_SLEEP = [
  "total_sleep_s",
  "sleep_efficiency_percent",
  "deep_s",
  "rem_s",
  "awake_s",
] as const satisfies readonly CountedMeasure[];

/** What most vendors tell of a night and its day. */
export const MOST_MEASURES = [
  ...STAGED_SLEEP,
  "bedtime_minutes",
  "hrv_rmssd_ms",
  "breaths_per_min",
  "spo2_percent",
  "resting_heart_rate_bpm",
  "temperature_deviation_c",
] as const satisfies readonly CountedMeasure[];
