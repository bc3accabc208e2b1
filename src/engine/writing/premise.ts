/**
 * Does the question take for granted that a reading is low or high?
 * @module
 */
import { words } from "../question/fold.ts";
import type { SubQuery } from "../question/search-plan.ts";

const LOWER =
  /^(?:low|lower|lowered|drop\w*|dip\w*|decreas\w+|declin\w+|fall|falling|fell|reduced|down|short|shorter|less)$/;
const HIGHER =
  /^(?:high|higher|elevated|raised|rise|rising|rose|increas\w+|spik\w+|up|warm|warmer|longer|late|later)$/;

/** The direction a "why is my …" takes for granted; null where there is none, or both. */
export function premiseOf(query: SubQuery): "lower" | "higher" | null {
  const list = words(query.asked);
  if (query.intent !== "cause" || !list.includes("my")) return null;
  const lower = list.some((word) => LOWER.test(word));
  const higher = list.some((word) => HIGHER.test(word));
  if (lower === higher) return null;
  return lower ? "lower" : "higher";
}
