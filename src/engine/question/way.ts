/**
 * Which way a question says that a reading has moved.
 * @module
 */
import { words } from "./fold.ts";

export type Way = "lower" | "higher";

const LOWER =
  /^(?:low|lower|lowered|tank(?:ed|ing)|plummet\w*|plung\w+|crashed|nosediv\w+|drop\w*|dip\w*|decreas\w+|declin\w+|fall|falling|fell|reduced|down|short|shorter|less)$/;
const HIGHER =
  /^(?:high|higher|elevated|raised|rise|rising|rose|increas\w+|spik\w+|up|warm|warmer|longer|late|later)$/;
/** "My pulse won't come down" is high; "my temperature didn't rise" may be as usual. */
const NOT = "(?:not|cannot|(?:did|do|does|wo|is|are|has|have|had|was|were|ca|would|could)nt)";
/** Not "hasn't my HRV dropped?", which supposes that it has, nor "I can't fall into deep sleep". */
const STAYS_UP = new RegExp(
  `(?<!^)\\b(?:${NOT}|never) (?!i )(?:(?:my|the|this|it) (?:\\w+ ){0,2})?(?:\\w+ )?(?:(?:comes?|coming|go|goes|going|gone|settles?|settling) down|get (?:\\w+ ){1,3}down|(?:drop\\w*|dip\\w*|fall\\w*|fell|decreas\\w+)(?! (?:my|the|a|into|asleep|deeper|back|off|to sleep)\\b))\\b`,
  "g",
);
const NOT_SO = new RegExp(
  `\\b${NOT}(?: (?:been|be|get|getting|come|coming|go|going|gone|really|even|seem|seems|to|that|so|too)){0,2} \\w+\\b`,
  "g",
);

/** "Waking up", "falling asleep", "up at night", "late luteal": these words are no level. */
const NO_LEVEL =
  /\b(?:wak\w+|woke|woken|get|gets|getting|got|stay\w*|sit\w*|keep\w*)(?: \w+)? up\b|\bup (?:at night|all night|during)\b|\b(?:fall\w*|fell) (?:into|deeper)\b|\b(?:fall\w*|fell|drop\w*) (?:off|(?:back |straight )?asleep|(?:back )?to sleep)\b|\bto (?:bed|sleep) (?:too |so |very )?later?\b|\blate (?:luteal|follicular|at night|nights?|evenings?|dinners?|meals?|shifts?|pregnancy)\b|\bfeel\w* (?:\w+ )?down\b|\b(?:app|watch|ring|phone|it) crashed\b/g;

/** Null where it says neither, or both. */
export function wayNamed(question: string): Way | null {
  const plain = words(question).join(" ").replace(NO_LEVEL, " ");
  const list = words(plain.replace(STAYS_UP, " high ").replace(NOT_SO, " "));
  const lower = list.some((word) => LOWER.test(word));
  const higher = list.some((word) => HIGHER.test(word));
  if (lower === higher) return null;
  return lower ? "lower" : "higher";
}
