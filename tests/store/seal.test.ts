/**
 * Guarantee: a sealed month reads like any other, is part of the chain, can be erased from, and no
 * crash on the way loses a row, doubles one or leaves two truths.
 *
 * @slow it starts the program
 */
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createPublicKey } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { isSignedBy } from "../../src/files/signing.ts";
import type { SqliteStore } from "../../src/store/sqlite/index.ts";
import { run, SOURCE } from "../support/program.ts";
import { count, entry, filesOf, rawDatabase, temporaryStore } from "./support.ts";

setDefaultTimeout(120_000);

const HOUR_MS = 3_600_000;
const SEPTEMBER = Date.parse("2026-09-01T00:00:00.000Z");
const OCTOBER = Date.parse("2026-10-01T00:00:00.000Z");
const NOVEMBER = Date.parse("2026-11-01T00:00:00.000Z");

/** Rows every twelve hours from the start of September, and a clock behind the last of them. */
function autumn(rows: number, behindMs = HOUR_MS) {
  let nowMs = SEPTEMBER;
  const opened = temporaryStore({ now: () => nowMs });
  for (let n = 0; n < rows; n++) {
    nowMs = SEPTEMBER + n * 12 * HOUR_MS;
    const client_id = n % 2 === 0 ? "sandbox-oura" : "production-oura";
    const served_at = new Date(nowMs).toISOString();
    // Packed, each row has bytes that no other has.
    const query = new Bun.CryptoHasher("sha256").update(String(n)).digest("hex");
    opened.store.commit(entry({ client_id, served_at, query, request_id: `request-${n}` }), nowMs);
  }
  nowMs = Math.max(nowMs, NOVEMBER) + behindMs;
  return opened;
}

function seal(store: SqliteStore, month: string, until: number) {
  const sealed = store.upkeep.seal(month, new Date(until).toISOString());
  for (const _ of store.upkeep.sweep());
  return sealed;
}

function erase(store: SqliteStore, client_id: string): number {
  let rows = 0;
  for (const erased of store.upkeep.erase({ client_id }, "ada")) rows += erased;
  return rows;
}

function monthFile(dataDir: string, month: string): string {
  return join(dataDir, "state/sealed", `${month}.sqlite`);
}

