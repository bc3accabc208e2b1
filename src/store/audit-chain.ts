/**
 * The hash chain over the audit rows: each row's hash covers its content and, through it, every row before.
 *
 * It shows that a row was changed, removed, moved or cut off by anyone who does not also recompute everything after it
 * and the recorded head. Who keeps the head that `audit verify` prints elsewhere detects that too.
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";
import { GENESIS_HASH } from "./migrations.ts";
import type { AuditEntry, AuditRow } from "./types.ts";

/** A row as it lies in the table. */
export interface StoredRow {
  id: string;
  hash: string;
  /** Canonical JSON of the row without its hash. */
  content: string;
}

/** Where the chain ends. */
export interface Head {
  row_count: number;
  id: string;
  hash: string;
}

function chainHash(previousHash: string, content: string): string {
  return createHash("sha256").update(previousHash).update(content).digest("hex");
}

/** The row that follows `head`. */
export function link(entry: AuditEntry, id: string, head: Head): { stored: StoredRow; row: AuditRow } {
  const body = { ...entry, id, previous_hash: head.hash };
  const content = canonicalJson(body);
  const hash = chainHash(head.hash, content);
  return { stored: { id, hash, content }, row: { ...body, hash } };
}

export function toAuditRow(stored: StoredRow): AuditRow {
  return { ...(JSON.parse(stored.content) as Omit<AuditRow, "hash">), hash: stored.hash };
}

function identity(content: string): { id?: unknown; previous_hash?: unknown } {
  try {
    return JSON.parse(content) as { id?: unknown; previous_hash?: unknown };
  } catch {
    return {};
  }
}

/** Walks rows in order and compares the end with the recorded head. Holds one row at a time. */
export function verifyChain(
  rows: Iterable<StoredRow>,
  head: Head,
): { rows: number; head: string } | { rows: number; broken: string; why: string } {
  let previous = GENESIS_HASH;
  let count = 0;
  for (const row of rows) {
    const { id, previous_hash } = identity(row.content);
    const broken = (why: string) => ({ rows: count, broken: row.id, why });
    if (previous_hash !== previous && chainHash(String(previous_hash), row.content) === row.hash) {
      return broken("does not follow the row before it: a row was removed, moved or rewritten");
    }
    if (chainHash(previous, row.content) !== row.hash || id !== row.id) {
      return broken("content does not match its hash");
    }
    if (count === head.row_count) return broken("was added past the recorded end of the chain");
    previous = row.hash;
    count += 1;
  }
  if (previous !== head.hash) {
    return {
      rows: count,
      broken: head.id,
      why: "the end of the chain is missing or is not the recorded one",
    };
  }
  return { rows: count, head: previous };
}
