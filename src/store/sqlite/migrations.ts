/**
 * The schema, as numbered steps that only go forward. A released step is never edited; a change is
 * a new step.
 *
 * Times are INTEGER milliseconds, ids are TEXT. Triggers make the histories append-only, so that a
 * bug in this program cannot rewrite them. Changes made past the program show in the hash chain.
 * @module
 */
import type { Database } from "bun:sqlite";
import { OperatorError } from "../../contract/error.ts";
import { GENESIS_HASH } from "../audit-chain.ts";
import { ENVIRONMENTS } from "../records.ts";
import { toSchema3 } from "./schema-3.ts";

function appendOnly(table: string): string {
  return ["UPDATE", "DELETE"]
    .map(
      (change) => `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`,
    )
    .join("\n");
}

const STEPS: readonly (string | ((db: Database) => void))[] = [
  `
      CREATE TABLE api_key (
        key_id TEXT PRIMARY KEY,
        key_sha256 TEXT NOT NULL UNIQUE,
        tenant TEXT NOT NULL,
        environment TEXT NOT NULL CHECK (environment IN (${ENVIRONMENTS.map((e) => `'${e}'`).join(", ")})),
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
      ${appendOnly("consent_change")}

      -- The content is the row; the other columns are computed from it, so they cannot disagree with what was hashed.
      -- It stands last: a scan over the short columns does not read the long ones.
      CREATE TABLE audit_row (
        id TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        client_id TEXT NOT NULL GENERATED ALWAYS AS (content ->> '$.client_id') STORED,
        served_at TEXT NOT NULL GENERATED ALWAYS AS (content ->> '$.served_at') STORED
          CHECK (served_at GLOB '????-??-??T??:??:??.???Z'),
        content TEXT NOT NULL
      ) STRICT;
      ${appendOnly("audit_row")}

      -- Where the chain ends, kept apart from it: without this a cut-off tail would leave a chain that looks whole.
      CREATE TABLE audit_head (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        row_count INTEGER NOT NULL,
        id TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      INSERT INTO audit_head VALUES (1, 0, '', '${GENESIS_HASH}');

      -- The answer itself is in the audit row only: one copy, so a replay and the record cannot differ.
      CREATE TABLE idempotency_entry (
        client_id TEXT NOT NULL,
        request_id_json TEXT NOT NULL,
        audit_id TEXT NOT NULL REFERENCES audit_row (id),
        stored_at_ms INTEGER NOT NULL,
        PRIMARY KEY (client_id, request_id_json)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_entry_by_age ON idempotency_entry (stored_at_ms);
    `,
  `
      -- Which key took the place of which.
      CREATE TABLE key_rotation (
        key_id TEXT PRIMARY KEY REFERENCES api_key (key_id),
        replaces TEXT NOT NULL REFERENCES api_key (key_id)
      ) STRICT, WITHOUT ROWID;
      ${appendOnly("key_rotation")}

      -- Apart from the key itself, which only changes when somebody changes it.
      CREATE TABLE key_use (
        key_id TEXT PRIMARY KEY REFERENCES api_key (key_id),
        last_used_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  toSchema3,
];

/**
 * The schema version is in the file's header, so it can be read without a lock, and it changes in
 * the transaction of its step.
 */
function versionOf(db: Database): number {
  using pragma = db.prepare<{ user_version: number }, []>("PRAGMA user_version");
  return pragma.get()?.user_version ?? 0;
}

/**
 * Brings the schema to this program's version. Two processes may call it at once.
 * @throws OperatorError when a newer program wrote the database
 */
export function migrate(db: Database): void {
  // All steps in one transaction: after a failure the older program can still read the file.
  const apply = db.transaction(() => {
    // Another process may have migrated while this one waited for the lock.
    for (const step of STEPS.slice(versionOf(db))) {
      if (typeof step === "string") db.run(step);
      else step(db);
      db.run(`PRAGMA user_version = ${versionOf(db) + 1}`);
    }
  });
  if (versionOf(db) < STEPS.length) apply.immediate();
  if (versionOf(db) > STEPS.length) {
    throw new OperatorError(
      `state store ${db.filename} has version ${versionOf(db)}, this phasewise knows up to ${STEPS.length}: run the newer phasewise that wrote it`,
    );
  }
}
