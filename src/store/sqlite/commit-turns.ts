/**
 * The store of the SQLite file behind the port: commits take turns, because the file has one
 * writer, and wait for another process's lock while the event loop turns.
 * @module
 */
import { AUDIT_BUSY_TIMEOUT_MS } from "../../contract/limits.ts";
import type { StateStore } from "../port.ts";
import { CommitQueue } from "./commit-queue.ts";
import { isLocked, type SqliteStore } from "./index.ts";

const LOCK_PAUSE_MS = 25;

interface TurnOptions {
  /** Epoch milliseconds; a machine's clock by default. */
  now?: (() => number) | undefined;
  /** How long a commit waits for another process's lock, its turn included. */
  giveUpAfterMs?: number | undefined;
}

/** The store in which commits wait for each other in the order of their arrival. */
export function withCommitTurns(
  store: SqliteStore,
  { now = Date.now, giveUpAfterMs = AUDIT_BUSY_TIMEOUT_MS }: TurnOptions = {},
): StateStore {
  const queue = new CommitQueue();
  return {
    ...store,
    replay: (clientId, requestId, caller) => store.replay(clientId, requestId, now(), caller),
    commit(entry, caller, limit) {
      const started = performance.now();
      return queue.run(async () => {
        // Key and consent are checked again with each try.
        for (;;) {
          limit?.check();
          try {
            return store.commit(entry, now(), caller);
          } catch (error) {
            if (!isLocked(error) || performance.now() - started >= giveUpAfterMs) throw error;
          }
          await Bun.sleep(LOCK_PAUSE_MS);
        }
      });
    },
  };
}
