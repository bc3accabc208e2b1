/**
 * Commits a served answer: audit row and idempotency entry in one transaction, in which the
 * client's turn is held, so that replicas add one row for one request.
 * @module
 */
import type { SQL } from "bun";
import { persistenceFailed } from "../../contract/error.ts";
import { IDEMPOTENCY_TTL_MS } from "../../contract/limits.ts";
import { buildRow, NO_ROWS, nextId } from "../append-row.ts";
import { type StoredFacts, type StoredRow, toAuditRow } from "../audit-chain.ts";
import { CLOCK_LEAP_MS } from "../clock.ts";
import { ConsentEndedError, KeyEndedError, requireKeyAndConsent } from "../key-and-consent.ts";
import type { Caller, StateStore } from "../port.ts";
import type { AuditEntry, AuditRow, ConsentState } from "../records.ts";
import type { Client } from "./client.ts";
import { lockClient } from "./client-lock.ts";
import { insertRow } from "./insert-row.ts";
import { append } from "./ledger.ts";
import { FACTS } from "./rows.ts";
import type { Clock } from "./time.ts";

/** The end of a client's chain, what its caller may, and the store's time. */
interface CommitState {
  row_count: number | null;
  id: string | null;
  hash: string | null;
  newest_ms: number | null;
  at_ms: number;
  consent: ConsentState | null;
  key_holds: boolean;
  /** The row that answered this request within the window. */
  answered: number | null;
}

export function createCommit(client: Client, clock: Clock): StateStore["commit"] {
  return async (entry, caller, limit) => {
    limit?.check();
    try {
      return await client.inTwoTrips(
        (sql) => turnOf(sql, entry, caller, clock?.() ?? null),
        (sql, state) => record(sql, entry, state),
        limit?.leftMs,
      );
    } catch (error) {
      if (error instanceof KeyEndedError || error instanceof ConsentEndedError) throw error;
      throw persistenceFailed(error instanceof Error ? error.message : String(error), error);
    }
  };
}

/** Takes the client's turn, and checks the caller in it. */
async function turnOf(
  sql: SQL,
  entry: AuditEntry,
  caller: Caller | undefined,
  clockMs: number | null,
): Promise<CommitState> {
  // A statement of its own, because one sees what was committed before it began.
  const [, state] = await Promise.all([
    lockClient(sql, entry.client_id),
    commitStateOf(sql, entry, caller, clockMs),
  ]);
  if (caller !== undefined) {
    const holds = caller.key_id === null || state.key_holds;
    requireKeyAndConsent(holds, state.consent ?? "not_provisioned");
  }
  const { newest_ms, at_ms } = state;
  if (newest_ms !== null && at_ms - newest_ms > CLOCK_LEAP_MS) await recordLeap(sql, at_ms);
  return state;
}

/** The new row, or that which answered the request first. */
async function record(sql: SQL, entry: AuditEntry, state: CommitState): Promise<AuditRow> {
  if (state.answered !== null) return rowOf(sql, entry.client_id, state.answered);
  const { row_count, id, hash, at_ms } = state;
  const head =
    row_count === null || id === null || hash === null ? NO_ROWS : { row_count, id, hash };
  const built = buildRow({ ...entry, id: nextId(head, at_ms) }, head);
  await Promise.all([
    insertRow(sql, { ...built, head, atMs: at_ms }),
    remember(sql, built.facts, at_ms),
  ]);
  return { ...entry, id: built.end.id, previous_hash: head.hash, hash: built.end.hash };
}

/** A client may have been quiet while others were answered; then no clock has leapt. */
async function recordLeap(sql: SQL, at_ms: number): Promise<void> {
  const [newest] = await sql<{ from_ms: number }[]>`SELECT max(newest_ms)::float8 AS from_ms
    FROM audit_month`;
  if (newest === undefined || at_ms - newest.from_ms <= CLOCK_LEAP_MS) return;
  const content = { from_ms: newest.from_ms, to_ms: at_ms };
  await append(sql, { at_ms, kind: "clock", subject: "", content });
}

async function commitStateOf(
  sql: SQL,
  { client_id, request_id }: AuditEntry,
  caller: Caller | undefined,
  clockMs: number | null,
): Promise<CommitState> {
  const sent = sql<CommitState[]>`
    WITH head AS (
      SELECT row_count, id, hash, newest_ms FROM audit_month
        WHERE client_id = ${client_id} ORDER BY month DESC LIMIT 1
    ), time AS (
      SELECT greatest(
        coalesce(${clockMs}::float8, floor(extract(epoch FROM clock_timestamp()) * 1000)),
        (SELECT newest_ms FROM head)
      )::float8 AS at_ms
    )
    SELECT (SELECT row_count::float8 FROM head) AS row_count, (SELECT id FROM head) AS id,
      (SELECT hash FROM head) AS hash, (SELECT newest_ms::float8 FROM head) AS newest_ms, at_ms,
      (SELECT content::json ->> 'state' FROM ledger
        WHERE kind = 'consent' AND subject = ${client_id}
        ORDER BY sequence DESC LIMIT 1) AS consent,
      EXISTS (SELECT FROM api_key WHERE key_id = ${caller?.key_id ?? null}
        AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > at_ms)
      ) AS key_holds,
      (SELECT sequence::float8 FROM idempotency_entry
        WHERE client_id = ${client_id} AND request_id_json = ${JSON.stringify(request_id)}
        AND at_ms - stored_at_ms < ${IDEMPOTENCY_TTL_MS}) AS answered
    FROM time`.execute();
  const [state] = await sent;
  if (state === undefined) throw new Error("the end of the chain cannot be read");
  return state;
}

/** The row that answered the request first. */
async function rowOf(sql: SQL, clientId: string, sequence: number): Promise<AuditRow> {
  const sent = sql
    .unsafe<StoredRow[]>(
      `SELECT ${FACTS}, p.salt, p.packed FROM audit_row r JOIN audit_personal p
        USING (client_id, sequence) WHERE r.client_id = $1 AND r.sequence = $2`,
      [clientId, sequence],
    )
    .execute();
  const [stored] = await sent;
  const row = stored === undefined ? null : toAuditRow(stored);
  if (row === null || row.response === null) throw new Error("the row's personal part is missing");
  return row;
}

/** Lets the same request get the same answer, and forgets what nobody can ask for any more. */
function remember(
  sql: SQL,
  { client_id, request_id_json, sequence }: StoredFacts,
  atMs: number,
): Promise<unknown> {
  return sql`
    WITH purge AS (
      DELETE FROM idempotency_entry WHERE client_id = ${client_id}
        AND stored_at_ms <= ${atMs - IDEMPOTENCY_TTL_MS} AND request_id_json <> ${request_id_json}
    )
    INSERT INTO idempotency_entry VALUES (${client_id}, ${request_id_json}, ${sequence}, ${atMs})
    ON CONFLICT (client_id, request_id_json) DO UPDATE
      SET sequence = excluded.sequence, stored_at_ms = excluded.stored_at_ms`.execute();
}
