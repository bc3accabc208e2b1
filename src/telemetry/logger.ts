/**
 * The program's log: JSON lines on stderr, written behind the answers. Stdout belongs to results.
 * A line that cannot be written is counted; no call of this logger ever throws or waits.
 * @module
 */
import pino, { type LevelWithSilent } from "pino";
import { LineQueue } from "./line-queue.ts";
import { hideSecrets } from "./redaction.ts";

type Tell = (record: object, message: string) => void;

export interface Logger {
  info: Tell;
  warn: Tell;
  error: Tell;
  fatal: Tell;
}

export interface Log {
  logger: Logger;
  /** Lines that found the line full. */
  dropped(): number;
  waitingBytes(): number;
  /** Waits, but not for long, until what was told is written; for the end of the process. */
  flush(): Promise<void>;
}

const STDERR = 2;
/** The line about a crash gets so long to leave. */
const FLUSH_MS = 1_000;

function noticeOf(dropped: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: "warn", time, dropped, msg: "log lines dropped: the log could not be written" })}\n`;
}

/** @param level least severe level that is written; `silent` writes nothing */
export function openLog(level: LevelWithSilent): Log {
  const queue = new LineQueue(STDERR, noticeOf);
  const formatted = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own redaction costs ten times as much as everything else that is done for a line.
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
    },
    { write: (line: string) => queue.push(line) },
  );
  const tell =
    (severity: keyof Logger): Tell =>
    (record, message) => {
      try {
        formatted[severity](record, message);
      } catch {
        // What cannot be written down must not stop what it is about.
        queue.push(`${JSON.stringify({ level: severity, msg: message, unreadable: true })}\n`);
      }
    };
  return {
    logger: { info: tell("info"), warn: tell("warn"), error: tell("error"), fatal: tell("fatal") },
    dropped: () => queue.dropped,
    waitingBytes: () => queue.waitingBytes,
    flush: () => queue.flush(FLUSH_MS),
  };
}
