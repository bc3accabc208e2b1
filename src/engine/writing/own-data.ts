/**
 * Sentences about the user's own readings. Each number is a level of a signal, and each comparison
 * is named.
 * @module
 */
import { lastNight } from "../guidance/conditions.ts";
import { MEASURE_RULES } from "../signals/measures.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { formatLevel } from "./units.ts";

interface Words {
  label: string;
  lower: string;
  higher: string;
  unit: "night" | "day" | "training day" | "reading" | "day with a nap";
}

const level = { lower: "below", higher: "above", unit: "night" } as const;
const length = { lower: "shorter than", higher: "longer than", unit: "night" } as const;

const WORDS: Record<SignalMeasure, Words> = {
  hrv_rmssd_ms: { label: "HRV", ...level },
  lowest_heart_rate_bpm: { label: "lowest heart rate at night", ...level },
  heart_rate_bpm: { label: "average heart rate at night", ...level },
  total_sleep_s: { label: "sleep", ...length },
  sleep_efficiency_percent: { label: "sleep efficiency", ...level },
  latency_s: { label: "time to fall asleep", ...length },
  deep_s: { label: "deep sleep", ...length },
  rem_s: { label: "REM sleep", ...length },
  awake_s: { label: "time awake in bed", ...length },
  bedtime_minutes: { label: "bedtime", lower: "earlier than", higher: "later than", unit: "night" },
  breaths_per_min: { label: "breathing rate at night", ...level },
  temperature_deviation_c: { label: "skin temperature deviation", ...level },
  spo2_percent: { label: "blood oxygen at night", ...level },
  resting_heart_rate_bpm: { label: "resting heart rate", ...level, unit: "day" },
  vo2max_ml_kg_min: { label: "VO2max estimate", ...level, unit: "reading" },
  workout_minutes: { label: "training time", ...length, unit: "training day" },
  nap_minutes: { label: "napping", ...length, unit: "day with a nap" },
};

/** "your HRV", "my HRV". */
export function labelOf(measure: SignalMeasure, whose: "your" | "my"): string {
  return `${whose} ${WORDS[measure].label}`;
}

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
  const label = labelOf(measure, "your");
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
  const label = labelOf(measure, "your");
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
