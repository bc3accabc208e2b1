/**
 * Records when each key was last used: at most one write per key and hour, after the request. Only
 * the operator reads it, so a failed write is left to the next use.
 */
import type { Database } from "bun:sqlite";

const EVERY_MS = 3_600_000;
/** Uses within this time share one commit. */
const GATHERED_MS = 1_000;

export interface LastUses {
  /** @param atMs the store's time */
  note(keyId: string, atMs: number): void;
  /** Writes the uses noted so far; never throws. */
  write(): void;
}

export function createLastUses(db: Database): LastUses {
  const put = db.query<null, [string, number, number]>(
    `INSERT INTO key_use VALUES (?, ?) ON CONFLICT DO UPDATE SET last_used_at_ms = excluded.last_used_at_ms
      WHERE excluded.last_used_at_ms >= last_used_at_ms + ?`,
  );
  /** The use of each key that was written last. */
  const written = new Map<string, number>();
  const noted = new Map<string, number>();
  let timer: Timer | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...noted];
    noted.clear();
    try {
      db.transaction(() => {
        for (const [keyId, atMs] of uses) put.run(keyId, atMs, EVERY_MS);
      }).immediate();
      for (const [keyId, atMs] of uses) written.set(keyId, atMs);
    } catch {
      // Another process holds the lock, or the disk is full. No caller needs to hear of it.
    }
  }

  return {
    note(keyId, atMs) {
      const last = written.get(keyId);
      if (noted.has(keyId) || (last !== undefined && atMs - last < EVERY_MS)) return;
      noted.set(keyId, atMs);
      if (timer !== undefined) return;
      timer = setTimeout(write, GATHERED_MS);
      timer.unref();
    },
    write() {
      if (noted.size > 0) write();
    },
  };
}
