/**
 * A lock between processes that ends with its holder, however the holder ends.
 *
 * SQLite takes an operating-system lock on the file (Bun has no other way to one): `kill -9` releases it, and nothing
 * has to be guessed from process ids, which are all the same in containers.
 * @module
 */
import { Database, SQLiteError } from "bun:sqlite";

export interface Lock {
  release(): void;
}

/** Whether SQLite gave up because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? "").startsWith("SQLITE_BUSY");
}

/** Null while another process (or this one) holds it. The file stays, empty. */
export function tryLock(path: string): Lock | null {
  const db = new Database(path, { create: true, readwrite: true });
  try {
    // Not EXCLUSIVE: it is reached in steps, so two that ask at once can stand in each other's way and both be refused.
    db.run("BEGIN IMMEDIATE");
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    release() {
      db.run("ROLLBACK");
      db.close();
    },
  };
}
