/** The only place that writes to the terminal: results to stdout, one clear line of failure to stderr. */
import { writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      // A slow reader of a pipe is waited for; a reader that left ends the output.
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") Bun.sleepSync(1);
      else if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
      else throw error;
    }
  }
}

export function printLine(line: string): void {
  writeAll(STDOUT, `${line}\n`);
}

/** A share as a whole percentage; a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(0)} %`;
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

export function printFailure(line: string): void {
  writeAll(STDERR, `${line}\n`);
}

/** A caller chose some of the texts that are shown: none of them may move the cursor or recolour the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "\u{FFFD}");
}

/** Rows as aligned columns, for people; machines use `--json`. */
export function printTable(header: readonly string[], cells: readonly (readonly string[])[]): void {
  const rows = cells.map((row) => row.map(printable));
  const widths = header.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  for (const row of [header, ...rows]) {
    printLine(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
