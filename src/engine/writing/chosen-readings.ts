/**
 * Chooses which of the user's readings an answer gives: those that the verdict depends on, those
 * asked about, and those that the answer is about, for the night or nights that the user means.
 * @module
 */
import { MEASURES, type Measure } from "../../contract/vocabulary.ts";
import { isFresh, isNotable, rankSignals, withoutRepeats } from "../signals/notable.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "../types.ts";
import type { Time } from "../understanding/labels.ts";
import type { Answer } from "../verdict/answer.ts";
import type { ReadingWindow } from "./readings-sentence.ts";

const READINGS_MAX = 2;
/**
 * A third is told where it has moved too, and is asked about or decides: together they say more.
 */
const READINGS_MOVED_MAX = 3;
/** Without a question the answer is about the readings, so it gives more of them. */
const READINGS_UNASKED_MAX = 4;

/** The signals of each measure of the vocabulary, the most informative first. */
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

/** The measures of the vocabulary that a signal shows. */
export function measuresShownBy(measure: SignalMeasure): Measure[] {
  return MEASURES.filter((each) => SHOWN_BY[each].includes(measure));
}

/** The signals are recent. What has moved comes first. */
export function readingsFor({ part, decisive, about }: Answer, signals: Signals): MeasureSignal[] {
  if (part.whose === "other") return [];
  const sent = (measure: SignalMeasure) =>
    signals.measures.filter((signal) => signal.measure === measure && isFresh(signal, signals));
  const shown = (measures: readonly Measure[]) =>
    measures.flatMap((each) => SHOWN_BY[each]).flatMap(sent);
  const asked = shown(part.facets.measures);
  // A reading at its usual level bears on a question about these nights, but not on a general one.
  const beside = shown(about).filter((signal) => part.time !== "general" || isNotable(signal));
  const wanted = movedFirst([...decisive.flatMap(sent), ...asked]);
  const byImportance = [...wanted, ...movedFirst(beside)].filter(
    (signal) => isNotable(signal) || !namesAnother(part.figures, signal),
  );
  const moved = withoutRepeats(wanted.filter(isNotable)).slice(0, READINGS_MOVED_MAX);
  return withoutRepeats([...new Set(byImportance)]).slice(0, Math.max(READINGS_MAX, moved.length));
}

/** What one unit of a measure is in the unit in which people name it; other measures have none. */
const NAMED_IN: Partial<Record<SignalMeasure, number>> = {
  hrv_rmssd_ms: 1,
  lowest_heart_rate_bpm: 1,
  resting_heart_rate_bpm: 1,
  heart_rate_bpm: 1,
  breaths_per_min: 1,
  vo2max_ml_kg_min: 1,
  total_sleep_s: 1 / 3_600,
};
/** Further from the reading than this, a figure is one of something else. */
const SAME_MEASURE_FACTOR = 2.5;
/** People round: up to this share of it apart, a figure is the reading itself. */
const SAME_READING_SHARE = 0.1;

/**
 * Whether the user may be speaking of another night or device: the message gives a figure that
 * could be one of this measure, and none that is the reading. A usual reading beside it would look
 * as if nobody had listened.
 */
function namesAnother(
  figures: readonly number[],
  { measure, recent, latest, baseline }: MeasureSignal,
): boolean {
  const unit = NAMED_IN[measure];
  if (unit === undefined) return false;
  const known = [recent, latest, baseline ?? recent].map((level) => level * unit);
  const isKnown = (figure: number) =>
    known.some((level) => Math.abs(figure - level) <= level * SAME_READING_SHARE);
  const mayBe = (figure: number) =>
    figure * SAME_MEASURE_FACTOR >= recent * unit && figure <= recent * unit * SAME_MEASURE_FACTOR;
  return figures.some(mayBe) && !figures.some(isKnown);
}

function movedFirst(signals: readonly MeasureSignal[]): MeasureSignal[] {
  return [...signals.filter(isNotable), ...signals.filter((signal) => !isNotable(signal))];
}

/** The readings of a text without a question: all that have moved, else the steadiest ones. */
export function readingsWithoutQuestion(signals: Signals): MeasureSignal[] {
  const ranked = withoutRepeats(rankSignals(signals));
  const moved = ranked.filter(isNotable);
  return (moved.length > 0 ? moved : ranked).slice(0, READINGS_UNASKED_MAX);
}

export function windowOf(time: Time): ReadingWindow {
  return time === "night" ? "night" : "recent";
}
