/**
 * The hash chain over the facts of the audit rows. A row's hash covers every stored column of its
 * facts, the commitment to its personal part and, through the previous hash, every earlier row.
 *
 * The chain shows that a row was changed, removed, moved or cut off, unless somebody recomputed
 * everything after it and the recorded head. A checkpoint that is kept elsewhere shows that too.
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";
import { type PackedPart, unpackPart } from "./personal-part.ts";
import type { AuditRow, BillingRow, ErasedRow } from "./records.ts";

/** The previous hash of the first row and of the first event. */
export const GENESIS_HASH = "0".repeat(64);

/** The facts of a row as the table stores them. */
export interface StoredFacts {
  sequence: number;
  id: string;
  client_id: string;
  /**
   * JSON, because SQLite's UTF-8 would turn different lone surrogates, which a caller may send,
   * into the same id.
   */
  request_id_json: string;
  trace_id: string;
  served_at_ms: number;
  outcome: string;
  confidence_value: number;
  coverage: number;
  specificity: number;
  consistency: number;
  model_version: string;
  corpus_version: string;
  commitment: Uint8Array;
  previous_hash: Uint8Array;
  hash: Uint8Array;
  /**
   * JSON of the hashes that a row of an earlier schema was published with; null for all other rows.
   */
  published: string | null;
}

/** The columns of `StoredFacts`. */
export const FACT_COLUMNS = [
  "sequence",
  "id",
  "client_id",
  "request_id_json",
  "trace_id",
  "served_at_ms",
  "outcome",
  "confidence_value",
  "coverage",
  "specificity",
  "consistency",
  "model_version",
  "corpus_version",
  "commitment",
  "previous_hash",
  "hash",
  "published",
] as const satisfies readonly (keyof StoredFacts)[];

/** The facts with their personal part; null where the part was erased. */
export type StoredRow = StoredFacts & { [K in keyof PackedPart]: PackedPart[K] | null };

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export function unhex(text: string): Buffer {
  return Buffer.from(text, "hex");
}

/** The hash of a row's facts: all columns except the hash itself, in order. */
export function factsHash(facts: Omit<StoredFacts, "hash">): Buffer {
  const covered = FACT_COLUMNS.filter((name) => name !== "hash")
    .map((name) => facts[name])
    .map((value) => (value instanceof Uint8Array ? hex(value) : value));
  return createHash("sha256").update(canonicalJson(covered)).digest();
}

export function toBillingRow(facts: StoredFacts): BillingRow {
  const earlier =
    facts.published === null ? null : (JSON.parse(facts.published) as { hash: string });
  return {
    id: facts.id,
    served_at: new Date(facts.served_at_ms).toISOString(),
    client_id: facts.client_id,
    request_id: JSON.parse(facts.request_id_json) as string,
    trace_id: facts.trace_id,
    outcome: facts.outcome as BillingRow["outcome"],
    model_version: facts.model_version,
    corpus_version: facts.corpus_version,
    hash: earlier?.hash ?? hex(facts.hash),
  };
}

export function toAuditRow(stored: StoredRow): AuditRow | ErasedRow {
  const { published } = stored;
  const earlier = published === null ? null : (JSON.parse(published) as { previous_hash: string });
  const facts = {
    ...toBillingRow(stored),
    confidence: {
      value: stored.confidence_value,
      coverage: stored.coverage,
      specificity: stored.specificity,
      consistency: stored.consistency,
    },
    previous_hash: earlier?.previous_hash ?? hex(stored.previous_hash),
  };
  const { salt, packed } = stored;
  if (salt === null || packed === null) {
    const erased = { citations: null, query: null, request_sha256: null, response: null };
    return { ...facts, ...erased, signals: null, timings_ms: null };
  }
  return { ...facts, ...unpackPart({ salt, packed }) };
}
