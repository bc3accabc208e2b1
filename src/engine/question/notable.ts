/**
 * Which of the person's signals are worth speaking about, most notable first.
 * @module
 */
import type { MeasureSignal, SignalMeasure, Signals } from "../types.ts";

/** A measure not seen for longer than this before the newest record is no longer "lately". */
const FRESH_WITHIN_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/**
 * How much one spread of change says. Autonomic measures and sleep length are measured well at night; stages are
 * estimated, and training is a choice rather than a reading.
 */
const WEIGHT: Record<SignalMeasure, number> = {
  hrv_rmssd_ms: 1.2,
  lowest_heart_rate_bpm: 1.15,
  resting_heart_rate_bpm: 1.1,
  total_sleep_s: 1.15,
  temperature_deviation_c: 1.05,
  sleep_efficiency_percent: 1,
  bedtime_minutes: 0.95,
  latency_s: 0.9,
  breaths_per_min: 0.85,
  deep_s: 0.75,
  rem_s: 0.75,
  heart_rate_bpm: 0.9,
  spo2_percent: 0.9,
  vo2max_ml_kg_min: 0.7,
  workout_minutes: 0.6,
};

/** Signals of the last days, the most notable first; those without a baseline come last, in the order of the weights. */
export function rankSignals(signals: Signals): MeasureSignal[] {
  const newest = Date.parse(`${signals.newest_day ?? "1970-01-01"}T00:00:00Z`);
  return signals.measures
    .filter(
      (signal) => newest - Date.parse(`${signal.newest_day}T00:00:00Z`) <= FRESH_WITHIN_DAYS * MS_PER_DAY,
    )
    .sort(
      (a, b) =>
        Number(isNotable(b)) - Number(isNotable(a)) ||
        (isNotable(a) ? notability(b) - notability(a) : 0) ||
        Number(b.baseline !== null) - Number(a.baseline !== null) ||
        WEIGHT[b.measure] - WEIGHT[a.measure] ||
        (a.measure < b.measure ? -1 : 1),
    );
}

export function isNotable(signal: MeasureSignal): boolean {
  return signal.direction === "higher" || signal.direction === "lower";
}

/**
 * Levels that somebody should look at however usual they are for her; far from anything that a habit explains. They are no diagnosis: the text says only to show
 * them to somebody.
 */
const UNREMARKABLE: Partial<Record<SignalMeasure, { min: number; max: number }>> = {
  spo2_percent: { min: 90, max: 100 },
  lowest_heart_rate_bpm: { min: 33, max: 95 },
  resting_heart_rate_bpm: { min: 33, max: 100 },
  heart_rate_bpm: { min: 35, max: 105 },
  breaths_per_min: { min: 8, max: 25 },
  total_sleep_s: { min: 3 * 60 * 60, max: 14 * 60 * 60 },
};

export function isWorthShowing({ measure, recent, recent_days }: MeasureSignal): boolean {
  const bounds = UNREMARKABLE[measure];
  // One short or long night happens to everybody.
  if (bounds === undefined || (measure === "total_sleep_s" && recent_days < 2)) return false;
  return recent < bounds.min || recent > bounds.max;
}

/**
 * How far the cycle moves a reading at most, in its unit (HRV: natural logarithm): twice what studies report on average. Core temperature 0.3 to 0.7 °C (Baker
 * et al., 2020), sleeping pulse some 4 beats (Shilaih et al., 2017), HRV a fifth and less (Sims et al., 2021), sleep some 25 minutes.
 */
const CYCLE_MOVES_MAX: Partial<Record<SignalMeasure, number>> = {
  temperature_deviation_c: 0.8,
  lowest_heart_rate_bpm: 8,
  heart_rate_bpm: 8,
  resting_heart_rate_bpm: 8,
  hrv_rmssd_ms: 0.45,
  total_sleep_s: 60 * 60,
  sleep_efficiency_percent: 10,
  breaths_per_min: 2,
};

/** Whether a reading has moved by more than the cycle explains. */
export function exceedsCycle({
  measure,
  recent,
  baseline,
}: Pick<MeasureSignal, "measure" | "recent" | "baseline">): boolean {
  const most = CYCLE_MOVES_MAX[measure];
  if (most === undefined || baseline === null) return false;
  const moved = measure === "hrv_rmssd_ms" ? Math.log(recent / baseline) : recent - baseline;
  return Math.abs(moved) > most;
}

/** Moves that are nothing to see anyone about, however large. */
const WELCOME: Partial<Record<SignalMeasure, MeasureSignal["direction"]>> = {
  hrv_rmssd_ms: "higher",
  lowest_heart_rate_bpm: "lower",
  heart_rate_bpm: "lower",
  resting_heart_rate_bpm: "lower",
  total_sleep_s: "higher",
  sleep_efficiency_percent: "higher",
  latency_s: "lower",
  deep_s: "higher",
  rem_s: "higher",
  bedtime_minutes: "lower",
  breaths_per_min: "lower",
  temperature_deviation_c: "lower",
  spo2_percent: "higher",
  vo2max_ml_kg_min: "higher",
};

export function isWelcome({ measure, direction }: MeasureSignal): boolean {
  return WELCOME[measure] === direction;
}

/** More of this than the cap is not more notable: a steady baseline makes huge deviations cheap. */
const DEVIATION_CAP = 4;

function notability(signal: MeasureSignal): number {
  return Math.min(Math.abs(signal.deviation ?? 0), DEVIATION_CAP) * WEIGHT[signal.measure];
}
