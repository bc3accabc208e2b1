/**
 * The program's log: JSON lines on stderr. Stdout belongs to results.
 * @module
 */
import pino, { type LevelWithSilent, type Logger } from "pino";

export type { Logger };

/** Members that can hold a credential or something of the person; hidden wherever a log call puts them by mistake. */
const SECRET_MEMBERS = ["authorization", "key", "email", "body", "query"] as const;
/** pino's wildcard matches one level, so each depth is named; our records are flat, this is the second line of defence. */
const DEPTHS = ["", "*.", "*.*.", "*.*.*."] as const;
const STDERR = 2;

/** @param level least severe level that is written; `silent` writes nothing */
export function createLogger(level: LevelWithSilent): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: DEPTHS.flatMap((depth) => SECRET_MEMBERS.map((member) => `${depth}${member}`)),
        censor: "[redacted]",
      },
    },
    // Synchronous: the line about a crash must be out before the process is. No transport, it cannot run compiled.
    pino.destination({ dest: STDERR, sync: true }),
  );
}
