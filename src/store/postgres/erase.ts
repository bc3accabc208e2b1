/**
 * Erases personal parts, in small steps of one transaction each. The ledger records the numbers of
 * the erased rows of each client. The commitment in each row's facts stays, so the chain still
 * holds.
 */
import type { TransactionSQL } from "bun";
import { rangesOfRows } from "../erased-rows.ts";
import type { ErasureScope } from "../records.ts";
import type { Client } from "./client.ts";
import { append } from "./ledger.ts";
import { type Clock, storeTime } from "./time.ts";

/** A step of this many rows takes a few milliseconds. */
const STEP_ROWS = 100;

/** @returns a function whose steps each return how many rows lost their personal part */
export function createEraser(client: Client, clock: Clock) {
  return async function* erase(
    scope: ErasureScope,
    by: string,
  ): AsyncGenerator<number, void, undefined> {
    const clients = scope.client_id === undefined ? await client.run(clientsOf) : [scope.client_id];
    for (const clientId of clients) {
      for (let after = 0; ; ) {
        const rows = await client.transaction(async (sql) => {
          const found = await candidates(sql, clientId, scope, after);
          if (found.length > 0) await remove(sql, clientId, found, scope, by, clock);
          return found;
        });
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last;
        yield rows.length;
      }
    }
  };
}

async function clientsOf(sql: Pick<TransactionSQL, "unsafe">): Promise<string[]> {
  const rows = await sql.unsafe<{ client_id: string }[]>(
    "SELECT DISTINCT client_id FROM audit_month ORDER BY client_id",
  );
  return rows.map(({ client_id }) => client_id);
}

/** The next rows of the scope that still have their personal part, in order. */
async function candidates(
  sql: TransactionSQL,
  clientId: string,
  { request_id, before }: ErasureScope,
  after: number,
): Promise<number[]> {
  const values: (string | number)[] = [clientId, after];
  const conditions = ["p.client_id = $1", "p.sequence > $2"];
  if (request_id !== undefined) {
    values.push(JSON.stringify(request_id));
    const place = `$${values.length}`;
    // The first condition uses the index; the second decides.
    conditions.push(`md5(r.request_id_json) = md5(${place})`, `r.request_id_json = ${place}`);
  }
  if (before !== undefined) {
    values.push(Date.parse(before));
    conditions.push(`r.served_at_ms < $${values.length}`);
  }
  const rows = await sql.unsafe<{ sequence: number }[]>(
    `SELECT p.sequence::float8 AS sequence FROM audit_personal p
      JOIN audit_row r USING (client_id, sequence) WHERE ${conditions.join(" AND ")}
      ORDER BY p.sequence LIMIT ${STEP_ROWS}`,
    values,
  );
  return rows.map(({ sequence }) => sequence);
}

async function remove(
  sql: TransactionSQL,
  client_id: string,
  rows: readonly number[],
  scope: ErasureScope,
  by: string,
  clock: Clock,
): Promise<void> {
  const { reason = null, ...which } = scope;
  const content = { by, reason, scope: which, client_id, ranges: rangesOfRows(rows) };
  const at_ms = await storeTime(sql, clock);
  await append(sql, { at_ms, kind: "erasure", subject: scope.client_id ?? "", content });
  const sequences = sql.array([...rows], "BIGINT");
  await sql`DELETE FROM idempotency_entry
    WHERE client_id = ${client_id} AND sequence = ANY(${sequences}::bigint[])`;
  await sql`DELETE FROM audit_personal
    WHERE client_id = ${client_id} AND sequence = ANY(${sequences}::bigint[])`;
}
