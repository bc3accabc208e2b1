/**
 * Guarantee: a cached read is what the file says now: a write of another process counts at the
 * very next read, and so does one of our own.
 */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { createReadCache } from "../../src/store/sqlite/read-cache.ts";

const folder = temporaryFolder("read-cache");
afterAll(() => folder.remove());

test("writes of anybody are seen, and without one nothing is read twice", () => {
  const path = join(folder.path, "a.sqlite");
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE t (k TEXT PRIMARY KEY, v TEXT)");
  const other = new Database(path);
  let reads = 0;
  const value = createReadCache(db)((key) => {
    reads += 1;
    return db.query<{ v: string }, [string]>("SELECT v FROM t WHERE k = ?").get(key)?.v ?? "none";
  });
  expect([value("a"), value("a"), reads]).toEqual(["none", "none", 1]);
  other.run("INSERT INTO t VALUES ('a', 'one')");
  expect([value("a"), value("a"), reads]).toEqual(["one", "one", 2]);
  db.run("UPDATE t SET v = 'two' WHERE k = 'a'");
  expect([value("a"), value("a"), reads]).toEqual(["two", "two", 3]);
  // Of several keys each stays.
  expect([value("b"), value("a"), value("b"), reads]).toEqual(["none", "two", "none", 4]);
  other.run("BEGIN IMMEDIATE");
  other.run("DELETE FROM t");
  expect(value("a")).toBe("two");
  other.run("ROLLBACK");
  expect(value("a")).toBe("two");
  db.close();
  other.close();
});
