/**
 * Guarantees: a backup is whole and checked or not there; a restore replaces the store by a checked
 * one or changes nothing.
 *
 * @slow it starts the program
 */
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { restore } from "../../src/store/sqlite/backup.ts";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { takeServerLock } from "../../src/store/sqlite/server-lock.ts";
import { run, SOURCE } from "../support/program.ts";
import { commitMany, entry, NOON_MS, rawDatabase, temporaryDataDir } from "./support.ts";

setDefaultTimeout(120_000);

/** A store with three rows and a backup of it, then a fourth row. */
function backedUp() {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  commitMany(store, 3);
  store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
  const file = join(dataDir, "backup");
  expect(store.upkeep.backUp(file)).toBe(3);
  store.commit(entry({ request_id: "later" }), NOON_MS + 9_000);
  return { dataDir, file, store };
}

function rowsIn(dataDir: string): object {
  const store = openStore(dataDir);
  try {
    return { ...store.audit.verify(), keys: store.keys.list().length };
  } finally {
    store.close();
  }
}

describe("backup", () => {
  test("is one private file that opens by itself, made beside other connections", () => {
    const { file, store } = backedUp();
    store.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const elsewhere = temporaryDataDir();
    restore(storePath(elsewhere), file);
    expect(rowsIn(elsewhere)).toMatchObject({ rows: 3, keys: 1 });
  });

  test("replaces no file, and leaves none where it fails", () => {
    const { dataDir, file, store } = backedUp();
    const before = readFileSync(file);
    expect(() => store.upkeep.backUp(file)).toThrow("exists already");
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(() => store.upkeep.backUp(join(dataDir, "no/folder"))).toThrow("cannot write");
    const raw = rawDatabase(dataDir);
    raw.run("DROP TRIGGER audit_row_no_update");
    raw.run("UPDATE audit_row SET client_id = 'x' WHERE sequence = 2");
    expect(() => store.upkeep.backUp(join(dataDir, "second"))).toThrow(/does not hold: row/);
    store.close();
    expect(readdirSync(dataDir).sort()).toEqual(["backup", "state"]);
  });
});

describe("restore", () => {
  test("brings back what the backup holds, in one file", () => {
    const { dataDir, file, store } = backedUp();
    store.close();
    expect(restore(storePath(dataDir), file)).toEqual({ rows: 3, erased_again: 0 });
    expect(readdirSync(join(dataDir, "state"))).toEqual(["phasewise.sqlite"]);
    expect(rowsIn(dataDir)).toMatchObject({ rows: 3, keys: 1 });
  });

  test("erases again what was erased since the backup was made", () => {
    const { dataDir, file, store } = backedUp();
    for (const _ of store.upkeep.erase(
      { client_id: "sandbox-oura", request_id: "request-1" },
      "ada",
    ));
    store.close();
    expect(restore(storePath(dataDir), file)).toEqual({ rows: 3, erased_again: 1 });
    const restored = openStore(dataDir);
    expect(restored.audit.list({}).map(({ response }) => response !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(restored.audit.verify()).toMatchObject({ rows: 3 });
    restored.close();
  });

  test("over a damaged store keeps it aside", () => {
    const { dataDir, file, store } = backedUp();
    store.close();
    const path = storePath(dataDir);
    const bytes = readFileSync(path).fill(0x41, 0, 100);
    writeFileSync(path, bytes);
    expect(() => openStore(dataDir)).toThrow("not a phasewise state store");
    restore(path, file);
    expect(rowsIn(dataDir)).toMatchObject({ rows: 3 });
    expect(readFileSync(`${path}.damaged`).equals(bytes)).toBe(true);
  });

  test("where only the log of the store is left takes it aside, too", () => {
    const { dataDir, file, store } = backedUp();
    const log = readFileSync(`${storePath(dataDir)}-wal`);
    store.close();
    rmSync(storePath(dataDir));
    writeFileSync(`${storePath(dataDir)}-wal`, log);
    restore(storePath(dataDir), file);
    expect(rowsIn(dataDir)).toMatchObject({ rows: 3 });
    expect(readFileSync(`${storePath(dataDir)}.damaged-wal`).equals(log)).toBe(true);
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ["that is not there", (file) => rmSync(file), /cannot copy .*ENOENT/],
    [
      "that is no database",
      (file) => writeFileSync(file, "text ".repeat(500)),
      /not a phasewise state store/,
    ],
    ["that was cut off", (file) => truncateSync(file, statSync(file).size - 8_192), /backup/],
    [
      "with a row that was changed",
      (file) => {
        const db = new Database(file);
        db.run("DROP TRIGGER audit_row_no_update");
        db.run("UPDATE audit_row SET client_id = 'x' WHERE sequence = 2");
        db.close();
      },
      /does not hold: row/,
    ],
    [
      "of a newer version",
      (file) => {
        const db = new Database(file);
        db.run("PRAGMA user_version = 99");
        db.close();
      },
      /version 99.*run the newer phasewise/,
    ],
  ])("of a file %s changes nothing", (_, harm, line) => {
    const { dataDir, file, store } = backedUp();
    store.close();
    harm(file);
    expect(() => restore(storePath(dataDir), file)).toThrow(line);
    expect(readdirSync(join(dataDir, "state"))).toEqual(["phasewise.sqlite"]);
    expect(rowsIn(dataDir)).toMatchObject({ rows: 4 });
  });

  test("is refused where there is no data directory, and makes none", async () => {
    const { dataDir, file } = backedUp();
    const mistyped = join(dataDir, "mistyped");
    const refused = await run([...SOURCE, "restore", file, "--data-dir", mistyped]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain(`there is no data directory ${mistyped}: check --data-dir`);
    expect(existsSync(mistyped)).toBe(false);
  });

  test("is refused while a server runs or another process has the store open", async () => {
    const { dataDir, file, store } = backedUp();
    const phasewise = (...words: string[]) => run([...SOURCE, ...words, "--data-dir", dataDir]);
    const serving = takeServerLock(dataDir);
    const refused = await phasewise("restore", file);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/serves .* already: stop it first/);
    serving.release();
    const locked = await phasewise("restore", file);
    expect([locked.code, locked.stderr]).toEqual([
      1,
      expect.stringMatching(/locked by another process/),
    ]);
    store.close();
    const done = await phasewise("restore", file, "--json");
    expect([done.code, done.stdout, done.stderr]).toEqual([0, '{"rows":3,"erased_again":0}\n', ""]);
    const again = await phasewise("backup", join(dataDir, "second"), "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 3 });
    expect(existsSync(join(dataDir, "second"))).toBe(true);
  });
});
