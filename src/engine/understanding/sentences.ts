/**
 * A message cut into sentences: where people stop, ask, or begin a new line.
 * @module
 */

/** More sentences than this of one message are not read apart. */
const SENTENCES_MAX = 16;
/** An end, unless it is a point inside a number or an abbreviation of one letter. */
const END = /(?<=[?!…]|(?<!\b[a-z]|\d)\.|\d\.(?!\d))\s+|\n+/iu;
const HAS_LETTER = /\p{L}/u;

/**
 * Trimmed sentences in their order; the message itself where it is one. Never empty for a text with
 * a letter.
 */
export function sentencesOf(message: string): string[] {
  return message
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => HAS_LETTER.test(sentence))
    .slice(0, SENTENCES_MAX);
}
