/**
 * People for evaluation, whose readings stand out in different ways. Each can have any phase and
 * life stage.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "../engine/types.ts";

const NIGHTS = 20;
const RECENT = 3;
const DAY = "2026-11-20";

/** Three recent nights against seventeen earlier ones. The last night may differ. */
export function reading(
  measure: SignalMeasure,
  recent: number,
  baseline: number,
  deviation: number,
  last: { latest: number; deviation: number } = { latest: recent, deviation },
): MeasureSignal {
  return {
    measure,
    recent,
    recent_days: RECENT,
    baseline,
    baseline_days: NIGHTS - RECENT,
    deviation,
    direction: directionOf(deviation),
    newest_day: DAY,
    latest: last.latest,
    latest_deviation: last.deviation,
    latest_direction: directionOf(last.deviation),
    low: Math.min(recent, last.latest),
    high: Math.max(recent, last.latest),
  };
}

function directionOf(deviation: number): MeasureSignal["direction"] {
  if (Math.abs(deviation) < 1) return "usual";
  return deviation > 0 ? "higher" : "lower";
}

export function signalsOf(measures: MeasureSignal[]): Signals {
  return {
    measures,
    nights: NIGHTS,
    days: NIGHTS,
    first_day: "2026-11-01",
    newest_day: DAY,
    sufficient: true,
    stale: false,
    offset_mismatch: false,
    age_band: null,
  };
}

const usual = {
  hrv: reading("hrv_rmssd_ms", 47, 46, 0.2),
  heart: reading("lowest_heart_rate_bpm", 54, 54, 0),
  sleep: reading("total_sleep_s", 26_400, 26_100, 0.2),
  temperature: reading("temperature_deviation_c", 0.05, 0.0, 0.2),
  efficiency: reading("sleep_efficiency_percent", 88, 88, 0),
};

/** What stands out in each profile's readings. */
export const PROFILES = {
  "HRV low, heart rate and temperature up": signalsOf([
    reading("hrv_rmssd_ms", 38, 46, -1.8),
    reading("lowest_heart_rate_bpm", 58, 54, 1.6),
    reading("temperature_deviation_c", 0.35, -0.05, 1.9),
    usual.sleep,
  ]),
  "all usual": signalsOf(Object.values(usual)),
  "short nights, late to bed": signalsOf([
    reading("total_sleep_s", 20_700, 26_400, -2.4, { latest: 17_400, deviation: -3.6 }),
    reading("bedtime_minutes", 65, -20, 1.9),
    usual.hrv,
    usual.heart,
  ]),
  "restless nights": signalsOf([
    reading("sleep_efficiency_percent", 77, 86, -2.2),
    reading("awake_s", 5_400, 2_700, 2.4),
    reading("total_sleep_s", 22_200, 25_200, -1.5),
    usual.heart,
  ]),
  "temperature far up": signalsOf([
    reading("temperature_deviation_c", 1.0, 0.0, 4),
    reading("lowest_heart_rate_bpm", 63, 54, 3.2),
    reading("breaths_per_min", 16.4, 14.6, 2.6),
    reading("hrv_rmssd_ms", 33, 46, -2.5),
  ]),
  "well rested, HRV up": signalsOf([
    reading("hrv_rmssd_ms", 58, 47, 1.7),
    reading("lowest_heart_rate_bpm", 51, 54, -1.2),
    usual.sleep,
    reading("workout_minutes", 45, 50, -0.2),
  ]),
  "trained hard, napped": signalsOf([
    reading("workout_minutes", 95, 50, 2.4),
    reading("nap_minutes", 60, 25, 1.6),
    reading("hrv_rmssd_ms", 40, 46, -1.2),
    usual.sleep,
  ]),
  "no HRV sent": signalsOf([
    reading("total_sleep_s", 24_300, 25_200, -0.5),
    reading("latency_s", 2_400, 900, 2.2),
    reading("resting_heart_rate_bpm", 62, 61, 0.3),
  ]),
} as const satisfies Record<string, Signals>;
export const PROFILE_NAMES = Object.keys(PROFILES) as (keyof typeof PROFILES)[];

/** @param which a profile, or a number that always chooses the same one */
export function personFor(
  which: keyof typeof PROFILES | number,
  context: Pick<UserContext, "cycle_phase" | "life_stage">,
) {
  const profile =
    typeof which === "number"
      ? (PROFILE_NAMES[which % PROFILE_NAMES.length] ?? "all usual")
      : which;
  const day = { menstrual: 2, follicular: 9, ovulatory: 14, luteal: 23 }[context.cycle_phase];
  return { profile, signals: PROFILES[profile], context: { ...context, cycle_day: day } };
}
