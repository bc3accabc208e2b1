/** Comma-separated lines for spreadsheets. */

/** First characters that make a spreadsheet run a cell as a formula; a caller chooses parts of what we export. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One line of CSV (RFC 4180 quoting); a cell that would start a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => {
      const text = typeof cell === "string" && FORMULA_START.test(cell) ? `'${cell}` : String(cell);
      return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(",");
}
