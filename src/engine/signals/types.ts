/**
 * What the engine knows about a person: the recent level of each measure against the person's
 * baseline.
 * @module
 */

/** Local calendar day, `YYYY-MM-DD`, as the vendor assigned it. */
export type Day = string;

export const SIGNAL_MEASURES = [
  "hrv_rmssd_ms",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "total_sleep_s",
  "sleep_efficiency_percent",
  "latency_s",
  "deep_s",
  "rem_s",
  "bedtime_minutes",
  "breaths_per_min",
  "temperature_deviation_c",
  "spo2_percent",
  "resting_heart_rate_bpm",
  "vo2max_ml_kg_min",
  "workout_minutes",
  "awake_s",
  "nap_minutes",
] as const;
export type SignalMeasure = (typeof SIGNAL_MEASURES)[number];

/**
 * One measure against the person's own baseline, by robust statistics and without population norms.
 */
export interface MeasureSignal {
  measure: SignalMeasure;
  /** Median of the most recent values (`recent_days` of them). */
  recent: number;
  recent_days: number;
  /** Median of the earlier values; null when they are too few for a baseline. */
  baseline: number | null;
  baseline_days: number;
  /** (recent − baseline) / robust spread; null without baseline. */
  deviation: number | null;
  direction: Direction;
  newest_day: Day;
  /** The newest value alone, against the same baseline. */
  latest: number;
  latest_deviation: number | null;
  latest_direction: Direction;
  /** Lowest and highest of the recent values. */
  low: number;
  high: number;
}

type Direction = "higher" | "lower" | "usual" | "unknown";

/**
 * Everything the engine knows about the person. The audit row stores it, which is enough to rebuild
 * the answer.
 */
export interface Signals {
  measures: MeasureSignal[];
  nights: number;
  days: number;
  first_day: Day | null;
  newest_day: Day | null;
  sufficient: boolean;
  stale: boolean;
  offset_mismatch: boolean;
  age_band: string | null;
}
