/** A line of progress on stderr, for people who watch: shown only on a terminal, and only where work takes a while. */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDERR = 2;
const SILENT_MS = 1000;
const EVERY_MS = 200;
const ERASE_LINE = "\r\u001b[K";

export interface Progress {
  show(line: string): void;
  /** Removes the line. */
  end(): void;
}

export function startProgress(): Progress {
  if (!isatty(STDERR)) return { show() {}, end() {} };
  let next = performance.now() + SILENT_MS;
  let shown = false;
  return {
    show(line) {
      if (performance.now() < next) return;
      next = performance.now() + EVERY_MS;
      shown = true;
      writeSync(STDERR, `${ERASE_LINE}${line}`);
    },
    end() {
      if (shown) writeSync(STDERR, ERASE_LINE);
      shown = false;
    },
  };
}
