/**
 * A level of a measure in plain units, as a person would say it.
 * @module
 */
import type { SignalMeasure } from "../types.ts";

const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;
/** Below this, whole milliseconds would hide a change of one tenth. */
const HRV_DECIMALS_BELOW_MS = 10;

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function minutes(total: number): string {
  const whole = Math.round(total);
  const hours = Math.floor(whole / MINUTES_PER_HOUR);
  const rest = whole % MINUTES_PER_HOUR;
  if (hours === 0) return counted(rest, "minute");
  return rest === 0
    ? counted(hours, "hour")
    : `${counted(hours, "hour")} ${counted(rest, "minute")}`;
}

function clock(minutesFromMidnight: number): string {
  const minute = (Math.round(minutesFromMidnight) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;
}

/** One decimal, without a trailing ".0" and without "-0". */
function tenths(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

function signedTenths(value: number): string {
  const text = (Math.round(value * 10) / 10 || 0).toFixed(1);
  return value >= 0.05 ? `+${text}` : text;
}

/** "38 ms", "58 bpm", "6 hours 42 minutes", "23:40", "+0.4 °C". */
export function formatLevel(measure: SignalMeasure, value: number): string {
  switch (measure) {
    case "hrv_rmssd_ms":
      return `${value < HRV_DECIMALS_BELOW_MS ? tenths(value) : Math.round(value)} ms`;
    case "lowest_heart_rate_bpm":
    case "heart_rate_bpm":
    case "resting_heart_rate_bpm":
      return `${Math.round(value)} bpm`;
    case "total_sleep_s":
    case "latency_s":
    case "deep_s":
    case "rem_s":
    case "awake_s":
      return minutes(value / SECONDS_PER_MINUTE);
    case "workout_minutes":
    case "nap_minutes":
      return minutes(value);
    case "bedtime_minutes":
      return clock(value);
    case "sleep_efficiency_percent":
      return `${Math.round(value)}%`;
    case "spo2_percent":
      return `${tenths(value)}%`;
    case "breaths_per_min":
      return `${tenths(value)} breaths a minute`;
    case "temperature_deviation_c":
      return `${signedTenths(value)} °C`;
    case "vo2max_ml_kg_min":
      return `${tenths(value)} ml/kg/min`;
  }
}
