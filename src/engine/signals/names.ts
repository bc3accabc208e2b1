/**
 * What people call each measure, after "my" or "your".
 * @module
 */
import type { SignalMeasure } from "./types.ts";

export const MEASURE_NAMES: Record<SignalMeasure, string> = {
  hrv_rmssd_ms: "HRV",
  lowest_heart_rate_bpm: "lowest heart rate at night",
  heart_rate_bpm: "average heart rate at night",
  total_sleep_s: "sleep",
  sleep_efficiency_percent: "sleep efficiency",
  latency_s: "time to fall asleep",
  deep_s: "deep sleep",
  rem_s: "REM sleep",
  awake_s: "time awake in bed",
  bedtime_minutes: "bedtime",
  breaths_per_min: "breathing rate at night",
  temperature_deviation_c: "skin temperature deviation",
  spo2_percent: "blood oxygen at night",
  resting_heart_rate_bpm: "resting heart rate",
  vo2max_ml_kg_min: "VO2max estimate",
  workout_minutes: "training time",
  nap_minutes: "napping",
};
