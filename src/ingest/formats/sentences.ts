/**
 * Splits scientific English into sentences. A full stop after an abbreviation, an initial or in a
 * number ends no sentence.
 * @module
 */

/** These never end a sentence. */
const ABBREVIATIONS = new Set(
  "e.g i.e vs cf ca approx fig figs eq eqs ref refs no nos vol dr prof mr mrs ms st resp viz incl est dept univ".split(
    " ",
  ),
);
/** These end a sentence only where the next word can begin one. */
const OPEN_ABBREVIATIONS = new Set(
  "al etc inc ltd co jr sr u.s u.k ph.d b.c a.m p.m min max avg spp sp var mo yr wk".split(" "),
);
const BEGINNERS = new Set(
  "a all although an as at both but compared conclusion conclusions despite during each finally findings for from further furthermore here however in it its methods moreover most no of on our overall participants patients results several significant similarly since some study subjects that the their then there therefore these they this those thus to together two we when whereas while with women".split(
    " ",
  ),
);
/** "Vitamin C." and "type A." end in a letter that is no initial. */
const LETTERED = new Set(
  "vitamin type group hepatitis class grade phase part arm model category level study trial protein factor condition experiment".split(
    " ",
  ),
);
const END = /(?<![.?!])[.?!]+["'”’»)\]]*\s+(?=["'“‘«([]*[\p{Lu}\p{N}])/gu;

/** The sentences in order. Joined with spaces they are the text again. */
export function sentences(text: string): string[] {
  const complete: string[] = [];
  let from = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(from, match.index - LOOK_BACK_CHARS), match.index);
    if (match[0].startsWith(".") && isOpen(before, text.slice(end, end + LOOK_AHEAD_CHARS)))
      continue;
    complete.push(text.slice(from, end).trimEnd());
    from = end;
  }
  const rest = text.slice(from).trim();
  return rest === "" ? complete : [...complete, rest];
}

const LOOK_BACK_CHARS = 60;
const LOOK_AHEAD_CHARS = 30;

/** Whether the full stop after `before` belongs to its last word. */
function isOpen(before: string, after: string): boolean {
  const words = before.split(/[\s(["“]+/);
  const last = words.at(-1) ?? "";
  const previous = words.at(-2) ?? "";
  const word = last.toLowerCase();
  if (ABBREVIATIONS.has(word)) return true;
  const beginsSentence = BEGINNERS.has((/^\W*(\p{L}+)/u.exec(after)?.[1] ?? "").toLowerCase());
  if (OPEN_ABBREVIATIONS.has(word)) return !beginsSentence;
  // "J. Smith", "A.B. Jones"; but "vitamin C. Women …".
  if (!/^(?:\p{Lu}\.?-?)*\p{Lu}$/u.test(last) || last.replace(/[.-]/g, "").length > 2) return false;
  if (!last.includes(".") && last.length > 1) return false;
  return !LETTERED.has(previous.toLowerCase()) && !beginsSentence;
}