describe("a sealed month", () => {
  test("reads like any other: list, get, walk, bill, by client and time", () => {
    const { store, dataDir } = autumn(130);
    const look = () => {
      const october = { since: "2026-10-01T00:00:00.000Z", until: "2026-11-01T00:00:00.000Z" };
      const over = { since: "2026-09-29T00:00:00.000Z", until: "2026-10-02T00:00:00.000Z" };
      const all = [...store.audit.walk({})];
      return {
        all,
        newest: store.audit.list({ limit: 80 }),
        client: store.audit.list({ client_id: "production-oura", limit: 50 }),
        october: [...store.audit.bill(october)],
        over: store.audit.list(over),
        first: [...store.audit.walk({ limit: 65 })],
        got: all.filter((_, n) => n % 40 === 0).map(({ id }) => store.audit.get(id)),
        verdict: store.audit.verify(),
      };
    };
    const before = look();
    expect(before.verdict).toMatchObject({ rows: 130 });
    seal(store, "2026-09", OCTOBER);
    expect(count(dataDir, "audit_row")).toBe(70);
    expect(look()).toEqual(before);
    seal(store, "2026-10", NOVEMBER);
    expect(count(dataDir, "audit_row")).toBe(8);
    expect(look()).toEqual(before);
    store.commit(entry({ request_id: "after" }), NOVEMBER + 9 * HOUR_MS);
    expect(store.audit.verify()).toMatchObject({ rows: 131 });
  });

  test("is one private file with a manifest that the store's key signed", () => {
    const { store, dataDir } = autumn(70);
    const sealed = seal(store, "2026-09", OCTOBER);
    const names = readdirSync(join(dataDir, "state/sealed")).sort();
    expect(names).toEqual(["2026-09.manifest.json", "2026-09.sqlite"]);
    expect(statSync(monthFile(dataDir, "2026-09")).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(dataDir, "state/sealed/2026-09.manifest.json"), "utf8");
    const { manifest, signature } = JSON.parse(text);
    expect(manifest).toEqual(sealed);
    const [event] = rawDatabase(dataDir)
      .query("SELECT content FROM ledger WHERE kind = 'signing_key'")
      .all() as { content: string }[];
    const key = createPublicKey(JSON.parse(event?.content ?? "").public_pem);
    expect(isSignedBy(Buffer.from(canonicalJson(manifest)), signature, key)).toBe(true);
  });

  test("can be erased from, by client, and leaves no byte of it", () => {
    const { store, dataDir } = autumn(100);
    const part = rawDatabase(dataDir)
      .query("SELECT packed FROM audit_personal WHERE sequence = 1")
      .get();
    const sample = Buffer.from((part as { packed: Uint8Array }).packed).subarray(40, 90);
    const found = () => filesOf(join(dataDir, "state")).some((bytes) => bytes.includes(sample));
    seal(store, "2026-09", OCTOBER);
    expect(found()).toBe(true);
    expect(erase(store, "sandbox-oura")).toBe(50);
    store.upkeep.foldLog();
    expect(found()).toBe(false);
    expect(store.audit.verify()).toMatchObject({ rows: 100 });
    expect(erase(store, "sandbox-oura")).toBe(0);
    expect([...store.audit.walk({})].filter(({ response }) => response === null)).toHaveLength(50);
  });

  test("whose erasure was cut off between ledger and file is finished by the same erasure", () => {
    const { store, dataDir } = autumn(70);
    seal(store, "2026-09", OCTOBER);
    const path = monthFile(dataDir, "2026-09");
    const whole = readFileSync(path);
    erase(store, "sandbox-oura");
    writeFileSync(path, whole);
    expect(store.audit.verify()).toMatchObject({
      rows: 0,
      why: expect.stringMatching(/not finished/),
    });
    expect(erase(store, "sandbox-oura")).toBe(30);
    expect(store.audit.verify()).toMatchObject({ rows: 70 });
  });
});

describe("audit verify finds a sealed month", () => {
  test.each<[string, (path: string) => void, object]>([
    ["that is gone", (path) => rmSync(path), { part: "sealed month", broken: "2026-09" }],
    [
      "that another took the place of",
      (path) => {
        renameSync(path.replace("2026-09", "2026-10"), path);
      },
      { rows: 0, part: "row" },
    ],
    [
      "with a row that was changed",
      (path) => change(path, "UPDATE audit_row SET client_id = 'x' WHERE sequence = 7"),
      { rows: 6, part: "row" },
    ],
    [
      "with rows that were cut off",
      (path) => change(path, "DELETE FROM audit_row WHERE sequence > 50"),
      { rows: 50, part: "sealed month" },
    ],
    [
      "with a personal part that went",
      (path) => change(path, "DELETE FROM audit_personal WHERE sequence = 7"),
      { rows: 6, part: "row" },
    ],
  ])("%s", (_, damage, found) => {
    const { store, dataDir } = autumn(130);
    seal(store, "2026-09", OCTOBER);
    seal(store, "2026-10", NOVEMBER);
    damage(monthFile(dataDir, "2026-09"));
    expect(store.audit.verify()).toMatchObject(found);
  });

  function change(path: string, sql: string): void {
    const db = new Database(path);
    db.run("PRAGMA foreign_keys = OFF");
    db.run("DROP TRIGGER audit_row_no_update; DROP TRIGGER audit_row_no_delete");
    db.run(sql);
    db.close();
  }
});

