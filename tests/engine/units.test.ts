/** Guarantee: levels are written as a person would say them. */
import { expect, test } from "bun:test";
import type { SignalMeasure } from "../../src/engine/types.ts";
import { formatLevel } from "../../src/engine/writing/units.ts";

test.each<[SignalMeasure, number, string]>([
  ["hrv_rmssd_ms", 38.4, "38 ms"],
  ["hrv_rmssd_ms", 8.26, "8.3 ms"],
  ["lowest_heart_rate_bpm", 57.5, "58 bpm"],
  ["total_sleep_s", 24_120, "6 hours 42 minutes"],
  ["total_sleep_s", 25_200, "7 hours"],
  ["total_sleep_s", 3_660, "1 hour 1 minute"],
  ["latency_s", 0, "0 minutes"],
  ["latency_s", 89, "1 minute"],
  ["bedtime_minutes", -45, "23:15"],
  ["bedtime_minutes", 30, "00:30"],
  ["bedtime_minutes", 0, "00:00"],
  ["bedtime_minutes", -0.4, "00:00"],
  ["bedtime_minutes", -720, "12:00"],
  ["temperature_deviation_c", 0.35, "+0.4 °C"],
  ["temperature_deviation_c", -0.35, "-0.3 °C"],
  ["temperature_deviation_c", -0.02, "0.0 °C"],
  ["temperature_deviation_c", 0, "0.0 °C"],
  ["sleep_efficiency_percent", 87.6, "88%"],
  ["spo2_percent", 97, "97%"],
  ["spo2_percent", 96.54, "96.5%"],
  ["breaths_per_min", 15.2, "15.2 breaths a minute"],
  ["vo2max_ml_kg_min", 41, "41 ml/kg/min"],
  ["workout_minutes", 75, "1 hour 15 minutes"],
  ["awake_s", 2_400, "40 minutes"],
  ["nap_minutes", 20, "20 minutes"],
])("%s %d reads %s", (measure, value, text) => {
  expect(formatLevel(measure, value)).toBe(text);
});
