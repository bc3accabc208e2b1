/**
 * Guarantee: a database of every released schema is brought to today's whole or not at all, and
 * nothing that was published with it changes: answers within their window, hashes, histories, keys.
 */
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { keyHash, newKey } from "../../src/store/key-format.ts";
import type { AuditEntry } from "../../src/store/records.ts";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { entry, NOON_MS, rawDatabase, temporaryDataDir } from "./support.ts";

setDefaultTimeout(60_000);

/** Schema 1 as it was released with 0.2.0; it never changes. */
const SCHEMA_1 = `
  CREATE TABLE api_key (
    key_id TEXT PRIMARY KEY,
    key_sha256 TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
    label TEXT,
    created_at_ms INTEGER NOT NULL,
    lifetime_ms INTEGER,
    expires_at_ms INTEGER,
    revoked_at_ms INTEGER
  ) STRICT;
  CREATE TABLE consent_change (
    sequence INTEGER PRIMARY KEY,
    client_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('provisioned', 'active', 'revoked')),
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT
  ) STRICT;
  CREATE INDEX consent_change_by_client ON consent_change (client_id, sequence);
  CREATE TRIGGER consent_change_no_update BEFORE UPDATE ON consent_change
    BEGIN SELECT RAISE(ABORT, 'consent_change is append-only'); END;
  CREATE TRIGGER consent_change_no_delete BEFORE DELETE ON consent_change
    BEGIN SELECT RAISE(ABORT, 'consent_change is append-only'); END;
  CREATE TABLE audit_row (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    client_id TEXT NOT NULL GENERATED ALWAYS AS (content ->> '$.client_id') STORED,
    served_at TEXT NOT NULL GENERATED ALWAYS AS (content ->> '$.served_at') STORED
      CHECK (served_at GLOB '????-??-??T??:??:??.???Z'),
    content TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_row_no_update BEFORE UPDATE ON audit_row
    BEGIN SELECT RAISE(ABORT, 'audit_row is append-only'); END;
  CREATE TRIGGER audit_row_no_delete BEFORE DELETE ON audit_row
    BEGIN SELECT RAISE(ABORT, 'audit_row is append-only'); END;
  CREATE TABLE audit_head (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    row_count INTEGER NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  INSERT INTO audit_head VALUES (1, 0, '', '${"0".repeat(64)}');
  CREATE TABLE idempotency_entry (
    client_id TEXT NOT NULL,
    request_id_json TEXT NOT NULL,
    audit_id TEXT NOT NULL REFERENCES audit_row (id),
    stored_at_ms INTEGER NOT NULL,
    PRIMARY KEY (client_id, request_id_json)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_entry_by_age ON idempotency_entry (stored_at_ms);
  PRAGMA user_version = 1;
`;

interface Row1 extends AuditEntry {
  id: string;
  previous_hash: string;
  hash: string;
}

const KEY = newKey("sandbox");
const CANARY = "canary-3e1f";

function idOf(n: number): string {
  return `01M7WD7TG0${String(n).padStart(16, "0")}`;
}

/**
 * A database as 0.2.0 left it: rows with their chain, a replay each, a key and a consent history.
 */
