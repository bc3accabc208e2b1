/**
 * Shows the progress of long work on stderr. A terminal has one line that is rewritten; a log gets
 * a line every minute. Short work shows none.
 */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import type { Option } from "./command.ts";

const STDERR = 2;
const SILENT_MS = 1000;
const EVERY_MS = 200;
const EVERY_MS_IN_A_LOG = 60_000;
const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const ERASE_LINE = "\r\u001b[K";

/** For commands that may take long: their progress can be followed where stderr is no terminal. */
export const PROGRESS_OPTION: Readonly<Record<string, Option>> = {
  progress: { help: "says on stderr, line by line, how far the work is" },
};

export interface Progress {
  /**
   * @param once the line is shown once and stays for a while, so it is never skipped for coming too
   *   soon
   */
  show(line: string, once?: boolean): void;
  /** Removes the line from a terminal. */
  end(): void;
}

/** Progress that cannot be shown must not stop the work. */
function writeToStderr(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // The volume is full, or the reader has left.
  }
}

/** @param followed somebody reads every line of stderr, although it is no terminal */
export function startProgress(followed = false): Progress {
  const terminal = isatty(STDERR);
  const every = followed || terminal ? EVERY_MS : EVERY_MS_IN_A_LOG;
  const silent = followed ? 0 : terminal ? SILENT_MS : EVERY_MS_IN_A_LOG;
  const silentUntil = performance.now() + silent;
  let next = silentUntil;
  let shown = false;
  return {
    show(line, once = false) {
      const now = performance.now();
      if (now < (once ? silentUntil : next)) return;
      next = now + every;
      shown = true;
      writeToStderr(terminal ? `${ERASE_LINE}${line}` : `${line}\n`);
    },
    end() {
      if (shown && terminal) writeToStderr(ERASE_LINE);
      shown = false;
    },
  };
}

/** How much of the work is done, and about how long the rest takes at the same speed. */
export function progressOf(what: string, done: number, total: number, elapsedMs: number): string {
  const counted = `${what} ${done} of ${total}`;
  if (done === 0 || done > total) return counted;
  const seconds = Math.ceil((elapsedMs * (total - done)) / done / MS_PER_SECOND);
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return `${counted}, about ${seconds < SECONDS_PER_MINUTE ? `${seconds} s` : `${minutes} min`} left`;
}
