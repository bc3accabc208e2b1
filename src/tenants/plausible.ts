/**
 * Bounds outside which a vendor's number is missing data, never an error.
 *
 * HRV 5–250 ms: public integrations filter 10–250, because one vendor sent 255 ms by mistake.
 * Heart rate 25–240 bpm: Oura sends 255, the largest byte, or 0 where it measured no heart rate.
 * 15 of 48 recorded sleep periods have such a value.
 * SpO2 70–100 %: Oura sends 0.0 where it measured no oxygen. 3 of 807 recorded days have that
 * value.
 * @module
 */

export interface Bounds {
  min: number;
  max: number;
}

const SECONDS_PER_DAY = 86_400;

export const PLAUSIBLE = {
  rmssd_ms: { min: 5, max: 250 },
  heart_rate_bpm: { min: 25, max: 240 },
  breaths_per_min: { min: 6, max: 40 },
  spo2_percent: { min: 70, max: 100 },
  temperature_deviation_c: { min: -4, max: 4 },
  /** Of skin under a wearable that is worn; a device on a table shows the room. */
  skin_temperature_c: { min: 25, max: 42 },
  duration_s: { min: 0, max: SECONDS_PER_DAY },
  /** Nobody sleeps for no time, so zero means that there is no value. */
  sleep_s: { min: 1, max: SECONDS_PER_DAY },
  /** A workout takes some time, and at most a day. */
  workout_s: { min: 1, max: SECONDS_PER_DAY },
  /** The zones of the world reach from −12 to +14 hours. */
  offset_minutes: { min: -720, max: 840 },
  /** 1970 to 2100. Milliseconds in place of seconds lie behind it. */
  unix_s: { min: 0, max: 4_102_444_800 },
  sample_interval_s: { min: 1, max: SECONDS_PER_DAY },
  vo2max_ml_kg_min: { min: 10, max: 100 },
  age_years: { min: 0, max: 130 },
} satisfies Record<string, Bounds>;

/** The value where it is a number within bounds, else null. */
export function plausible(value: unknown, bounds: Bounds): number | null {
  return typeof value === "number" && value >= bounds.min && value <= bounds.max ? value : null;
}
