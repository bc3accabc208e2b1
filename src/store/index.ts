/** The state store: one SQLite file under the data directory, shared by the server and the commands. */
import { join } from "node:path";
import { ServiceError } from "../contract/error.ts";
import { AUDIT_BUSY_TIMEOUT_MS } from "../contract/limits.ts";
import { isBusy } from "../files/lock.ts";
import { createAnswerStore } from "./answers.ts";
import { createAuditStore } from "./audit.ts";
import { createConsentStore } from "./consent.ts";
import { openDatabase } from "./database.ts";
import { createKeyStore } from "./keys.ts";
import { createLastUses } from "./last-use.ts";
import type { StateStore } from "./types.ts";

/** The state store's file below a data directory. */
export function storePath(dataDir: string): string {
  return join(dataDir, "state", "phasewise.sqlite");
}

/**
 * Opens the store, creating or migrating it where needed.
 * @param options `lockWaitMs` of every statement after the opening, where the caller waits in turns (`isLocked`); for tests the wait for a lock in milliseconds,
 *   and the clock of keys and consent in epoch milliseconds
 * @throws OperatorError with one line that says what to do
 */
export function openStore(
  dataDir: string,
  options: { busyTimeoutMs?: number; lockWaitMs?: number; now?: () => number } = {},
): StateStore {
  const db = openDatabase(storePath(dataDir), options.busyTimeoutMs ?? AUDIT_BUSY_TIMEOUT_MS);
  if (options.lockWaitMs !== undefined) db.run(`PRAGMA busy_timeout = ${options.lockWaitMs}`);
  const now = options.now ?? Date.now;
  const uses = createLastUses(db);
  return {
    keys: createKeyStore(db, now, uses),
    consent: createConsentStore(db, now),
    audit: createAuditStore(db),
    ...createAnswerStore(db),
    close() {
      // A reader elsewhere only means that the last connection checkpoints instead: no reason to wait for it.
      db.run("PRAGMA busy_timeout = 0");
      uses.write();
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}

/** Whether a commit failed because another process is writing. */
export function isLocked(error: unknown): boolean {
  return error instanceof ServiceError && isBusy(error.cause);
}
