/**
 * Does the question take for granted that a reading is low or high?
 * @module
 */
import { words } from "../question/fold.ts";
import { SUBJECT_OF } from "../question/names.ts";
import type { SubQuery } from "../question/search-plan.ts";
import { type Way, wayNamed } from "../question/way.ts";
import type { SignalMeasure } from "../types.ts";

/** The direction a "why is my …" about one reading takes for granted of it; null where there is none, or both. */
export function premiseOf(query: SubQuery, measure: SignalMeasure): Way | null {
  const [subject, ...others] = query.facets.subjects;
  const named = subject === "heart_rate" ? "resting_heart_rate" : subject;
  if (query.intent !== "cause" || !words(query.asked).includes("my")) return null;
  if (named !== SUBJECT_OF[measure] || others.length > 0) return null;
  return wayNamed(query.asked);
}
