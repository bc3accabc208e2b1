/**
 * Chooses between equal wordings.
 * @module
 */

/** A small number that depends on the words alone. */
export function variantOf(words: readonly string[]): number {
  let hash = 0;
  for (const letter of words.join("\u0000"))
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % 1_024;
}
