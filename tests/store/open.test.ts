/**
 * Guarantees: the store is private to its owner, durable, one version at a time, and says what to
 * do when it cannot open.
 *
 * @slow it starts programs
 */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../../src/contract/error.ts";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import {
  commitMany,
  entry,
  NOON_MS,
  rawDatabase,
  temporaryDataDir,
  temporaryStore,
} from "./support.ts";

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("files", () => {
  test("directories are 0700 and files 0600, also where they were looser before", () => {
    const dataDir = join(temporaryDataDir(), "fresh");
    mkdirSync(join(dataDir, "state"), { recursive: true, mode: 0o755 });
    writeFileSync(storePath(dataDir), "", { mode: 0o644 });
    chmodSync(storePath(dataDir), 0o644);
    const store = openStore(dataDir);
    store.commit(entry(), NOON_MS);
    const files = readdirSync(join(dataDir, "state"));
    expect(files).toHaveLength(3);
    expect(mode(join(dataDir, "state"))).toBe("700");
    for (const file of files)
      expect([file, mode(join(dataDir, "state", file))]).toEqual([file, "600"]);
    store.close();
  });

  test("a data directory that is made is 0700", () => {
    const dataDir = join(temporaryDataDir(), "a", "b");
    openStore(dataDir).close();
    expect([mode(dataDir), mode(dirname(dataDir))]).toEqual(["700", "700"]);
  });

  test("a new file has pages of 16 KiB", () => {
    const { dataDir } = temporaryStore();
    expect(rawDatabase(dataDir).query("PRAGMA page_size").get()).toEqual({ page_size: 16_384 });
  });

  test("close leaves one file: the write-ahead log is in it", () => {
    const { dataDir } = temporaryStore();
    const own = join(dataDir, "own");
    const store = openStore(own);
    commitMany(store, 3);
    store.close();
    expect(readdirSync(join(own, "state"))).toEqual(["phasewise.sqlite"]);
  });
});

test("opening again changes nothing; two openings at once agree on the schema", async () => {
  const dataDir = temporaryDataDir();
  const script = `import { openStore } from ${JSON.stringify(join(import.meta.dir, "../../src/store/sqlite/index.ts"))};
    openStore(${JSON.stringify(dataDir)}).keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");`;
  const children = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, "-e", script], { stderr: "pipe" }),
  );
  for (const child of children) {
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual(["", 0]);
  }
  const store = openStore(dataDir);
  expect(store.keys.list()).toHaveLength(3);
  store.close();
});

function openFault(dataDir: string): string {
  try {
    openStore(dataDir, { busyTimeoutMs: 50 }).close();
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error("the store opened");
}

describe("a store that cannot be used is one line that says what to do:", () => {
  test("written by a newer program", () => {
    const { store, dataDir } = temporaryStore();
    commitMany(store, 1);
    rawDatabase(dataDir).run("PRAGMA user_version = 99");
    expect(openFault(dataDir)).toMatch(/version 99.*run the newer phasewise/);
  });

  test("not a database", () => {
    const dataDir = temporaryDataDir();
    mkdirSync(dirname(storePath(dataDir)));
    writeFileSync(storePath(dataDir), "this is a text file, not a database. ".repeat(200));
    expect(openFault(dataDir)).toMatch(/not a phasewise state store: move it aside/);
  });

  test("a folder where the file should be", () => {
    const dataDir = temporaryDataDir();
    mkdirSync(storePath(dataDir), { recursive: true });
    expect(openFault(dataDir)).toMatch(/cannot (read or )?write .*(EISDIR|permissions)/);
  });

  test("a file where the data directory should be", () => {
    const dataDir = join(temporaryDataDir(), "file");
    writeFileSync(dataDir, "");
    expect(openFault(dataDir)).toMatch(/cannot write to .*another --data-dir/);
    expect(existsSync(dataDir)).toBe(true);
  });
});

test("damaged pages are found by the full check, which is no part of opening", async () => {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  commitMany(store, 200);
  expect(store.damage()).toBeNull();
  store.close();
  const bytes = new Uint8Array(await Bun.file(storePath(dataDir)).arrayBuffer());
  bytes.fill(0xff, bytes.length - 4096 * 20);
  writeFileSync(storePath(dataDir), bytes);
  const damaged = openStore(dataDir);
  const line = damaged.damage();
  damaged.close();
  expect(line).toMatch(/damaged.*put back a backup/);
  expect(line).not.toContain("\n");
});

test("a schema step that fails is undone whole", () => {
  const dataDir = temporaryDataDir();
  mkdirSync(dirname(storePath(dataDir)));
  // A table of the same name makes the step fail in its middle.
  const foreign = new Database(storePath(dataDir), { create: true });
  foreign.run("CREATE TABLE audit_row (x)");
  expect(() => openStore(dataDir)).toThrow();
  const tables = foreign.query("SELECT name FROM sqlite_schema").all() as { name: string }[];
  expect(tables.map((table) => table.name)).toEqual(["audit_row"]);
  foreign.close();
});
