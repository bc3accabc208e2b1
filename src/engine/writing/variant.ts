/**
 * Which of equal wordings a text gets.
 * @module
 */

/** A small number that is always the same for the same words. */
export function variantOf(words: readonly string[]): number {
  let hash = 0;
  for (const letter of words.join("\u0000")) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % 1_024;
}
