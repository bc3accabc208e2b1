/**
 * A lock between processes that ends with its holder, however the holder ends.
 *
 * It is SQLite's lock on the file, because Bun offers no other operating-system lock. `kill -9`
 * releases it, and nothing depends on process ids, which are all the same in containers.
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

/** Null while any process holds it, this one included. The file stays, empty. */
export function tryLock(path: string): Lock | null {
  const db = new Database(path, { create: true, readwrite: true });
  try {
    // Not EXCLUSIVE: SQLite reaches that in steps, so two processes that ask at once could block
    // each other and both be refused.
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
