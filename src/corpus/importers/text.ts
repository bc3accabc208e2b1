/**
 * Text as people read it: one line, single spaces, composed characters.
 * @module
 */

/** Invisible marks that only say how a line may break or run. */
const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

export function tidy(text: string): string {
  return text.replace(CONTROLS, " ").replace(MARKS, "").replace(/\s+/g, " ").trim().normalize("NFC");
}

/** A title without the full stop and the brackets (for a translation) that are the index's house style. */
export function indexTitle(text: string): string {
  const title = tidy(text).replace(/(?<![.\s])\.$/, "");
  const translated = /^\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\.?$/.exec(title);
  return translated?.[1] === undefined ? title : translated[1].replace(/(?<!\.)\.$/, "");
}
