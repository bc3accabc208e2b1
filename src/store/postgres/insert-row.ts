/** Adds one audit row to its client's chain, and moves the recorded end of its month. */
import type { SQL } from "bun";
import type { ChainHead } from "../append-row.ts";
import { hex, type StoredFacts } from "../audit-chain.ts";
import type { PackedPart } from "../personal-part.ts";

const MONTH_CHARACTERS = 7;

interface NewRow {
  facts: StoredFacts;
  /** Null where it was erased. */
  part: PackedPart | null;
  /** The end of the chain before the row. */
  head: ChainHead;
  /** When the row is stored. */
  atMs: number;
}

/** Sent at once. */
export function insertRow(sql: SQL, { facts, part, head, atMs }: NewRow): Promise<unknown> {
  const month = new Date(atMs).toISOString().slice(0, MONTH_CHARACTERS);
  const { client_id, sequence } = facts;
  const bytes = (value: Uint8Array | undefined) =>
    value === undefined ? null : Buffer.from(value);
  return sql`
    WITH fact AS (
      INSERT INTO audit_row VALUES (${client_id}, ${sequence}, ${facts.id},
        ${facts.request_id_json}, ${facts.trace_id}, ${facts.served_at_ms}, ${facts.outcome},
        ${facts.confidence_value}, ${facts.coverage}, ${facts.specificity}, ${facts.consistency},
        ${facts.model_version}, ${facts.corpus_version}, ${bytes(facts.commitment)},
        ${bytes(facts.previous_hash)}, ${bytes(facts.hash)}, ${facts.published})
    ), personal AS (
      INSERT INTO audit_personal SELECT ${client_id}, ${sequence}::bigint, salt, packed
        FROM (VALUES (${bytes(part?.salt)}::bytea, ${bytes(part?.packed)}::bytea))
          AS part(salt, packed) WHERE salt IS NOT NULL
    )
    INSERT INTO audit_month VALUES (${client_id}, ${month}, ${sequence}, ${sequence},
      ${head.hash}, ${facts.id}, ${hex(facts.hash)}, ${atMs})
    ON CONFLICT (client_id, month) DO UPDATE SET row_count = excluded.row_count,
      id = excluded.id, hash = excluded.hash, newest_ms = excluded.newest_ms`.execute();
}
