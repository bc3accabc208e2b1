/**
 * Folds characters that look alike into one spelling, so that each pattern is written once.
 * @module
 */

export type Label = "email" | "number" | "name" | "address" | "id" | "secret";

/** A span of the text; `end` is exclusive. */
export interface PersonalSpan {
  start: number;
  end: number;
  label: Label;
}

const INVISIBLE = /\p{Cf}/u;
const DIGIT = /\p{Nd}/u;
const DASH = /\p{Pd}/u;
const DIGITS_IN_BLOCK = 10;

/**
 * The folded text, and for each of its positions (the end included) the position in the original.
 */
export function fold(text: string): { folded: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    for (let i = 0; i < plain.length; i++) at.push(place);
    folded += plain;
    place += character.length;
  }
  at.push(place);
  return { folded, at };
}

function foldCharacter(character: string): string {
  if (character <= "\u007f") return character;
  if (INVISIBLE.test(character)) return "";
  const plain = character.normalize("NFKC");
  if (plain === "。") return ".";
  if (plain === "’") return "'";
  if (DASH.test(plain)) return "-";
  if (plain > "9" && DIGIT.test(plain)) return digitOf(plain);
  return plain;
}

/** The digits of each script are a block of ten, zero first; a few blocks stand side by side. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % DIGITS_IN_BLOCK);
}

/** All spans that a pattern with the flag `d` matches: its group `hide`, or the whole match. */
export function spansMatching(pattern: RegExp, text: string, label: Label): PersonalSpan[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const whole: [number, number] = [match.index, match.index + match[0].length];
    const [start, end] = match.indices?.groups?.hide ?? whole;
    return end > start ? [{ start, end, label }] : [];
  });
}
