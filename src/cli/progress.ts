/** A line of progress on stderr, for people who watch: shown only on a terminal, and only where work takes a while. */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDERR = 2;
const SILENT_MS = 1000;
const EVERY_MS = 200;
const ERASE_LINE = "\r\u001b[K";

export interface Progress {
  /** @param once the line comes once and then stands for a while: it is not left out for coming too soon */
  show(line: string, once?: boolean): void;
  /** Removes the line. */
  end(): void;
}

export function startProgress(): Progress {
  if (!isatty(STDERR)) return { show() {}, end() {} };
  const silentUntil = performance.now() + SILENT_MS;
  let next = silentUntil;
  let shown = false;
  return {
    show(line, once = false) {
      const now = performance.now();
      if (now < (once ? silentUntil : next)) return;
      next = now + EVERY_MS;
      shown = true;
      writeSync(STDERR, `${ERASE_LINE}${line}`);
    },
    end() {
      if (shown) writeSync(STDERR, ERASE_LINE);
      shown = false;
    },
  };
}
