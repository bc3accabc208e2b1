/**
 * The numbers of a text.
 * @module
 */

const NUMBER = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*/gu;

/** As written, without sign. Digits inside a word ("VO2max") are no numbers. */
export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}
