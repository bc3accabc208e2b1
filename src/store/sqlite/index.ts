/**
 * The state store: one SQLite file under the data directory, which the server and the commands
 * share.
 */
import { join } from "node:path";
import { OperatorError, ServiceError } from "../../contract/error.ts";
import { AUDIT_BUSY_TIMEOUT_MS } from "../../contract/limits.ts";
import { isBusy } from "../../files/lock.ts";
import { StoreClock } from "../clock.ts";
import { requireKeyAndConsent } from "../key-and-consent.ts";
import type { CachedAnswer, Caller, Immediate, StateStore } from "../port.ts";
import { createAuditStore } from "./audit.ts";
import { verifyAgainst } from "./checkpoint.ts";
import { createConsentStore } from "./consent.ts";
import { damageOf, openDatabase, writeStep } from "./database.ts";
import { watchFileIdentity } from "./file-identity.ts";
import { createLastUses } from "./key-last-use.ts";
import { createKeyStore, type SqliteKeys } from "./keys.ts";
import { createLedger } from "./ledger.ts";
import { createReadBatch } from "./read-batch.ts";
import { createReadCache } from "./read-cache.ts";
import { createSealedMonths } from "./sealed-months.ts";
import { type AnswerStore, createAnswerStore } from "./served-answers.ts";
import { createUpkeep } from "./upkeep.ts";
import { verifyStore } from "./verify.ts";

/** The folder of the store's files under a data directory. */
export function stateDir(dataDir: string): string {
  return join(dataDir, "state");
}

export function storePath(dataDir: string): string {
  return join(stateDir(dataDir), "phasewise.sqlite");
}

/** The store of an SQLite file, which answers at once. */
export type SqliteStore = Immediate<Omit<StateStore, keyof AnswerStore>> &
  Pick<AnswerStore, "commit"> & {
    keys: SqliteKeys;
    replay(...asked: [...Parameters<AnswerStore["replay"]>, caller?: Caller]): CachedAnswer | null;
  };

export interface StoreOptions {
  /** How long opening, and every later statement, waits for another process's lock. */
  busyTimeoutMs?: number;
  /** The same for the statements alone, where the caller retries (`isLocked`). */
  lockWaitMs?: number;
  /** The clock of keys and consent, in epoch milliseconds. */
  now?: () => number;
  /** Milliseconds of a clock that nobody sets. */
  elapsedMs?: () => number;
}

/**
 * Opens the store, and creates or migrates it where needed.
 * @throws OperatorError with one line that says what to do
 */
export function openStore(dataDir: string, options: StoreOptions = {}): SqliteStore {
  const db = openDatabase(storePath(dataDir), options.busyTimeoutMs ?? AUDIT_BUSY_TIMEOUT_MS);
  if (options.lockWaitMs !== undefined) db.run(`PRAGMA busy_timeout = ${options.lockWaitMs}`);
  const clock = new StoreClock(options.elapsedMs ?? (() => performance.now()));
  const newest = db.query<{ newest_ms: number }, []>("SELECT newest_ms FROM audit_head");
  const wall = options.now ?? Date.now;
  const batch = createReadBatch();
  const cachedRead = createReadCache(db, batch);
  const newestMs = cachedRead(() => newest.get()?.newest_ms ?? 0);
  const now = () => clock.at(wall(), newestMs(""));
  const ledger = createLedger(db);
  const folder = stateDir(dataDir);
  const months = createSealedMonths(ledger, folder);
  const fault = watchFileIdentity(storePath(dataDir));
  const write = <T>(step: () => T) =>
    writeStep(db, () => {
      const moved = fault();
      if (moved !== null) throw new OperatorError(moved);
      return step();
    });
  const uses = createLastUses(db);
  const keys = createKeyStore({ db, ledger, write, now, uses, cachedRead });
  const consent = createConsentStore({
    ledger,
    write,
    now,
    fault: batch.oncePerBatch(fault),
    cachedRead,
  });
  const answers = createAnswerStore(db, {
    clock,
    ledger,
    fault,
    cachedRead,
    // The check that decides: nobody can end a key or a consent while the transaction runs.
    requireInTransaction({ client_id, key_id }) {
      const holds = key_id === null || keys.isValidInside(key_id);
      requireKeyAndConsent(holds, consent.stateInside(client_id));
    },
  });
  const requireBeforeTransaction = ({ client_id, key_id }: Caller) =>
    requireKeyAndConsent(key_id === null || keys.isValid(key_id), consent.state(client_id));
  return {
    keys,
    consent,
    identify: (presented) =>
      batch.run(() => {
        const key = keys.authenticate(presented);
        return key === null ? null : { key, consent: consent.stateOf(key.client_id) };
      }),
    requireKeyAndConsent: (caller) => batch.run(() => requireBeforeTransaction(caller)),
    replay: (clientId, requestId, nowMs, caller) =>
      batch.run(() => {
        if (caller !== undefined) requireBeforeTransaction(caller);
        return answers.replay(clientId, requestId, nowMs);
      }),
    commit(entry, nowMs, caller) {
      // So that a caller whose key has ended does not wait for another process's lock.
      if (caller !== undefined) batch.run(() => requireBeforeTransaction(caller));
      return answers.commit(entry, nowMs, caller);
    },
    audit: {
      ...createAuditStore(db, months),
      verify(checkpoint, onRow) {
        // One read transaction, so that rows of a running server do not look like a wrong end.
        return db.transaction(() =>
          checkpoint === undefined
            ? verifyStore(db, months, undefined, onRow)
            : verifyAgainst(checkpoint, db, months, ledger, onRow),
        )();
      },
    },
    upkeep: createUpkeep({ db, ledger, months, write, now, stateDir: folder }),
    fault,
    damage: () => damageOf(db),
    close() {
      // With a reader elsewhere, the last connection checkpoints instead, so there is no need to
      // wait.
      db.run("PRAGMA busy_timeout = 0");
      try {
        uses.write();
        db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      } finally {
        db.close();
      }
    },
  };
}

/** Whether a commit failed because another process holds the write lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof ServiceError && isBusy(error.cause);
}
