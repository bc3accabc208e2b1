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

/** A title without the full stop that some indexes put behind it; "… in the U.S." keeps its own. */
export function withoutFullStop(title: string): string {
  return /(?:[.\s]|\b\p{Lu}\.\p{Lu})\.$/u.test(title) ? title : title.replace(/\.$/, "");
}

/** A title without the brackets that mark a translation in PubMed. */
export function withoutBrackets(text: string): string {
  const title = withoutFullStop(tidy(text));
  const isWhole = title.startsWith("[") && title.indexOf("]") === title.length - 1;
  return isWhole ? title.slice(1, -1) : title;
}
