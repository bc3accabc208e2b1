/** Comma-separated lines for spreadsheets. */

/**
 * First characters that make a spreadsheet run a cell as a formula; a caller chooses parts of what
 * we export.
 */
const FORMULA_START = /^[=+\-@]/;
/** Line ends, escapes of terminals, and characters that turn the direction of a text. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
const NEEDS_QUOTES = /[",]/;

/**
 * `\u{1b}` in place of a character that is not seen: the line stays one line, and tells what was
 * there.
 */
function seen(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * One line of CSV (RFC 4180 quoting); a cell that would start a formula gets an apostrophe in
 * front.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => {
      if (typeof cell === "number") return String(cell);
      const text = seen(cell);
      const safe = FORMULA_START.test(text) ? `'${text}` : text;
      return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",");
}
