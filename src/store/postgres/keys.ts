/** API keys in PostgreSQL. The ledger records each change, in the transaction of the change. */
import type { SQL, TransactionSQL } from "bun";
import type { KeyChange } from "../key-change.ts";
import {
  eventsOf,
  type KeyRow,
  type LastingKey,
  type ListedRow,
  makeKey,
  requireRotatable,
  toListed,
  toRecord,
  unknownKey,
} from "../key-record.ts";
import type { KeyStore } from "../port.ts";
import type { IssuedKey } from "../records.ts";
import type { Client } from "./client.ts";
import { lockClient } from "./client-lock.ts";
import { all, append } from "./ledger.ts";
import { type Clock, storeTime } from "./time.ts";

const KEYS = `SELECT key_id, key_sha256, tenant, environment, label,
  created_at_ms::float8 AS created_at_ms, lifetime_ms::float8 AS lifetime_ms,
  expires_at_ms::float8 AS expires_at_ms, revoked_at_ms::float8 AS revoked_at_ms, replaces,
  last_used_at_ms::float8 AS last_used_at_ms FROM api_key
  LEFT JOIN key_rotation USING (key_id) LEFT JOIN key_use USING (key_id)`;

export function listKeys(sql: SQL | TransactionSQL): Promise<ListedRow[]> {
  return sql.unsafe<ListedRow[]>(`${KEYS} ORDER BY issued`);
}

/** Every column of a key except its last use; the ledger keeps these. */
export async function lastingKeys(sql: SQL | TransactionSQL): Promise<LastingKey[]> {
  return (await listKeys(sql)).map(({ last_used_at_ms: _, ...row }) => row);
}

export function createKeys(client: Client, clock: Clock): KeyStore {
  async function known(sql: SQL | TransactionSQL, keyId: string): Promise<LastingKey> {
    const [row] = await sql.unsafe<ListedRow[]>(`${KEYS} WHERE key_id = $1`, [keyId]);
    const { last_used_at_ms: _, ...lasting } = row ?? unknownKey();
    return lasting;
  }

  /** Finds a key and waits for its client's turn; the key is read again after that. */
  async function held(sql: TransactionSQL, keyId: string): Promise<LastingKey> {
    await lockClient(sql, toRecord(await known(sql, keyId)).client_id);
    return known(sql, keyId);
  }

  async function record(
    sql: TransactionSQL,
    keyId: string,
    { change, by, at_ms }: Pick<KeyChange, "change" | "by"> & { at_ms: number },
  ): Promise<void> {
    const events = eventsOf(await known(sql, keyId), change, by, at_ms);
    for (const event of events) await append(sql, event);
  }

  async function add(
    sql: TransactionSQL,
    of: Parameters<typeof makeKey>[0],
    at_ms: number,
  ): Promise<IssuedKey> {
    const { row, issued } = makeKey(of, at_ms);
    await insertKey(sql, row);
    return issued;
  }

  return {
    issue: (input, by) =>
      client.transaction(async (sql) => {
        const at_ms = await storeTime(sql, clock);
        const { label = null, expires_in_ms: lifetime_ms = null, tenant, environment } = input;
        const issued = await add(sql, { tenant, environment, label, lifetime_ms }, at_ms);
        await record(sql, issued.key_id, { change: "issued", by, at_ms });
        return issued;
      }),

    list: () =>
      client.run(async (sql) => toListed(await listKeys(sql), await all(sql, "key_change"))),

    revoke: (keyId, by) =>
      client.transaction(async (sql) => {
        // The first revocation counts. Another one does not move its time.
        if ((await held(sql, keyId)).revoked_at_ms === null) {
          const at_ms = await storeTime(sql, clock);
          await sql`UPDATE api_key SET revoked_at_ms = ${at_ms} WHERE key_id = ${keyId}`;
          await record(sql, keyId, { change: "revoked", by, at_ms });
        }
        return toRecord(await known(sql, keyId));
      }),

    rotate: (keyId, graceMs, by) =>
      client.transaction(async (sql) => {
        const { replaces: _, ...old } = await held(sql, keyId);
        const at_ms = await storeTime(sql, clock);
        requireRotatable(old, () => at_ms);
        const successor = await add(sql, old, at_ms);
        await sql`INSERT INTO key_rotation VALUES (${successor.key_id}, ${keyId})`;
        await record(sql, successor.key_id, { change: "issued", by, at_ms });
        const end = Math.min(old.expires_at_ms ?? Number.MAX_SAFE_INTEGER, at_ms + graceMs);
        await sql`UPDATE api_key SET expires_at_ms = ${end} WHERE key_id = ${keyId}`;
        await record(sql, keyId, { change: "rotated", by, at_ms });
        return successor;
      }),
  };
}

export async function insertKey(sql: TransactionSQL, row: KeyRow): Promise<void> {
  await sql`INSERT INTO api_key (key_id, key_sha256, tenant, environment, label, created_at_ms,
    lifetime_ms, expires_at_ms, revoked_at_ms) VALUES (${row.key_id}, ${row.key_sha256},
    ${row.tenant}, ${row.environment}, ${row.label}, ${row.created_at_ms}, ${row.lifetime_ms},
    ${row.expires_at_ms}, ${row.revoked_at_ms})`;
}
