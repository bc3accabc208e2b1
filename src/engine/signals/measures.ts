/**
 * How each measure is compared with the person's own earlier days.
 *
 * `floor` is the smallest change worth mentioning. It is also the smallest spread of a baseline, so
 * that a very steady person is not told of a change that the sensor or one late evening explains.
 * None of these is a population norm: they say whether two numbers of one person differ, never
 * whether a number is good.
 * @module
 */
import type { SignalMeasure } from "../types.ts";

export interface MeasureRule {
  /**
   * rMSSD is right-skewed and changes proportionally, so it is compared as ln rMSSD (Plews et al.,
   * 2013).
   */
  scale: "linear" | "log";
  /** In the unit of the measure; for the log scale a difference of natural logarithms. */
  floor: number;
}

const BPM_WORTH_MENTIONING = 2;
const SLEEP_SECONDS_WORTH_MENTIONING = 30 * 60;
const STAGE_SECONDS_WORTH_MENTIONING = 15 * 60;

export const MEASURE_RULES: Record<SignalMeasure, MeasureRule> = {
  /** About one tenth: in healthy adults ln rMSSD varies this much from day to day. */
  hrv_rmssd_ms: { scale: "log", floor: 0.1 },
  lowest_heart_rate_bpm: { scale: "linear", floor: BPM_WORTH_MENTIONING },
  heart_rate_bpm: { scale: "linear", floor: BPM_WORTH_MENTIONING },
  total_sleep_s: { scale: "linear", floor: SLEEP_SECONDS_WORTH_MENTIONING },
  sleep_efficiency_percent: { scale: "linear", floor: 3 },
  latency_s: { scale: "linear", floor: 10 * 60 },
  /**
   * Wearables misjudge sleep stages by minutes, so a change of stages must reach a quarter of an
   * hour.
   */
  deep_s: { scale: "linear", floor: STAGE_SECONDS_WORTH_MENTIONING },
  rem_s: { scale: "linear", floor: STAGE_SECONDS_WORTH_MENTIONING },
  bedtime_minutes: { scale: "linear", floor: 30 },
  breaths_per_min: { scale: "linear", floor: 0.5 },
  /** The mid-cycle shift of skin temperature is a few tenths of a degree. */
  temperature_deviation_c: { scale: "linear", floor: 0.2 },
  spo2_percent: { scale: "linear", floor: 1 },
  resting_heart_rate_bpm: { scale: "linear", floor: BPM_WORTH_MENTIONING },
  vo2max_ml_kg_min: { scale: "linear", floor: 1.5 },
  workout_minutes: { scale: "linear", floor: 15 },
  awake_s: { scale: "linear", floor: STAGE_SECONDS_WORTH_MENTIONING },
  nap_minutes: { scale: "linear", floor: 15 },
};
