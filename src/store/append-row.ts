/** Builds the audit row, facts and personal part, that follows the end of a chain. */
import { incrementBase32, ulid } from "ulid";
import { factsHash, GENESIS_HASH, hex, type StoredFacts, unhex } from "./audit-chain.ts";
import { type PackedPart, PERSONAL_MEMBERS, type PersonalPart, packPart } from "./personal-part.ts";
import type { AuditEntry } from "./records.ts";

/** The end of the chain of audit rows. */
export interface ChainHead {
  row_count: number;
  id: string;
  hash: string;
}

/** The end of a chain without rows. */
export const NO_ROWS: ChainHead = { row_count: 0, id: "", hash: GENESIS_HASH };

/** A row with its personal part, as the tables store them. */
export interface BuiltRow {
  facts: StoredFacts;
  part: PackedPart;
  /** The end of the chain with this row. */
  end: ChainHead;
}

/** Ids grow along a chain, even for several rows in one millisecond. */
export function nextId(head: ChainHead, atMs: number): string {
  const id = ulid(atMs);
  return id > head.id ? id : incrementBase32(head.id);
}

/** The row that follows the end of a chain. */
export function buildRow(
  entry: AuditEntry & { id: string },
  head: ChainHead,
  published: string | null = null,
): BuiltRow {
  const { commitment, salt, packed } = packPart(personalOf(entry));
  const facts = chainFacts(
    {
      id: entry.id,
      client_id: entry.client_id,
      request_id_json: JSON.stringify(entry.request_id),
      trace_id: entry.trace_id,
      served_at_ms: instantOf(entry.served_at),
      outcome: entry.outcome,
      confidence_value: entry.confidence.value,
      coverage: entry.confidence.coverage,
      specificity: entry.confidence.specificity,
      consistency: entry.confidence.consistency,
      model_version: entry.model_version,
      corpus_version: entry.corpus_version,
      commitment,
      published,
    },
    head,
  );
  const end = { row_count: facts.sequence, id: facts.id, hash: hex(facts.hash) };
  return { facts, part: { salt, packed }, end };
}

/** Gives facts their place at the end of a chain. */
export function chainFacts(
  facts: Omit<StoredFacts, "sequence" | "previous_hash" | "hash">,
  head: ChainHead,
): StoredFacts {
  const row = { ...facts, sequence: head.row_count + 1, previous_hash: unhex(head.hash) };
  return { ...row, hash: factsHash(row) };
}

function personalOf(entry: AuditEntry): PersonalPart {
  return Object.fromEntries(
    PERSONAL_MEMBERS.map((name) => [name, entry[name]]),
  ) as unknown as PersonalPart;
}

/** @throws Error where the text is not an instant in the form that a row shows */
function instantOf(servedAt: string): number {
  const ms = Date.parse(servedAt);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== servedAt)
    throw new Error("served_at is not in its form");
  return ms;
}
