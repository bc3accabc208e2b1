/**
 * Sentences about the person's own readings. Every number is a level of a Signal; what it is compared with is said.
 * @module
 */
import type { Phase } from "../../contract/vocabulary.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { formatLevel } from "./units.ts";

interface Words {
  label: string;
  lower: string;
  higher: string;
  unit: "night" | "day" | "training day" | "reading";
}

const level = { lower: "lower", higher: "higher", unit: "night" } as const;
const length = { lower: "shorter", higher: "longer", unit: "night" } as const;

const WORDS: Record<SignalMeasure, Words> = {
  hrv_rmssd_ms: { label: "your overnight HRV", ...level },
  lowest_heart_rate_bpm: { label: "your lowest overnight heart rate", ...level },
  heart_rate_bpm: { label: "your average overnight heart rate", ...level },
  total_sleep_s: { label: "your sleep time", ...length },
  sleep_efficiency_percent: { label: "the share of your time in bed spent asleep", ...level },
  latency_s: { label: "the time you took to fall asleep", ...length },
  deep_s: { label: "your deep sleep", ...length },
  rem_s: { label: "your REM sleep", ...length },
  bedtime_minutes: { label: "your bedtime", lower: "earlier", higher: "later", unit: "night" },
  breaths_per_min: { label: "your breathing rate at night", ...level },
  temperature_deviation_c: { label: "your skin temperature deviation", ...level },
  spo2_percent: { label: "your overnight blood oxygen", ...level },
  resting_heart_rate_bpm: { label: "your resting heart rate", ...level, unit: "day" },
  vo2max_ml_kg_min: { label: "your VO2max estimate", ...level, unit: "reading" },
  workout_minutes: { label: "your training time", ...length, unit: "training day" },
};

const COUNT = ["", "", "two", "three"] as const;

function window({ measure, recent_days }: MeasureSignal): string {
  const { unit } = WORDS[measure];
  const noun = unit === "reading" ? "reading" : unit === "training day" ? "training day" : `recorded ${unit}`;
  if (recent_days <= 1) return `on your latest ${noun}`;
  return `over your last ${COUNT[recent_days] ?? "few"} ${noun}s`;
}

function earlier({ measure }: MeasureSignal): string {
  return `your own earlier ${WORDS[measure].unit}s`;
}

/** Null where the two levels read the same or nothing is known. */
function comparison(signal: MeasureSignal): "lower" | "higher" | null {
  const { measure, recent, baseline, direction } = signal;
  if (baseline === null || (direction !== "lower" && direction !== "higher")) return null;
  return formatLevel(measure, recent) === formatLevel(measure, baseline) ? null : direction;
}

/** "around 38 ms, lower than the 45 ms typical of …"; `when` goes between level and comparison. */
function compared(signal: MeasureSignal, when = ""): string {
  const { measure, recent, baseline } = signal;
  const recentLevel = formatLevel(measure, recent);
  const stated = `around ${recentLevel}${when}`;
  if (baseline === null) return stated;
  const usual = formatLevel(measure, baseline);
  const way = comparison(signal);
  if (way) return `${stated}, ${WORDS[measure][way]} than the ${usual} typical of ${earlier(signal)}`;
  return recentLevel === usual
    ? `${stated}, the same as on ${earlier(signal)}`
    : `${stated}, close to the ${usual} of ${earlier(signal)}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "Over your last three recorded nights, your overnight HRV was around 38 ms, lower than …" */
export function readingSentence(signal: MeasureSignal, variant: number): string {
  const { label } = WORDS[signal.measure];
  return variant % 2 === 0
    ? `${capital(window(signal))}, ${label} was ${compared(signal)}.`
    : `${capital(label)} was ${compared(signal, ` ${window(signal)}`)}.`;
}

/** For a question about something else than her readings: they come second and say so. */
export function contextSentence(signal: MeasureSignal): string {
  return `As for your own readings, ${WORDS[signal.measure].label} was ${compared(signal, ` ${window(signal)}`)}.`;
}

/** For a question that none of her readings speaks to. */
export function asideSentence(signal: MeasureSignal): string {
  return `Your own readings cannot answer this directly; for what it is worth, ${WORDS[signal.measure].label} was ${compared(signal, ` ${window(signal)}`)}.`;
}

/** She speaks of levels that are not among those sent. */
export function otherNightsSentence(signal: MeasureSignal): string {
  const { label } = WORDS[signal.measure];
  return `${capital(window(signal))}, ${label} was around ${formatLevel(signal.measure, signal.recent)}, so the figures you mention may come from other nights.`;
}

/** The question is about a reading that was not sent. */
export function missingSentence(name: string): string {
  return `Your most recent readings do not include ${name}.`;
}

/** A shorter sentence for the next reading or two. */
export function besideSentence(signals: readonly MeasureSignal[]): string {
  const parts = signals.map((signal, at) => {
    const { label } = WORDS[signal.measure];
    const recentLevel = formatLevel(signal.measure, signal.recent);
    if (signal.baseline === null) return `${label} was around ${recentLevel}`;
    const usual = formatLevel(signal.measure, signal.baseline);
    const way = comparison(signal);
    if (way && at === 0)
      return `${label} was ${WORDS[signal.measure][way]} than usual, at ${recentLevel} instead of ${usual}`;
    const wordOf = (each: MeasureSignal | undefined) => {
      const its = each && comparison(each);
      return each && its ? WORDS[each.measure][its] : null;
    };
    const too = wordOf(signal) === wordOf(signals[at - 1]) ? " too" : "";
    if (way) return `${label} was ${WORDS[signal.measure][way]}${too} (${recentLevel} instead of ${usual})`;
    return recentLevel === usual
      ? `${label} was at its usual ${usual}`
      : `${label}, at ${recentLevel}, was close to its usual ${usual}`;
  });
  return `${capital(parts.join(", and "))}.`;
}

/** Shape B: names what stands out, or says that nothing does. */
export function leadSentence(signal: MeasureSignal, phase: Phase | null): string {
  const { label } = WORDS[signal.measure];
  const opening = phase === null ? "" : `You are in the ${phase} phase, and `;
  const start = (text: string) => (opening === "" ? capital(text) : opening + text);
  if (signal.baseline === null)
    return start(
      `there are not yet enough nights to say what is usual for you; ${window(signal)}, ${label} was ${compared(signal)}.`,
    );
  if (comparison(signal) === null)
    return start(
      `nothing in your readings stands out from your own earlier ones: ${window(signal)}, ${label} was ${compared(signal)}.`,
    );
  return start(
    `what stands out most in your readings is ${label}: ${window(signal)} it was ${compared(signal)}.`,
  );
}

/** A level that is worth a look, whatever it is compared with. */
export function showSentence({ measure, recent }: MeasureSignal): string {
  const { label } = WORDS[measure];
  return `Whatever is usual for you, please show a health professional that ${label} was around ${formatLevel(measure, recent)}, soon if you feel unwell.`;
}

/** When the question takes for granted what her readings do not show. */
export function premiseSentence(signal: MeasureSignal, askedWay: "lower" | "higher"): string | null {
  if (signal.baseline === null || comparison(signal) === askedWay) return null;
  const { label } = WORDS[signal.measure];
  const way = WORDS[signal.measure][askedWay];
  return signal.recent_days === 1
    ? `${capital(label)} was not ${way} than usual ${window(signal)}: it was ${compared(signal)}.`
    : `${capital(label)} is not ${way} than usual at the moment: ${window(signal)} it was ${compared(signal)}.`;
}
