/**
 * A message cut into sentences: where people stop, ask, or begin a new line.
 * @module
 */

/** About as much as the reader reads of a text at once: 192 tokens. */
const STRETCH_CHARS_MAX = 600;
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

/**
 * The whole message in stretches that the reader reads to their end, cut between words; one where
 * it is short.
 */
export function stretchesOf(message: string): string[] {
  const stretches: string[] = [];
  for (let rest = message; rest !== ""; ) {
    const space = rest.lastIndexOf(" ", STRETCH_CHARS_MAX);
    const end = rest.length <= STRETCH_CHARS_MAX ? rest.length : space > 0 ? space : STRETCH_CHARS_MAX;
    stretches.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return stretches;
}
