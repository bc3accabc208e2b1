/**
 * Which way a question says that a reading has moved.
 * @module
 */
import { words } from "./fold.ts";

export type Way = "lower" | "higher";

const LOWER =
  /^(?:low|lower|lowered|drop\w*|dip\w*|decreas\w+|declin\w+|fall|falling|fell|reduced|down|short|shorter|less)$/;
const HIGHER =
  /^(?:high|higher|elevated|raised|rise|rising|rose|increas\w+|spik\w+|up|warm|warmer|longer|late|later)$/;
/** "Waking up", "falling asleep", "up at night", "late luteal": these words are no level. */
const NO_LEVEL =
  /\b(?:wak\w+|woke|woken|get|gets|getting|got|stay\w*|sit\w*|keep\w*)(?: \w+)? up\b|\bup (?:at night|all night|during)\b|\b(?:fall\w*|fell|drop\w*) (?:off|(?:back |straight )?asleep|(?:back )?to sleep)\b|\bto (?:bed|sleep) (?:too |so |very )?later?\b|\blate (?:luteal|follicular|at night|nights?|evenings?|dinners?|meals?|shifts?|pregnancy)\b|\bfeel\w* (?:\w+ )?down\b/g;

/** Null where it says neither, or both. */
export function wayNamed(question: string): Way | null {
  const list = words(words(question).join(" ").replace(NO_LEVEL, " "));
  const lower = list.some((word) => LOWER.test(word));
  const higher = list.some((word) => HIGHER.test(word));
  if (lower === higher) return null;
  return lower ? "lower" : "higher";
}
