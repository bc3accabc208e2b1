/** Inserts an audit row, facts and personal part. */
import type { Database } from "bun:sqlite";
import { buildRow, type ChainHead } from "../append-row.ts";
import { FACT_COLUMNS, type StoredFacts } from "../audit-chain.ts";
import type { AuditEntry } from "../records.ts";

/** The statements that store a row as it is; without a personal part where that was erased. */
export function storeRow(
  db: Database,
): (facts: StoredFacts, part: { salt: Uint8Array; packed: Uint8Array } | null) => void {
  const insertFacts = db.query<
    null,
    [StoredFacts & Record<string, string | number | Uint8Array | null>]
  >(
    `INSERT INTO audit_row (${FACT_COLUMNS.join(", ")})
      VALUES (${FACT_COLUMNS.map((name) => `$${name}`).join(", ")})`,
  );
  const insertPart = db.query<null, [number, Uint8Array, Uint8Array]>(
    "INSERT INTO audit_personal (sequence, salt, packed) VALUES (?, ?, ?)",
  );
  return (facts, part) => {
    insertFacts.run({ ...facts });
    if (part !== null) insertPart.run(facts.sequence, part.salt, part.packed);
  };
}

/**
 * Adds a row. It must run in a transaction that also moves the recorded head.
 * @returns a function from an entry with its id, and the end of the chain, to the new end
 */
export function insertRow(db: Database) {
  const store = storeRow(db);
  return (
    entry: AuditEntry & { id: string },
    head: ChainHead,
    published: string | null = null,
  ): ChainHead => {
    const { facts, part, end } = buildRow(entry, head, published);
    store(facts, part);
    return end;
  };
}
