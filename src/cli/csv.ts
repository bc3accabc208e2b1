/** Comma-separated lines for spreadsheets. */

/**
 * First characters that make a spreadsheet run a cell as a formula. Callers choose parts of what is
 * exported.
 */
const FORMULA_START = /^[=+\-@]/;
/** Line ends, terminal escapes, and characters that change the direction of a text. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
const NEEDS_QUOTES = /[",]/;

/**
 * Writes an invisible character as `\u{1b}`, so that the line stays one line and shows what was
 * there.
 */
function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * One line of CSV (RFC 4180 quoting). A cell that would start a formula gets an apostrophe in
 * front.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => {
      if (typeof cell === "number") return String(cell);
      const text = visible(cell);
      const safe = FORMULA_START.test(text) ? `'${text}` : text;
      return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",");
}
