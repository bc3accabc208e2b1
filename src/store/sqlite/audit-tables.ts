/**
 * The tables of the audit rows, in the state store and in every sealed month.
 *
 * This text is part of schema step 3, which is released. A later step alters the tables.
 * @module
 */

export const ROW_TABLES = `
  CREATE TABLE audit_row (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    request_id_json TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    served_at_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    confidence_value REAL NOT NULL,
    coverage REAL NOT NULL,
    specificity REAL NOT NULL,
    consistency REAL NOT NULL,
    model_version TEXT NOT NULL,
    corpus_version TEXT NOT NULL,
    commitment BLOB NOT NULL,
    previous_hash BLOB NOT NULL,
    hash BLOB NOT NULL,
    published TEXT
  ) STRICT;
  CREATE INDEX audit_row_by_time ON audit_row (served_at_ms);
  CREATE INDEX audit_row_by_client ON audit_row (client_id);
  -- The end of an id tells it from the others as well as all of it, in a third of the room.
  CREATE INDEX audit_row_by_request ON audit_row (substr(request_id_json, -10));

  -- What can be erased, each part with the salt of its commitment.
  CREATE TABLE audit_personal (
    sequence INTEGER PRIMARY KEY REFERENCES audit_row (sequence),
    salt BLOB NOT NULL,
    packed BLOB NOT NULL
  ) STRICT;
`;

/** Facts never change. They may be deleted only where the condition on OLD does not hold. */
export function rowsFixed(keptWhere: string): string {
  return `
    CREATE TRIGGER audit_row_no_update BEFORE UPDATE ON audit_row
      BEGIN SELECT RAISE(ABORT, 'audit_row is append-only'); END;
    CREATE TRIGGER audit_row_no_delete BEFORE DELETE ON audit_row WHEN ${keptWhere}
      BEGIN SELECT RAISE(ABORT, 'audit_row is append-only'); END;
  `;
}

/** A personal part may be deleted, but not changed. */
export const PERSONAL_FIXED = `
  CREATE TRIGGER audit_personal_no_update BEFORE UPDATE ON audit_personal
    BEGIN SELECT RAISE(ABORT, 'audit_personal is append-only'); END;
`;
