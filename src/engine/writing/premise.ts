/**
 * Does the question take for granted that a reading is low or high?
 * @module
 */
import { words } from "../question/fold.ts";
import { SUBJECT_OF } from "../question/names.ts";
import type { SubQuery } from "../question/search-plan.ts";
import type { SignalMeasure } from "../types.ts";

const LOWER =
  /^(?:low|lower|lowered|drop\w*|dip\w*|decreas\w+|declin\w+|fall|falling|fell|reduced|down|short|shorter|less)$/;
const HIGHER =
  /^(?:high|higher|elevated|raised|rise|rising|rose|increas\w+|spik\w+|up|warm|warmer|longer|late|later)$/;
/** "Waking up", "falling asleep", "up at night", "late luteal": these words are no level. */
const NO_LEVEL =
  /\b(?:wak\w+|woke|woken|get|gets|getting|got|stay\w*|sit\w*|keep\w*)(?: \w+)? up\b|\bup (?:at night|all night|during)\b|\b(?:fall\w*|fell|drop\w*) (?:off|(?:back |straight )?asleep|(?:back )?to sleep)\b|\bto (?:bed|sleep) (?:too |so |very )?later?\b|\blate (?:luteal|follicular|at night|nights?|evenings?|dinners?|meals?|shifts?|pregnancy)\b|\bfeel\w* (?:\w+ )?down\b/g;

/** The direction a "why is my …" about one reading takes for granted of it; null where there is none, or both. */
export function premiseOf(query: SubQuery, measure: SignalMeasure): "lower" | "higher" | null {
  const list = words(words(query.asked).join(" ").replace(NO_LEVEL, " "));
  const [subject, ...others] = query.facets.subjects;
  const named = subject === "heart_rate" ? "resting_heart_rate" : subject;
  if (query.intent !== "cause" || !list.includes("my")) return null;
  if (named !== SUBJECT_OF[measure] || others.length > 0) return null;
  const lower = list.some((word) => LOWER.test(word));
  const higher = list.some((word) => HIGHER.test(word));
  if (lower === higher) return null;
  return lower ? "lower" : "higher";
}
