/** The PostgreSQL database as a side of a copy. */
import type { TransactionSQL } from "bun";
import { decodeTime } from "ulid";
import { OperatorError } from "../../contract/error.ts";
import { type Client, SERVING_NAME } from "../postgres/client.ts";
import { insertRow } from "../postgres/insert-row.ts";
import { insertKey, listKeys } from "../postgres/keys.ts";
import { append, walkLedger } from "../postgres/ledger.ts";
import { walkAll } from "../postgres/rows.ts";
import { verifyStore } from "../postgres/verify.ts";
import type { CopiedEntry, CopySource, CopyTarget } from "./types.ts";

/** @throws OperatorError where a replica serves from the database */
async function requireIdle(sql: TransactionSQL, { name }: Client): Promise<void> {
  const serving = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SERVING_NAME} LIMIT 1`;
  if (serving.length > 0)
    throw new OperatorError(`a replica serves from database ${name}: stop every replica first`);
}

/** Reads one state of the database. */
export function fromDatabase<T>(
  client: Client,
  use: (source: CopySource) => Promise<T>,
): Promise<T> {
  return client.snapshot(async (sql) => {
    await requireIdle(sql, client);
    return use(sourceOf(sql));
  });
}

function sourceOf(sql: TransactionSQL): CopySource {
  return {
    name: "database",
    chainOf: (clientId) => clientId,
    verify: () => verifyStore(sql),
    keys: () => listKeys(sql),
    async signingKey() {
      const [row] = await sql<{ private_pem: string }[]>`SELECT private_pem FROM signing_key`;
      return row?.private_pem ?? null;
    },
    entries: () => sql<CopiedEntry[]>`SELECT client_id, request_id_json,
      sequence::float8 AS sequence, stored_at_ms::float8 AS stored_at_ms FROM idempotency_entry`,
    rows: () => walkAll(sql),
    events: () => walkLedger(sql),
    async newestMs() {
      const [row] = await sql<{ newest_ms: number | null }[]>`
        SELECT max(newest_ms)::float8 AS newest_ms FROM audit_month`;
      return row?.newest_ms ?? 0;
    },
  };
}

/**
 * Writes in one transaction, which is kept when `use` has ended.
 * @throws OperatorError where the database has a store with anything in it
 */
export function toDatabase<T>(client: Client, use: (target: CopyTarget) => Promise<T>): Promise<T> {
  return client.snapshot(async (sql) => {
    await requireIdle(sql, client);
    const [found] = await sql<{ used: boolean }[]>`
      SELECT EXISTS (SELECT FROM ledger) OR EXISTS (SELECT FROM audit_row) AS used`;
    if (found?.used !== false) {
      throw new OperatorError(
        `there is a state store in database ${client.name} already: name an empty database`,
      );
    }
    return use(targetOf(sql));
  });
}

function targetOf(sql: TransactionSQL): CopyTarget {
  return {
    name: "database",
    chainOf: (clientId) => clientId,
    async key({ replaces, last_used_at_ms, ...row }) {
      await insertKey(sql, row);
      if (replaces !== null)
        await sql`INSERT INTO key_rotation VALUES (${row.key_id}, ${replaces})`;
      if (last_used_at_ms !== null)
        await sql`INSERT INTO key_use VALUES (${row.key_id}, ${last_used_at_ms})`;
    },
    async signingKey(pem) {
      await sql`INSERT INTO signing_key VALUES (1, ${pem})`;
    },
    async row(facts, part, head) {
      await insertRow(sql, { facts, part, head, atMs: decodeTime(facts.id) });
    },
    event: (event) => append(sql, event),
    async entry({ client_id, request_id_json, sequence, stored_at_ms }) {
      await sql`INSERT INTO idempotency_entry
        VALUES (${client_id}, ${request_id_json}, ${sequence}, ${stored_at_ms})`;
    },
    // Each row has moved the recorded end of its client's chain.
    end: () => undefined,
    verify: () => verifyStore(sql),
  };
}
