/**
 * The program's log: JSON lines on stderr, written after the answers. Stdout is for results. A line
 * that cannot be written is counted. No call of this logger ever throws or waits.
 * @module
 */
import pino, { type LevelWithSilent } from "pino";
import { LineQueue } from "./line-queue.ts";
import { hideSecrets } from "./redaction.ts";

type WriteRecord = (record: object, message: string) => void;

export interface Logger {
  info: WriteRecord;
  warn: WriteRecord;
  error: WriteRecord;
  fatal: WriteRecord;
}

export interface Log {
  logger: Logger;
  /** Lines dropped because the queue was full. */
  dropped(): number;
  waitingBytes(): number;
  /** Waits briefly until the log is written, for the end of the process. */
  flush(): Promise<void>;
}

const STDERR = 2;
/**
 * Lines of this long are formatted together, so that formatting does not delay an answer.
 */
const GATHERED_MS = 5;
/** How long the line about a crash may take to be written. */
const FLUSH_MS = 1_000;

function noticeOf(dropped: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: "warn", time, dropped, msg: "log lines dropped: the log could not be written" })}\n`;
}

/** @param level least severe level that is written; `silent` writes nothing */
export function openLog(level: LevelWithSilent): Log {
  const queue = new LineQueue(STDERR, noticeOf);
  const waiting: { atMs: number; severity: keyof Logger; record: object; message: string }[] = [];
  let atMs = 0;
  const formatted = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(atMs).toISOString()}"`,
      // pino's own redaction costs ten times as much as all other work on a line.
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
    },
    { write: (line: string) => queue.push(line) },
  );
  function write(): void {
    for (const { severity, record, message, ...when } of waiting.splice(0)) {
      atMs = when.atMs;
      try {
        formatted[severity](record, message);
      } catch {
        // A record that cannot be serialised must not stop the work that it is about.
        queue.push(`${JSON.stringify({ level: severity, msg: message, unreadable: true })}\n`);
      }
    }
  }
  const writerOf =
    (severity: keyof Logger): WriteRecord =>
    (record, message) => {
      if (waiting.push({ atMs: Date.now(), severity, record, message }) === 1)
        setTimeout(write, GATHERED_MS);
    };
  return {
    logger: {
      info: writerOf("info"),
      warn: writerOf("warn"),
      error: writerOf("error"),
      fatal: writerOf("fatal"),
    },
    dropped: () => queue.dropped,
    waitingBytes: () => queue.waitingBytes,
    flush() {
      write();
      return queue.flush(FLUSH_MS);
    },
  };
}
