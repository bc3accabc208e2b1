/**
 * The step from schema 2 to 3: an audit row becomes facts and an erasable personal part, and the
 * histories of consent and keys move into one ledger.
 *
 * Partners may hold hashes of schema 1 and 2 in their billing exports, so each row keeps its
 * published hash among its facts. A new chain covers the facts. The step also checks the old chain
 * and records the result in the ledger, so that a broken chain does not look whole afterwards.
 * @module
 */
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { ChainHead } from "../append-row.ts";
import { GENESIS_HASH } from "../audit-chain.ts";
import type { AuditRow, ConsentState } from "../records.ts";
import { PERSONAL_FIXED, ROW_TABLES, rowsFixed } from "./audit-tables.ts";
import { insertRow } from "./insert-row.ts";
import { createLedger } from "./ledger.ts";

const MAKE_ROOM = `
  DROP TRIGGER audit_row_no_update;
  DROP TRIGGER audit_row_no_delete;
  DROP TRIGGER consent_change_no_update;
  DROP TRIGGER consent_change_no_delete;
  DROP INDEX idempotency_entry_by_age;
  ALTER TABLE idempotency_entry RENAME TO idempotency_entry_1;
  ALTER TABLE audit_row RENAME TO audit_row_1;

  CREATE TABLE ledger (
    sequence INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    content TEXT NOT NULL,
    hash BLOB NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_subject ON ledger (kind, subject, sequence);
  CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
  CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;

  -- The ends of both chains, and the newest time that a row was stored at: no clock goes back behind it.
  ALTER TABLE audit_head ADD COLUMN newest_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE audit_head ADD COLUMN ledger_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE audit_head ADD COLUMN ledger_hash TEXT NOT NULL DEFAULT '${GENESIS_HASH}';

  -- Signs checkpoints and sealed months; made when the first of them is.
  CREATE TABLE signing_key (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    private_pem TEXT NOT NULL
  ) STRICT;

  ${ROW_TABLES}

  CREATE TABLE idempotency_entry (
    client_id TEXT NOT NULL,
    request_id_json TEXT NOT NULL,
    audit_sequence INTEGER NOT NULL REFERENCES audit_row (sequence),
    stored_at_ms INTEGER NOT NULL,
    PRIMARY KEY (client_id, request_id_json)
  ) STRICT, WITHOUT ROWID;
`;

const TIDY_UP = `
  INSERT INTO idempotency_entry
    SELECT e.client_id, e.request_id_json, r.sequence, e.stored_at_ms
      FROM idempotency_entry_1 e JOIN audit_row r ON r.id = e.audit_id;
  DROP TABLE idempotency_entry_1;
  DROP TABLE audit_row_1;
  DROP TABLE consent_change;
  CREATE INDEX idempotency_entry_by_age ON idempotency_entry (stored_at_ms);
  CREATE INDEX idempotency_entry_by_row ON idempotency_entry (audit_sequence);
  UPDATE audit_head SET newest_ms = coalesce((SELECT max(stored_at_ms) FROM idempotency_entry), 0);
  -- A row leaves this file only when the ledger says that its month is sealed.
  ${rowsFixed("OLD.sequence > (SELECT coalesce(max(content ->> '$.last'), 0) FROM ledger WHERE kind = 'seal')")}
  ${PERSONAL_FIXED}
`;

const NOTHING = {
  request_id: "",
  trace_id: "",
  outcome: "",
  confidence: { value: 0, coverage: 0, specificity: 0, consistency: 0 },
  model_version: "",
  corpus_version: "",
};

interface Row1 {
  id: string;
  hash: string;
  content: string;
}

export function toSchema3(db: Database): void {
  const head = db.query<ChainHead, []>("SELECT row_count, id, hash FROM audit_head").get();
  db.run(MAKE_ROOM);
  const { end, broken } = moveRows(db, head);
  const ledger = createLedger(db);
  moveHistories(db);
  if (head === null || head.row_count > 0 || broken !== null) {
    const content = { rows: end.row_count, head: head?.hash ?? null, broken };
    ledger.append({ at_ms: 0, kind: "upgrade", subject: "schema 2", content });
  }
  db.run(TIDY_UP);
}

/** Moves the rows in order and checks the chain that they were published with. */
function moveRows(
  db: Database,
  recorded: ChainHead | null,
): { end: ChainHead; broken: string | null } {
  using rows = db.prepare<Row1, [string]>(
    "SELECT id, hash, content FROM audit_row_1 WHERE id > ? ORDER BY id LIMIT 100",
  );
  const insert = insertRow(db);
  let end: ChainHead = { row_count: 0, id: "", hash: GENESIS_HASH };
  let published = GENESIS_HASH;
  let broken: string | null = null;
  for (let page = rows.all(""); page.length > 0; page = rows.all(end.id)) {
    for (const { id, hash, content } of page) {
      // Somebody may have removed members past the program. The check below reports it.
      const row = { ...NOTHING, ...(JSON.parse(content) as Omit<AuditRow, "hash">) };
      const expected = createHash("sha256").update(published).update(content).digest("hex");
      if (expected !== hash || row.id !== id) broken ??= id;
      end = insert({ ...row, id }, end, canonicalJson({ hash, previous_hash: row.previous_hash }));
      published = hash;
    }
  }
  if (recorded === null || published !== recorded.hash || end.row_count !== recorded.row_count) {
    broken ??= recorded === null || recorded.id === "" ? "audit_head" : recorded.id;
  }
  db.run("UPDATE audit_head SET row_count = ?, id = ?, hash = ?", [
    end.row_count,
    end.id,
    end.hash,
  ]);
  return { end, broken };
}

interface Change1 {
  client_id: string;
  state: ConsentState;
  at_ms: number;
  actor: string;
  reason: string | null;
}

function moveHistories(db: Database): void {
  const ledger = createLedger(db);
  const changes = db.query<Change1, []>("SELECT * FROM consent_change ORDER BY sequence").all();
  for (const { client_id, at_ms, state, actor, reason } of changes) {
    ledger.append({
      at_ms,
      kind: "consent",
      subject: client_id,
      content: { state, actor, reason },
    });
  }
  const keys = db.query<{ key_id: string; created_at_ms: number }, []>(
    "SELECT api_key.*, replaces FROM api_key LEFT JOIN key_rotation USING (key_id) ORDER BY api_key.rowid",
  );
  for (const { key_id, ...content } of keys.all()) {
    ledger.append({ at_ms: content.created_at_ms, kind: "key", subject: key_id, content });
  }
}
