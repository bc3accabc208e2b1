/**
 * Splits a message into sentences: at an end mark or a new line.
 * @module
 */

/** About as much as the reader takes at once: 192 tokens. */
const STRETCH_CHARS_MAX = 600;
/** Further sentences of a message are not read separately. */
const SENTENCES_MAX = 16;
/** A sentence end, but not a point in a number or after a one-letter abbreviation. */
const END = /(?<=[?!…]|(?<!\b[a-z]|\d)\.|\d\.(?!\d))\s+|\n+/iu;
const HAS_LETTER = /\p{L}/u;

/**
 * Trimmed sentences in order; the message itself where it is one sentence. Never empty for a text
 * with a letter.
 */
export function sentencesOf(message: string): string[] {
  return message
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => HAS_LETTER.test(sentence))
    .slice(0, SENTENCES_MAX);
}

/** Splits a message between words into stretches that the reader can take whole. */
export function stretchesOf(message: string): string[] {
  const stretches: string[] = [];
  for (let rest = message; rest !== ""; ) {
    const space = rest.lastIndexOf(" ", STRETCH_CHARS_MAX);
    const end =
      rest.length <= STRETCH_CHARS_MAX ? rest.length : space > 0 ? space : STRETCH_CHARS_MAX;
    stretches.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return stretches;
}
