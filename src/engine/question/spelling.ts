/**
 * Nearest known word of a misspelt one.
 * @module
 */
import { isOrdinary } from "./ordinary-words.ts";

/** Short words have too many neighbours ("heat", "heart"), so they must be spelt right. */
const ONE_SLIP_CHARS_MIN = 5;
const TWO_SLIPS_CHARS_MIN = 9;

/** Insertions, deletions, substitutions and swaps of neighbours; stops counting above `max`. */
export function slips(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? max) + 1,
        (current[j - 1] ?? max) + 1,
        (previous[j - 1] ?? max) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[j - 2] ?? max) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? max + 1;
}

/** The nearest word of `known` with the same first letter within the slips its length allows, or null; an ordinary word is no slip. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  if (word.length < ONE_SLIP_CHARS_MIN || /\d/.test(word) || isOrdinary(word)) return null;
  const max = word.length >= TWO_SLIPS_CHARS_MIN ? 2 : 1;
  let best: { word: string; slips: number } | null = null;
  for (const candidate of known) {
    if (candidate[0] !== word[0] || candidate.length < ONE_SLIP_CHARS_MIN) continue;
    const distance = slips(word, candidate, max);
    if (distance > max) continue;
    if (!best || distance < best.slips || (distance === best.slips && candidate < best.word))
      best = { word: candidate, slips: distance };
  }
  return best?.word ?? null;
}
