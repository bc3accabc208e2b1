/**
 * The statements of the look-ups. Each answers many questions. Values stand in subqueries, because
 * the server starts a plan of those in half the time of one that joins and sorts.
 * @module
 */
import type { KeyRow } from "../key-record.ts";
import type { ConsentState } from "../records.ts";
import type { Client } from "./client.ts";
import type { Clock } from "./time.ts";

/** A caller, and the request whose answer is looked for. */
export interface CallerQuestion {
  client_id: string;
  key_id: string | null;
  request_id_json: string | null;
  /** The row whose answer is remembered, so that its personal part is not read again. */
  known: number | null;
}

/** The place of the question, the store's time, and the client's consent. */
interface LookupMoment {
  place: number;
  at_ms: number;
  consent: ConsentState | null;
}

export interface CallerLookup extends LookupMoment {
  key_holds: boolean;
  /** The row that answered the request, with its personal part unless it is known. */
  sequence: number | null;
  stored_at_ms: number | null;
  salt: Uint8Array | null;
  packed: Uint8Array | null;
}

export type KeyLookup = LookupMoment & (KeyRow | { [K in keyof KeyRow]: null });

/** In the order of the questions. */
export async function findCallers(
  client: Client,
  clock: Clock,
  questions: readonly CallerQuestion[],
): Promise<readonly CallerLookup[]> {
  const column = (name: keyof CallerQuestion) => questions.map((question) => question[name]);
  const rows = await client.run(
    (sql) => sql<CallerLookup[]>`
      SELECT place::float8 AS place, at_ms,
        (SELECT content::json ->> 'state' FROM ledger
          WHERE kind = 'consent' AND subject = asked.client_id
          ORDER BY sequence DESC LIMIT 1) AS consent,
        EXISTS (SELECT FROM api_key WHERE api_key.key_id = asked.key_id
          AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > at_ms)
        ) AS key_holds,
        e.sequence::float8 AS sequence, e.stored_at_ms::float8 AS stored_at_ms, p.salt, p.packed
      FROM (
        SELECT *, greatest(
          coalesce(${clock?.() ?? null}::float8, floor(extract(epoch FROM clock_timestamp()) * 1000)),
          (SELECT newest_ms FROM audit_month m WHERE m.client_id = each.client_id
            ORDER BY month DESC LIMIT 1)
        )::float8 AS at_ms
        FROM unnest(
          ${sql.array(column("key_id"), "TEXT")}::text[],
          ${sql.array(column("client_id"), "TEXT")}::text[],
          ${sql.array(column("request_id_json"), "TEXT")}::text[],
          ${sql.array(column("known"), "BIGINT")}::bigint[]
        ) WITH ORDINALITY AS each(key_id, client_id, request_id_json, known, place)
      ) AS asked
      LEFT JOIN LATERAL (
        SELECT * FROM idempotency_entry WHERE idempotency_entry.client_id = asked.client_id
          AND idempotency_entry.request_id_json = asked.request_id_json LIMIT 1
      ) e ON true
      LEFT JOIN LATERAL (
        SELECT * FROM audit_personal WHERE audit_personal.client_id = e.client_id
          AND audit_personal.sequence = e.sequence
          AND e.sequence IS DISTINCT FROM asked.known LIMIT 1
      ) p ON true`,
  );
  return inOrder(rows);
}

/** In the order of the hashes. */
export async function findKeys(
  client: Client,
  clock: Clock,
  hashes: readonly string[],
): Promise<readonly KeyLookup[]> {
  const rows = await client.run(
    (sql) => sql<KeyLookup[]>`
      SELECT place::float8 AS place, k.key_id, k.key_sha256, k.tenant, k.environment, k.label,
        k.created_at_ms::float8 AS created_at_ms, k.lifetime_ms::float8 AS lifetime_ms,
        k.expires_at_ms::float8 AS expires_at_ms, k.revoked_at_ms::float8 AS revoked_at_ms,
        greatest(
          coalesce(${clock?.() ?? null}::float8, floor(extract(epoch FROM clock_timestamp()) * 1000)),
          (SELECT newest_ms FROM audit_month m WHERE m.client_id = k.environment || '-' || k.tenant
            ORDER BY month DESC LIMIT 1)
        )::float8 AS at_ms,
        (SELECT content::json ->> 'state' FROM ledger
          WHERE kind = 'consent' AND subject = k.environment || '-' || k.tenant
          ORDER BY sequence DESC LIMIT 1) AS consent
      FROM unnest(${sql.array([...hashes], "TEXT")}::text[]) WITH ORDINALITY AS asked(hash, place)
      LEFT JOIN api_key k ON k.key_sha256 = asked.hash`,
  );
  return inOrder(rows);
}

function inOrder<T extends LookupMoment>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => a.place - b.place);
}
