/** The only file that writes to the terminal: results to stdout, one line of failure to stderr. */
import { writeSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import { LineQueue } from "../telemetry/line-queue.ts";

const STDOUT = 1;
const STDERR = 2;
/** A reader of stderr that stalls must not keep a failed command from ending. */
const FAILURE_MS = 1_000;

/**
 * @throws OperatorError where stdout has no reader any more, because nobody would get the rest of
 *   the work
 */
function writeOut(text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(STDOUT, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE")
        throw new OperatorError("stdout was closed by its reader before everything was written");
      // Waits for a slow reader of a pipe.
      if (code !== "EAGAIN") throw error;
      Bun.sleepSync(1);
    }
  }
}

export function printLine(line: string): void {
  writeOut(`${line}\n`);
}

/** A share as a whole percentage; a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(0)} %`;
}

/** A count with its noun, such as `1 row` or `2 rows`. */
export function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

/** Resolves when the line is written or cannot be. */
export async function printFailure(line: string): Promise<void> {
  const failure = new LineQueue(STDERR, () => "");
  failure.push(`${line}\n`);
  await failure.flush(FAILURE_MS);
}

/**
 * Callers choose some of the printed texts, and none of these may move the cursor or recolour the
 * terminal.
 */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "\u{FFFD}");
}

/** Rows as aligned columns, for people. Machines use `--json`. */
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
