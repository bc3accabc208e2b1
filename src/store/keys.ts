/**
 * API keys: issued once, stored as hashes, revoked or rotated by id. The ledger records each
 * change.
 */
import type { Database } from "bun:sqlite";
import { ulid } from "ulid";
import { OperatorError } from "../contract/error.ts";
import { isWellFormedKey, keyHash, newKey } from "./key-format.ts";
import type { LastUses } from "./key-last-use.ts";
import type { Ledger } from "./ledger.ts";
import type { CachedRead } from "./read-cache.ts";
import type { Environment, Immediate, IssuedKey, KeyRecord, KeyStore } from "./types.ts";

interface KeyRow {
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

interface ListedRow extends KeyRow {
  replaces: string | null;
  last_used_at_ms: number | null;
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function toRecord(row: KeyRow): KeyRecord {
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

function isUsable(row: KeyRow, now: () => number): boolean {
  return row.revoked_at_ms === null && (row.expires_at_ms === null || row.expires_at_ms > now());
}

export interface KeyStoreParts {
  db: Database;
  ledger: Ledger;
  /** Runs one read-then-write step. */
  write: <T>(step: () => T) => T;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  uses: LastUses;
  cachedRead: CachedRead;
}

/** The keys, and what the other parts of the store ask about them. */
export interface SqliteKeys extends Immediate<KeyStore> {
  /**
   * The key record behind a secret; null where the key is malformed, unknown, revoked or expired.
   */
  authenticate(presented: string): KeyRecord | null;
  /** Whether a key that was authenticated still is usable. Sees other processes' writes. */
  isValid(keyId: string): boolean;
  /** The same within a writing transaction, which nothing may be remembered of. */
  isValidInside(keyId: string): boolean;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of statements and short methods
export function createKeyStore({
  db,
  ledger,
  write,
  now,
  uses,
  cachedRead,
}: KeyStoreParts): SqliteKeys {
  const insert = db.query<null, [KeyRow & Record<string, string | number | null>]>(
    `INSERT INTO api_key VALUES ($key_id, $key_sha256, $tenant, $environment, $label, $created_at_ms, $lifetime_ms,
      $expires_at_ms, $revoked_at_ms)`,
  );
  const byId = db.query<KeyRow, [string]>("SELECT * FROM api_key WHERE key_id = ?");
  const byHash = db.query<KeyRow, [string]>("SELECT * FROM api_key WHERE key_sha256 = ?");
  const hashed = cachedRead((hash) => {
    const row = byHash.get(hash);
    return row === null ? null : { row, record: toRecord(row) };
  });
  const remembered = cachedRead((keyId) => byId.get(keyId));
  const all = db.query<ListedRow, []>(
    `SELECT api_key.*, replaces, last_used_at_ms FROM api_key LEFT JOIN key_rotation USING (key_id)
      LEFT JOIN key_use USING (key_id) ORDER BY api_key.rowid`,
  );
  const lasting = db.query<LastingKey, [string]>(`${LASTING_KEYS} WHERE key_id = ?`);
  const setReplaced = db.query<null, [string, string]>("INSERT INTO key_rotation VALUES (?, ?)");
  const setRevoked = db.query<null, [number, string]>(
    "UPDATE api_key SET revoked_at_ms = ? WHERE key_id = ?",
  );
  const setExpiry = db.query<null, [number, string]>(
    "UPDATE api_key SET expires_at_ms = ? WHERE key_id = ?",
  );

  function known(keyId: string): KeyRow {
    const row = byId.get(keyId);
    // The message does not repeat the id, because an operator may have pasted the key itself.
    if (row === null)
      throw new OperatorError("no key has this id: phasewise keys list shows the known ids");
    return row;
  }

  /**
   * The ledger keeps a key as it is after each change, so that the table can be checked against it.
   */
  function record(keyId: string): void {
    const { key_id, ...content } = lasting.get(keyId) ?? known(keyId);
    ledger.append({ at_ms: now(), kind: "key", subject: key_id, content });
  }

  function add(of: Pick<KeyRow, "tenant" | "environment" | "label" | "lifetime_ms">): IssuedKey {
    const key = newKey(of.environment);
    const created_at_ms = now();
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
    insert.run({ ...row });
    return { ...toRecord(row), key };
  }

  const usable = (row: KeyRow | null) => row !== null && isUsable(row, now);

  return {
    issue(input) {
      return write(() => {
        const issued = add({
          ...input,
          label: input.label ?? null,
          lifetime_ms: input.expires_in_ms ?? null,
        });
        record(issued.key_id);
        return issued;
      });
    },

    list() {
      return all.all().map((row) => ({
        ...toRecord(row),
        replaces: row.replaces,
        last_used_at: instant(row.last_used_at_ms),
      }));
    },

    revoke(keyId) {
      return write(() => {
        // The first revocation counts. Another one does not move its time.
        if (known(keyId).revoked_at_ms === null) {
          setRevoked.run(now(), keyId);
          record(keyId);
        }
        return toRecord(known(keyId));
      });
    },

    rotate(keyId, graceMs) {
      return write(() => {
        const old = known(keyId);
        if (!isUsable(old, now)) {
          throw new OperatorError(
            `key ${keyId} is no longer valid and cannot be rotated: issue a new key with phasewise keys issue`,
          );
        }
        const successor = add(old);
        setReplaced.run(successor.key_id, keyId);
        record(successor.key_id);
        setExpiry.run(Math.min(old.expires_at_ms ?? Infinity, now() + graceMs), keyId);
        record(keyId);
        return successor;
      });
    },

    isValid: (keyId) => usable(remembered(keyId)),
    isValidInside: (keyId) => usable(byId.get(keyId)),

    authenticate(presented) {
      if (!isWellFormedKey(presented)) return null;
      const found = hashed(keyHash(presented));
      if (found === null || !isUsable(found.row, now)) return null;
      uses.note(found.row.key_id, now);
      return found.record;
    },
  };
}
