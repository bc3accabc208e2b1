/**
 * The store's time is the clock of the database server, and never goes back behind what is stored.
 * No replica's clock is read.
 * @module
 */
import type { SQL, TransactionSQL } from "bun";

/** Epoch milliseconds in place of the server's clock. A service has none, so the server tells. */
export type Clock = (() => number) | undefined;

/** Epoch milliseconds, at least the newest time of the ledger and of all rows. */
export async function storeTime(sql: SQL | TransactionSQL, clock: Clock): Promise<number> {
  const [row] = await sql<{ at_ms: number }[]>`SELECT greatest(
      coalesce(${clock?.() ?? null}::float8, floor(extract(epoch FROM clock_timestamp()) * 1000)),
      (SELECT max(newest_ms) FROM audit_month),
      (SELECT max(at_ms) FROM ledger)
    )::float8 AS at_ms`;
  if (row === undefined) throw new Error("the database told no time");
  return row.at_ms;
}