describe("is refused, and changes nothing:", () => {
  test("a month that is not over, one without rows, one that is sealed", () => {
    const { store, dataDir } = autumn(100);
    expect(() => seal(store, "2026-11", Date.parse("2026-12-01T00:00:00.000Z"))).toThrow(
      "not over",
    );
    expect(() => seal(store, "2026-08", SEPTEMBER)).toThrow("no unsealed audit rows");
    seal(store, "2026-09", OCTOBER);
    expect(() => seal(store, "2026-09", OCTOBER)).toThrow("sealed already");
    expect(store.audit.verify()).toMatchObject({ rows: 100 });
    expect(count(dataDir, "audit_row")).toBe(40);
  });

  test("a month that ended less than five minutes ago, to the millisecond", () => {
    const minutes = 300_000;
    expect(() => seal(autumn(70, minutes - 1).store, "2026-10", NOVEMBER)).toThrow("not over");
    expect(seal(autumn(70, minutes).store, "2026-10", NOVEMBER)).toMatchObject({ last: 70 });
  });

  test("a month in which a row does not hold", () => {
    const { store, dataDir } = autumn(70);
    const raw = rawDatabase(dataDir);
    raw.run("DROP TRIGGER audit_row_no_update");
    raw.run("UPDATE audit_row SET client_id = 'x' WHERE sequence = 5");
    expect(() => seal(store, "2026-09", OCTOBER)).toThrow(/content does not match its hash/);
    expect([count(dataDir, "audit_row"), existsSync(monthFile(dataDir, "2026-09"))]).toEqual([
      70,
      false,
    ]);
  });
});

test("copies that a crash left in the store are swept, and are not read twice meanwhile", () => {
  const { store, dataDir } = autumn(70);
  const before = [...store.audit.walk({})];
  store.upkeep.seal("2026-09", new Date(OCTOBER).toISOString());
  expect(count(dataDir, "audit_row")).toBe(70);
  expect([...store.audit.walk({})]).toEqual(before);
  expect(store.audit.verify()).toMatchObject({ rows: 70 });
  for (const _ of store.upkeep.sweep());
  expect(count(dataDir, "audit_row")).toBe(10);
  expect(store.audit.verify()).toMatchObject({ rows: 70 });
});

test("the command seals, and the others go on reading", async () => {
  const { dataDir } = autumn(70);
  const phasewise = (...words: string[]) => run([...SOURCE, ...words, "--data-dir", dataDir]);
  const sealed = await phasewise("audit", "seal", "--month", "2026-09", "--json");
  expect([sealed.code, sealed.stderr]).toEqual([0, ""]);
  expect(JSON.parse(sealed.stdout)).toMatchObject({
    month: "2026-09",
    rows: 60,
    first: 1,
    last: 60,
  });
  const exported = await phasewise("audit", "export", "--format", "ndjson", "--month", "2026-09");
  expect(exported.stdout.split("\n").length - 1).toBe(60);
  expect((await phasewise("audit", "verify")).code).toBe(0);
  expect((await phasewise("audit", "seal", "--month", "September")).code).toBe(2);
});

test("a change that kill -9 cut short in a sealed month is undone by whoever reads it next", async () => {
  const { store, dataDir } = autumn(80);
  seal(store, "2026-09", OCTOBER);
  const path = monthFile(dataDir, "2026-09");
  const whole = readFileSync(path);
  // A cache of no pages writes the changed pages into the file at once.
  const cutShort = `
    const { Database } = require("bun:sqlite");
    const db = new Database(${JSON.stringify(path)});
    db.run("PRAGMA cache_size = 0");
    db.run("BEGIN");
    db.run("CREATE TABLE filler AS SELECT randomblob(400000)");
    process.kill(process.pid, "SIGKILL");`;
  await Bun.spawn([process.execPath, "-e", cutShort]).exited;
  expect([existsSync(`${path}-journal`), readFileSync(path).equals(whole)]).toEqual([true, false]);
  expect(store.audit.verify()).not.toHaveProperty("why");
  expect([existsSync(`${path}-journal`), readFileSync(path).equals(whole)]).toEqual([false, true]);
});
