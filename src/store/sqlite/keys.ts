/**
 * API keys: issued once, stored as hashes, revoked or rotated by id. The ledger records each
 * change.
 */
import type { Database } from "bun:sqlite";
import type { KeyActor, KeyChange } from "../key-change.ts";
import { isWellFormedKey, keyHash } from "../key-format.ts";
import {
  eventsOf,
  INSERT_KEY,
  isUsable,
  type KeyRow,
  LASTING_KEYS,
  type LastingKey,
  LISTED_KEYS,
  type ListedRow,
  makeKey,
  requireRotatable,
  toListed,
  toRecord,
  unknownKey,
} from "../key-record.ts";
import type { Ledger } from "../ledger.ts";
import type { Immediate, KeyStore } from "../port.ts";
import type { IssuedKey, KeyRecord } from "../records.ts";
import type { LastUses } from "./key-last-use.ts";
import type { CachedRead } from "./read-cache.ts";

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

export function createKeyStore({
  db,
  ledger,
  write,
  now,
  uses,
  cachedRead,
}: KeyStoreParts): SqliteKeys {
  const insert = db.query<null, [KeyRow & Record<string, string | number | null>]>(INSERT_KEY);
  const byId = db.query<KeyRow, [string]>("SELECT * FROM api_key WHERE key_id = ?");
  const byHash = db.query<KeyRow, [string]>("SELECT * FROM api_key WHERE key_sha256 = ?");
  const hashed = cachedRead((hash) => {
    const row = byHash.get(hash);
    return row === null ? null : { row, record: toRecord(row) };
  });
  const remembered = cachedRead((keyId) => byId.get(keyId));
  const all = db.query<ListedRow, []>(LISTED_KEYS);
  const lasting = db.query<LastingKey, [string]>(`${LASTING_KEYS} WHERE key_id = ?`);
  const setReplaced = db.query<null, [string, string]>("INSERT INTO key_rotation VALUES (?, ?)");
  const setRevoked = db.query<null, [number, string]>(
    "UPDATE api_key SET revoked_at_ms = ? WHERE key_id = ?",
  );
  const setExpiry = db.query<null, [number, string]>(
    "UPDATE api_key SET expires_at_ms = ? WHERE key_id = ?",
  );

  function known(keyId: string): KeyRow {
    return byId.get(keyId) ?? unknownKey();
  }

  function record(keyId: string, change: KeyChange["change"], by: KeyActor): void {
    const key = lasting.get(keyId) ?? unknownKey();
    for (const event of eventsOf(key, change, by, now())) ledger.append(event);
  }

  function add(of: Parameters<typeof makeKey>[0]): IssuedKey {
    const { row, issued } = makeKey(of, now());
    insert.run({ ...row });
    return issued;
  }

  const usable = (row: KeyRow | null) => row !== null && isUsable(row, now);

  return {
    issue(input, by) {
      return write(() => {
        const issued = add({
          ...input,
          label: input.label ?? null,
          lifetime_ms: input.expires_in_ms ?? null,
        });
        record(issued.key_id, "issued", by);
        return issued;
      });
    },

    list() {
      return toListed(all.all(), ledger.all("key_change"));
    },

    revoke(keyId, by) {
      return write(() => {
        // The first revocation counts. Another one does not move its time.
        if (known(keyId).revoked_at_ms === null) {
          setRevoked.run(now(), keyId);
          record(keyId, "revoked", by);
        }
        return toRecord(known(keyId));
      });
    },

    rotate(keyId, graceMs, by) {
      return write(() => {
        const old = known(keyId);
        requireRotatable(old, now);
        const successor = add(old);
        setReplaced.run(successor.key_id, keyId);
        record(successor.key_id, "issued", by);
        setExpiry.run(Math.min(old.expires_at_ms ?? Infinity, now() + graceMs), keyId);
        record(keyId, "rotated", by);
        return successor;
      });
    },

    isValid: (keyId) => usable(remembered(keyId)),
    isValidInside: (keyId) => usable(byId.get(keyId)),

    authenticate(presented) {
      if (!isWellFormedKey(presented)) return null;
      const stored = hashed(keyHash(presented));
      if (stored === null || !isUsable(stored.row, now)) return null;
      uses.note(stored.row.key_id, now());
      return stored.record;
    },
  };
}
