/**
 * Ranks the user's signals by how much they say.
 * @module
 */
import type { MeasureSignal, SignalMeasure, Signals } from "../types.ts";

/** A measure last seen longer than this before the newest record is not recent. */
const FRESH_WITHIN_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/**
 * How much a change of one spread says. Devices measure autonomic values and sleep length well at
 * night. They only estimate sleep stages, and training is a choice rather than a reading.
 */
const WEIGHT: Record<SignalMeasure, number> = {
  hrv_rmssd_ms: 1.2,
  lowest_heart_rate_bpm: 1.15,
  total_sleep_s: 1.15,
  resting_heart_rate_bpm: 1.1,
  temperature_deviation_c: 1.05,
  sleep_efficiency_percent: 1,
  awake_s: 0.95,
  bedtime_minutes: 0.95,
  latency_s: 0.9,
  heart_rate_bpm: 0.9,
  spo2_percent: 0.9,
  breaths_per_min: 0.85,
  deep_s: 0.75,
  rem_s: 0.75,
  nap_minutes: 0.7,
  vo2max_ml_kg_min: 0.7,
  workout_minutes: 0.7,
};

/**
 * Recent signals, the most notable first. Those without a baseline come last, in the order of the
 * weights.
 */
export function rankSignals(signals: Signals): MeasureSignal[] {
  return signals.measures
    .filter((signal) => isFresh(signal, signals))
    .sort(
      (a, b) =>
        Number(isNotable(b)) - Number(isNotable(a)) ||
        (isNotable(a) ? notability(b) - notability(a) : 0) ||
        Number(b.baseline !== null) - Number(a.baseline !== null) ||
        WEIGHT[b.measure] - WEIGHT[a.measure] ||
        (a.measure < b.measure ? -1 : 1),
    );
}

export function isFresh({ newest_day }: MeasureSignal, signals: Signals): boolean {
  const newest = Date.parse(`${signals.newest_day ?? "1970-01-01"}T00:00:00Z`);
  return newest - Date.parse(`${newest_day}T00:00:00Z`) <= FRESH_WITHIN_DAYS * MS_PER_DAY;
}

export function isNotable({ direction }: MeasureSignal): boolean {
  return direction === "higher" || direction === "lower";
}

/** How far a signal has moved, weighted by its measure. */
export function notability({ measure, deviation }: MeasureSignal): number {
  return WEIGHT[measure] * Math.abs(deviation ?? 0);
}

/** Measures that say the same thing: a text gives only the first of each group. */
const SAME_THING: readonly (readonly SignalMeasure[])[] = [
  ["lowest_heart_rate_bpm", "resting_heart_rate_bpm", "heart_rate_bpm"],
  ["sleep_efficiency_percent", "awake_s"],
];

/** The signals in order, without those that repeat an earlier one. */
export function withoutRepeats(signals: readonly MeasureSignal[]): MeasureSignal[] {
  const kept: MeasureSignal[] = [];
  for (const signal of signals) {
    const group = SAME_THING.find((each) => each.includes(signal.measure)) ?? [signal.measure];
    if (!kept.some(({ measure }) => group.includes(measure))) kept.push(signal);
  }
  return kept;
}
