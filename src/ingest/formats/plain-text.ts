/**
 * Text as people read it: one line, single spaces, composed characters.
 * @module
 */

/** Invisible marks that only control line breaks and direction. */
const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

export function normaliseText(text: string): string {
  return text
    .replace(CONTROLS, " ")
    .replace(MARKS, "")
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC");
}

/** A fraction on one line. A part with several terms gets brackets. */
export function fraction(above: string, below: string): string {
  const part = (text: string) => (/^[\p{L}\p{N}.,%]*$/u.test(text) ? text : `(${text})`);
  return `${part(normaliseText(above))}/${part(normaliseText(below))}`;
}

/** Removes the full stop that some indexes add to a title; "… in the U.S." keeps its own. */
export function withoutFullStop(title: string): string {
  return /(?:[.\s]|\b\p{Lu}\.\p{Lu})\.$/u.test(title) ? title : title.replace(/\.$/, "");
}

/** What PubMed writes where a title is not translated, or not yet. */
const NO_TITLE = /^\[(?:not available|in process citation)\]$/i;

/**
 * Removes the brackets that mark a translated title in PubMed; empty where the brackets hold no
 * title.
 */
export function withoutBrackets(text: string): string {
  const title = withoutFullStop(normaliseText(text));
  if (NO_TITLE.test(title)) return "";
  return closingBracket(title) === title.length - 1 ? title.slice(1, -1) : title;
}

/** The position of the bracket that closes the title's first one. */
function closingBracket(title: string): number | null {
  let open = 0;
  for (let at = 0; at < title.length; at++) {
    if (title[at] === "[") open++;
    if (title[at] === "]") open--;
    if (open === 0) return title[at] === "]" ? at : null;
  }
  return null;
}
