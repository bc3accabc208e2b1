/** A store in its own folder, entries to put in, and the file behind it for tampering. */
import { Database } from "bun:sqlite";
import { afterEach } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqliteStore } from "../../src/store/sqlite/index.ts";
import { openStore, type StoreOptions, storePath } from "../../src/store/sqlite/index.ts";
import { entry, NOON_MS } from "./entry.ts";

export { entry, NOON_MS };

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

export function temporaryDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), "phasewise-store-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A store whose time is what the test says, and nothing else. */
export function temporaryStore(options?: StoreOptions): {
  dataDir: string;
  store: SqliteStore;
} {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir, { elapsedMs: () => 0, ...options });
  cleanups.push(() => store.close());
  return { dataDir, store };
}

/**
 * A second connection to the file, as someone with a SQLite shell has; `tamper` also takes the
 * guards away.
 */
export function rawDatabase(dataDir: string): Database {
  const db = new Database(storePath(dataDir), { readwrite: true });
  db.run("PRAGMA busy_timeout = 1000");
  cleanups.push(() => db.close());
  return db;
}

export function tamper(dataDir: string, sql: string): void {
  const db = rawDatabase(dataDir);
  const guards = db.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
  }[];
  for (const { name } of guards) db.run(`DROP TRIGGER ${name}`);
  db.run("PRAGMA foreign_keys = OFF");
  db.run(sql);
}

export function count(dataDir: string, table: "audit_row" | "idempotency_entry"): number {
  return (rawDatabase(dataDir).query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number })
    .n;
}

/** Commits `n` answers with different request ids, a second apart. */
export function commitMany(store: SqliteStore, n: number) {
  return Array.from({ length: n }, (_, i) =>
    store.commit(
      entry({ request_id: `request-${i}`, served_at: new Date(NOON_MS + i * 1000).toISOString() }),
      NOON_MS + i * 1000,
    ),
  );
}

/** The bytes of every file below a folder. */
export function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)));
}
