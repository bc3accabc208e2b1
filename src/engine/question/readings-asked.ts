/**
 * Which of her readings a question is about, those she called by their name first.
 * @module
 */
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import type { Subject } from "./lexicon.ts";
import { SEEN_IN, SHOWN_BY, SUBJECT_OF } from "./names.ts";
import { isNotable } from "./notable.ts";
import type { SearchPlan, SubQuery } from "./search-plan.ts";

const OF_READINGS =
  /\b(?:these|those|my|the|our) (?:numbers|readings|stats|data|metrics|values|graphs)\b|\b(?:see|show|shows|showing) (?:it|that|this|any of (?:it|that)|up)? ?in my\b/i;

/** Her readings of what was asked come first; a question about nothing she measures leaves them in order of note. */
export function readingsAsked(
  subQueries: readonly SubQuery[],
  named: readonly Subject[],
  ranked: readonly MeasureSignal[],
): Pick<SearchPlan, "signals" | "signals_asked" | "signals_kindred"> {
  const behaviours = subQueries.flatMap(({ facets }) => facets.behaviours);
  // A later part that refers back has the subjects of the part before it.
  const subjects = [...named, ...subQueries.flatMap(({ facets }) => facets.subjects)];
  // "Rest or train today?" is a question about how the night went.
  if (behaviours.includes("hrv_guided_training")) subjects.push("hrv", "resting_heart_rate");
  const meant = (signal: MeasureSignal) => {
    const own = SUBJECT_OF[signal.measure];
    if (subjects.includes(own)) return true;
    if (own === "resting_heart_rate" && subjects.includes("heart_rate")) return true;
    return signal.measure === "total_sleep_s" && subjects.includes("sleep_quality");
  };
  const text = subQueries.map((query) => query.asked).join(" ");
  const called = byName(ranked.filter(meant), text);
  // "Should I skip class with these numbers?" means those that have moved.
  const first = called.length === 0 && OF_READINGS.test(text) ? ranked.filter(isNotable) : called;
  // A habit's usual readings say nothing where she asks what it does to her bones.
  const kindred = new Set(
    subjects.length > 0
      ? subjects.flatMap((subject) => SHOWN_BY[subject] ?? [])
      : behaviours.flatMap((behaviour) => SEEN_IN[behaviour] ?? []),
  );
  const others = ranked.filter((signal) => !first.includes(signal));
  const near = others.filter((signal) => kindred.has(SUBJECT_OF[signal.measure]));
  const far = others.filter((signal) => !near.includes(signal));
  return { signals: [...first, ...near, ...far], signals_asked: first.length, signals_kindred: near.length };
}

/** Readings that share a subject with others, as she would call them. */
const OWN_NAME: Partial<Record<SignalMeasure, RegExp>> = {
  sleep_efficiency_percent: /\beffi[cs]+i?en/i,
  deep_s: /\bdeep\b/i,
  rem_s: /\brem\b/i,
  latency_s: /\blatency\b/i,
};

/** Those that she called by their name before those that stand for the same. */
function byName(signals: readonly MeasureSignal[], asked: string): MeasureSignal[] {
  const isNamed = ({ measure }: MeasureSignal) => OWN_NAME[measure]?.test(asked) === true;
  return [...signals.filter(isNamed), ...signals.filter((signal) => !isNamed(signal))];
}
