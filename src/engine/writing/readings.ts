/**
 * Which of her readings an answer tells: those that the verdict rests on, those that were asked
 * about, those that the answer is about; from the night or the stretch she means.
 * @module
 */
import { MEASURES, type Measure } from "../../contract/vocabulary.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "../types.ts";
import type { Time } from "../understanding/labels.ts";
import type { Answer } from "../verdict/answer.ts";
import { isFresh, isNotable, rankSignals, withoutRepeats } from "./notable.ts";
import type { Over } from "./own-data.ts";

const TOLD_MAX = 2;
/** Where she asks nothing, her readings are what the answer is about. */
const TOLD_UNASKED_MAX = 4;

/** Signals that show a measure of the vocabulary, the most telling first. */
const SHOWN_BY: Record<Measure, readonly SignalMeasure[]> = {
  hrv: ["hrv_rmssd_ms"],
  resting_heart_rate: ["lowest_heart_rate_bpm", "resting_heart_rate_bpm", "heart_rate_bpm"],
  heart_rate: ["heart_rate_bpm", "lowest_heart_rate_bpm", "resting_heart_rate_bpm"],
  temperature: ["temperature_deviation_c"],
  sleep_duration: ["total_sleep_s"],
  sleep_stages: ["deep_s", "rem_s"],
  sleep_quality: ["sleep_efficiency_percent", "awake_s", "total_sleep_s", "latency_s"],
  sleep_timing: ["bedtime_minutes"],
  respiratory_rate: ["breaths_per_min"],
  spo2: ["spo2_percent"],
  vo2max: ["vo2max_ml_kg_min"],
  activity: ["workout_minutes"],
  blood_pressure: [],
};

/** The vocabulary's names of what a signal shows. */
export function shownBy(measure: SignalMeasure): Measure[] {
  return MEASURES.filter((each) => SHOWN_BY[each].includes(measure));
}

/** At most two signals, none that she did not send or that is old. */
export function readingsFor({ part, decisive, about }: Answer, signals: Signals): MeasureSignal[] {
  if (part.whose === "other") return [];
  const sent = (measure: SignalMeasure) =>
    signals.measures.filter((signal) => signal.measure === measure && isFresh(signal, signals));
  const shown = (measures: readonly Measure[]) => measures.flatMap((each) => SHOWN_BY[each]).flatMap(sent);
  const asked = shown(part.facets.measures);
  // A reading at its usual level bears on a question about her nights, and on no general one.
  const beside = shown(about).filter((signal) => part.time !== "general" || isNotable(signal));
  const found = [...decisive.flatMap(sent), ...asked, ...movedFirst(beside)];
  return withoutRepeats([...new Set(found)]).slice(0, TOLD_MAX);
}

function movedFirst(signals: readonly MeasureSignal[]): MeasureSignal[] {
  return [...signals.filter(isNotable), ...signals.filter((signal) => !isNotable(signal))];
}

/**
 * What a text tells that answers no question: all that has moved, else the steadiest signs of how
 * she is.
 */
export function readingsUnasked(signals: Signals): MeasureSignal[] {
  const ranked = withoutRepeats(rankSignals(signals));
  const moved = ranked.filter(isNotable);
  return (moved.length > 0 ? moved : ranked).slice(0, TOLD_UNASKED_MAX);
}

export function overOf(time: Time): Over {
  return time === "night" ? "night" : "recent";
}