function schema1(rows: number, change: (db: Database) => void = () => undefined) {
  const dataDir = temporaryDataDir();
  mkdirSync(dirname(storePath(dataDir)), { recursive: true });
  const db = new Database(storePath(dataDir), { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run(SCHEMA_1);
  db.run("BEGIN");
  const written: Row1[] = [];
  let previous_hash = "0".repeat(64);
  for (let n = 0; n < rows; n++) {
    const request_id = n === 1 ? "half a pair: \ud800" : `request-${n}`;
    const response = JSON.stringify({ request_id, recommendation: `${CANARY}: „ü” ${n}` });
    const row = { ...entry({ request_id, response }), id: idOf(n), previous_hash };
    const content = canonicalJson(row);
    const hash = createHash("sha256").update(previous_hash).update(content).digest("hex");
    db.run("INSERT INTO audit_row (id, hash, content) VALUES (?, ?, ?)", [row.id, hash, content]);
    db.run("INSERT INTO idempotency_entry VALUES (?, ?, ?, ?)", [
      row.client_id,
      JSON.stringify(request_id),
      row.id,
      NOON_MS + n,
    ]);
    written.push({ ...row, hash });
    previous_hash = hash;
  }
  db.run("UPDATE audit_head SET row_count = ?, id = ?, hash = ?", [
    rows,
    idOf(rows - 1),
    previous_hash,
  ]);
  db.run(
    `INSERT INTO api_key VALUES ('key_1', ?, 'oura', 'sandbox', 'pilot', ${NOON_MS}, NULL, NULL, NULL)`,
    [keyHash(KEY)],
  );
  for (const state of ["provisioned", "active"]) {
    db.run(
      "INSERT INTO consent_change (client_id, state, at_ms, actor, reason) VALUES (?, ?, ?, ?, ?)",
      ["sandbox-oura", state, NOON_MS, "ada (uid 1000)", "contract 12"],
    );
  }
  db.run("COMMIT");
  change(db);
  db.close();
  return { dataDir, written };
}

/** What 0.2.0 added later: nothing that was there before changed. */
const TO_SCHEMA_2 = `
  CREATE TABLE key_rotation (
    key_id TEXT PRIMARY KEY REFERENCES api_key (key_id),
    replaces TEXT NOT NULL REFERENCES api_key (key_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER key_rotation_no_update BEFORE UPDATE ON key_rotation
    BEGIN SELECT RAISE(ABORT, 'key_rotation is append-only'); END;
  CREATE TRIGGER key_rotation_no_delete BEFORE DELETE ON key_rotation
    BEGIN SELECT RAISE(ABORT, 'key_rotation is append-only'); END;
  CREATE TABLE key_use (
    key_id TEXT PRIMARY KEY REFERENCES api_key (key_id),
    last_used_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO api_key VALUES ('key_2', 'x', 'oura', 'sandbox', NULL, 1, NULL, NULL, NULL);
  INSERT INTO key_rotation VALUES ('key_2', 'key_1');
  INSERT INTO key_use VALUES ('key_2', ${NOON_MS});
  PRAGMA user_version = 2;
`;

test("schema 2: rotations and last uses are as they were, and the ledger vouches for the keys", () => {
  const { dataDir, written } = schema1(3, (db) => db.run(TO_SCHEMA_2));
  const store = openStore(dataDir);
  expect([...store.audit.walk({})]).toEqual(written);
  expect(store.keys.list()).toMatchObject([
    { key_id: "key_1", replaces: null, last_used_at: null },
    { key_id: "key_2", replaces: "key_1", last_used_at: "2026-11-20T12:00:00.000Z" },
  ]);
  expect(store.audit.verify()).toMatchObject({ rows: 3 });
  store.close();
});

describe("schema 1", () => {
  test("replays within the window are byte-equal, rows and their published hashes as they were", () => {
    const { dataDir, written } = schema1(250);
    const store = openStore(dataDir);
    expect([...store.audit.walk({})]).toEqual(written);
    for (const { client_id, request_id, response } of written) {
      expect(store.replay(client_id, request_id, NOON_MS + 1_000)?.body).toBe(response);
    }
    expect(store.audit.verify()).toMatchObject({ rows: 250 });
    expect([...store.audit.bill({ limit: 1 })]).toMatchObject([{ hash: written[0]?.hash }]);
    store.close();
  });

  test("keys work, consent and its history are as they were", () => {
    const store = openStore(schema1(1).dataDir);
    expect(store.keys.authenticate(KEY)).toMatchObject({ key_id: "key_1", label: "pilot" });
    expect(store.consent.history("sandbox-oura")).toEqual(
      (["provisioned", "active"] as const).map((state) => ({
        client_id: "sandbox-oura",
        state,
        at: "2026-11-20T12:00:00.000Z",
        actor: "ada (uid 1000)",
        reason: "contract 12",
      })),
    );
    store.close();
  });

  test("the chain goes on behind the rows that were upgraded, also the second time", () => {
    const { dataDir } = schema1(3);
    const first = openStore(dataDir);
    first.commit(entry({ request_id: "after" }), NOON_MS + 5_000);
    first.close();
    const again = openStore(dataDir);
    expect(again.audit.verify()).toMatchObject({ rows: 4 });
    expect(again.keys.list()).toHaveLength(1);
    again.close();
  });

  test.each([0, 3])("the ledger says how many of its rows were upgraded: %i", (rows) => {
    const { dataDir, written } = schema1(rows);
    const store = openStore(dataDir);
    expect(store.audit.verify()).toMatchObject({ rows });
    store.close();
    const told = rawDatabase(dataDir).query("SELECT content FROM ledger WHERE kind = 'upgrade'");
    const content = JSON.stringify({ broken: null, head: written.at(-1)?.hash, rows });
    expect(told.all()).toEqual(rows === 0 ? [] : [{ content }]);
  });

  test("what was answered lies in no file any more as it did", async () => {
    const { dataDir } = schema1(50);
    openStore(dataDir).close();
    expect(await Bun.file(storePath(dataDir)).text()).not.toContain(CANARY);
  });

  test.each([
    [
      "a row that was changed",
      `UPDATE audit_row SET content = replace(content, 'served"', 'suppressed"') WHERE id = '${idOf(1)}'`,
      idOf(1),
    ],
    ["a tail that was cut off", `DELETE FROM audit_row WHERE id = '${idOf(4)}'`, idOf(4)],
  ])("a chain that was broken before stays broken: %s", (_, sql, broken) => {
    const { dataDir } = schema1(5, (db) => {
      db.run("PRAGMA foreign_keys = OFF");
      db.run("DROP TRIGGER audit_row_no_update; DROP TRIGGER audit_row_no_delete");
      db.run(sql);
      db.run("DELETE FROM idempotency_entry");
      db.run(`CREATE TRIGGER audit_row_no_update BEFORE UPDATE ON audit_row BEGIN SELECT RAISE(ABORT, 'x'); END;
        CREATE TRIGGER audit_row_no_delete BEFORE DELETE ON audit_row BEGIN SELECT RAISE(ABORT, 'x'); END`);
    });
    const store = openStore(dataDir);
    expect(store.audit.verify()).toMatchObject({
      broken,
      why: expect.stringMatching(/before it was upgraded/),
    });
    store.close();
  });

  test("a step that fails in its middle leaves schema 1 as it was", () => {
    const { dataDir } = schema1(3, (db) => db.run("CREATE TABLE ledger (x)"));
    expect(() => openStore(dataDir)).toThrow();
    const db = new Database(storePath(dataDir), { readonly: true });
    expect(db.query("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    expect(db.query("SELECT count(*) AS n FROM audit_row WHERE content <> ''").get()).toEqual({
      n: 3,
    });
    db.close();
  });
});
