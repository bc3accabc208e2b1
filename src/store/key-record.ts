/** API keys as rows and as records; the same in every database. */
import { ulid } from "ulid";
import { OperatorError } from "../contract/error.ts";
import type { KeyActor, KeyChange } from "./key-change.ts";
import { keyHash, newKey } from "./key-format.ts";
import { contentOf, type LedgerEvent, type StoredEvent } from "./ledger.ts";
import type { Environment, IssuedKey, KeyRecord, ListedKey } from "./records.ts";

/** A key as its table stores it. */
export interface KeyRow {
  key_id: string;
  key_sha256: string;
  tenant: string;
  environment: Environment;
  label: string | null;
  created_at_ms: number;
  /** As requested at issue; a successor gets the same. */
  lifetime_ms: number | null;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

/** Every column of a key except its last use; the ledger keeps these. */
export const LASTING_KEYS =
  "SELECT api_key.*, replaces FROM api_key LEFT JOIN key_rotation USING (key_id)";
export type LastingKey = KeyRow & { replaces: string | null };

/** Of an SQLite file. */
export const INSERT_KEY = `INSERT INTO api_key VALUES ($key_id, $key_sha256, $tenant, $environment,
  $label, $created_at_ms, $lifetime_ms, $expires_at_ms, $revoked_at_ms)`;

/** All keys of an SQLite file, oldest first. */
export const LISTED_KEYS = `SELECT api_key.*, replaces, last_used_at_ms FROM api_key
  LEFT JOIN key_rotation USING (key_id) LEFT JOIN key_use USING (key_id) ORDER BY api_key.rowid`;

export interface ListedRow extends KeyRow {
  replaces: string | null;
  last_used_at_ms: number | null;
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export function toRecord(row: KeyRow): KeyRecord {
  return {
    key_id: row.key_id,
    tenant: row.tenant,
    environment: row.environment,
    client_id: `${row.environment}-${row.tenant}`,
    label: row.label,
    created_at: new Date(row.created_at_ms).toISOString(),
    expires_at: instant(row.expires_at_ms),
    revoked_at: instant(row.revoked_at_ms),
  };
}

export function isUsable(row: KeyRow, now: () => number): boolean {
  return row.revoked_at_ms === null && (row.expires_at_ms === null || row.expires_at_ms > now());
}

/**
 * The two events of a change. The first keeps the key as it is after it, so that the table can be
 * checked against the ledger. The second says who did what.
 */
export function eventsOf(
  { key_id, ...columns }: LastingKey,
  change: KeyChange["change"],
  by: KeyActor,
  at_ms: number,
): readonly LedgerEvent[] {
  const about = { at_ms, subject: key_id };
  return [
    { ...about, kind: "key", content: columns },
    { ...about, kind: "key_change", content: { change, by } },
  ];
}

/**
 * The keys with what happened to each.
 * @param events all of the kind `key_change`, oldest first
 */
export function toListed(rows: readonly ListedRow[], events: readonly StoredEvent[]): ListedKey[] {
  const changes = Map.groupBy(events, ({ subject }) => subject);
  return rows.map((row) => ({
    ...toRecord(row),
    replaces: row.replaces,
    last_used_at: instant(row.last_used_at_ms),
    changes: (changes.get(row.key_id) ?? []).map(toChange),
  }));
}

function toChange(event: StoredEvent): KeyChange {
  const { change, by } = contentOf<Pick<KeyChange, "change" | "by">>(event);
  return { change, at: new Date(event.at_ms).toISOString(), by };
}

/** A new key with its row, which holds only the hash. */
export function makeKey(
  of: Pick<KeyRow, "tenant" | "environment" | "label" | "lifetime_ms">,
  created_at_ms: number,
): { row: KeyRow; issued: IssuedKey } {
  const key = newKey(of.environment);
  const row: KeyRow = {
    key_id: `key_${ulid(created_at_ms)}`,
    key_sha256: keyHash(key),
    tenant: of.tenant,
    environment: of.environment,
    label: of.label,
    created_at_ms,
    lifetime_ms: of.lifetime_ms,
    expires_at_ms: of.lifetime_ms === null ? null : created_at_ms + of.lifetime_ms,
    revoked_at_ms: null,
  };
  return { row, issued: { ...toRecord(row), key } };
}

/** @throws OperatorError */
export function unknownKey(): never {
  // The message does not repeat the id, because an operator may have pasted the key itself.
  throw new OperatorError("no key has this id: phasewise keys list shows the known ids");
}

/** @throws OperatorError where the key is no longer valid */
export function requireRotatable(row: KeyRow, now: () => number): void {
  if (isUsable(row, now)) return;
  throw new OperatorError(
    `key ${row.key_id} is no longer valid and cannot be rotated: issue a new key with phasewise keys issue`,
  );
}
