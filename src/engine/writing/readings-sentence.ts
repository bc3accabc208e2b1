/**
 * Sentences about the user's own readings. Each number is a level of a signal, and each comparison
 * is named.
 * @module
 */
import { lastNight } from "../guidance/conditions.ts";
import { MEASURE_RULES } from "../signals/measures.ts";
import { MEASURE_NAMES } from "../signals/names.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { formatLevel } from "./units.ts";

interface Words {
  lower: string;
  higher: string;
  unit: "night" | "day" | "training day" | "reading" | "day with a nap";
}

const level = { lower: "below", higher: "above", unit: "night" } as const;
const length = { lower: "shorter than", higher: "longer than", unit: "night" } as const;

const WORDS: Record<SignalMeasure, Words> = {
  hrv_rmssd_ms: { ...level },
  lowest_heart_rate_bpm: { ...level },
  heart_rate_bpm: { ...level },
  total_sleep_s: { ...length },
  sleep_efficiency_percent: { ...level },
  latency_s: { ...length },
  deep_s: { ...length },
  rem_s: { ...length },
  awake_s: { ...length },
  bedtime_minutes: { lower: "earlier than", higher: "later than", unit: "night" },
  breaths_per_min: { ...level },
  temperature_deviation_c: { ...level },
  spo2_percent: { ...level },
  resting_heart_rate_bpm: { ...level, unit: "day" },
  vo2max_ml_kg_min: { ...level, unit: "reading" },
  workout_minutes: { ...length, unit: "training day" },
  nap_minutes: { ...length, unit: "day with a nap" },
};

const COUNT = ["", "", "two", "three"] as const;
/** Nights that differ by this many smallest changes are given as a range. */
const RANGE_FLOORS = 3;

/** Whether a sentence is about the last night or the recent nights. */
export type ReadingWindow = "night" | "recent";

function stretch(signal: MeasureSignal): string {
  const { unit } = WORDS[signal.measure];
  if (signal.recent_days <= 1) return `on your latest ${unit}`;
  const plural = unit === "day with a nap" ? "days with a nap" : `${unit}s`;
  return `over your last ${COUNT[signal.recent_days] ?? "few"} ${plural}`;
}

/** "38 ms", or "between 31 and 46 ms" where the nights differ much. */
function stated({ measure, recent, recent_days, low, high }: MeasureSignal): string {
  const { scale, floor } = MEASURE_RULES[measure];
  const apart = scale === "log" ? Math.log(high) - Math.log(low) : high - low;
  const differ = recent_days > 1 && apart >= RANGE_FLOORS * floor;
  return differ
    ? `between ${formatLevel(measure, low)} and ${formatLevel(measure, high)}`
    : formatLevel(measure, recent);
}

/** Null where there is no baseline, or where both levels look the same when rounded. */
function comparison(signal: MeasureSignal): string | null {
  const { measure, recent, baseline, direction } = signal;
  if (baseline === null || (direction !== "lower" && direction !== "higher")) return null;
  return formatLevel(measure, recent) === formatLevel(measure, baseline)
    ? null
    : WORDS[measure][direction];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function seen(signal: MeasureSignal, over: ReadingWindow): MeasureSignal {
  return over === "night" ? lastNight(signal) : signal;
}

/**
 * "Over your last three nights, your HRV was 38 ms, below your usual 46 ms, and …"
 * @param signals at least one; those after the first get fewer words
 * @param variant chooses between equal wordings
 */
export function readingsSentence(
  signals: readonly MeasureSignal[],
  over: ReadingWindow,
  variant: number,
): string {
  const [first, ...others] = signals.map((signal) => seen(signal, over));
  if (first === undefined) return "";
  const parts = [opening(first, variant), ...others.map((signal) => beside(signal, first))];
  const sentence =
    parts.length < 3
      ? parts.join(", and ")
      : `${parts.slice(0, -1).join("; ")}; and ${parts.at(-1)}`;
  return `${capital(sentence)}.`;
}

function opening(signal: MeasureSignal, variant: number): string {
  const { measure, baseline } = signal;
  const label = `your ${MEASURE_NAMES[measure]}`;
  const when = stretch(signal);
  const now = stated(signal);
  if (baseline === null)
    return `${label} was ${now} ${when}, with too few earlier ones to say what is usual for you`;
  const usual = formatLevel(measure, baseline);
  const off = comparison(signal);
  if (off !== null)
    return variant % 2 === 0
      ? `${when}, ${label} was ${now}, ${off} your usual ${usual}`
      : `${label} was ${now} ${when}, ${off} the ${usual} that is usual for you`;
  if (now === usual)
    return variant % 2 === 0
      ? `${label} was at your usual ${usual} ${when}`
      : `${when}, ${label} was ${now}, just what is usual for you`;
  return variant % 2 === 0
    ? `${when}, ${label} was ${now}, close to your usual ${usual}`
    : `${label} was ${now} ${when}, about your usual ${usual}`;
}

function beside(signal: MeasureSignal, first: MeasureSignal): string {
  const { measure, baseline, recent_days } = signal;
  const label = `your ${MEASURE_NAMES[measure]}`;
  const { unit } = WORDS[measure];
  const same = unit === WORDS[first.measure].unit && recent_days === first.recent_days;
  const now = same ? stated(signal) : `${stated(signal)} ${stretch(signal)}`;
  if (baseline === null) return `${label} was ${now}`;
  const usual = formatLevel(measure, baseline);
  const off = comparison(signal);
  if (off !== null) return `${label} was ${now} (${off} your usual ${usual})`;
  return now === usual
    ? `${label} was at its usual ${usual}`
    : `${label} was ${now} (usually ${usual})`;
}
