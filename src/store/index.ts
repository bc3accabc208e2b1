/** The state store: one SQLite file under the data directory, shared by the server and the commands. */
import { join } from "node:path";
import { createAnswerStore } from "./answers.ts";
import { createAuditStore } from "./audit.ts";
import { createConsentStore } from "./consent.ts";
import { openDatabase } from "./database.ts";
import { createKeyStore } from "./keys.ts";
import type { StateStore } from "./types.ts";

/** The contract: a locked database is waited for this long before the write counts as failed. */
const BUSY_TIMEOUT_MS = 5_000;

/** The state store's file below a data directory. */
export function storePath(dataDir: string): string {
  return join(dataDir, "state", "phasewise.sqlite");
}

/**
 * Opens the store, creating or migrating it where needed.
 * @param options for tests: the wait for a lock in milliseconds, and the clock of keys and consent in epoch milliseconds
 * @throws OperatorError with one line that says what to do
 */
export function openStore(
  dataDir: string,
  options: { busyTimeoutMs?: number; now?: () => number } = {},
): StateStore {
  const db = openDatabase(storePath(dataDir), options.busyTimeoutMs ?? BUSY_TIMEOUT_MS);
  const now = options.now ?? Date.now;
  return {
    keys: createKeyStore(db, now),
    consent: createConsentStore(db, now),
    audit: createAuditStore(db),
    ...createAnswerStore(db),
    close() {
      // A reader elsewhere only means that the last connection checkpoints instead: no reason to wait for it.
      db.run("PRAGMA busy_timeout = 0");
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}
