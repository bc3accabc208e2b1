/** One client's commits, and the changes of its keys and its consent, take turns. */
import type { SQL } from "bun";

/**
 * Sends at once a wait for the client's turn, which lasts until the transaction ends. Statements
 * after it see what the one before has committed. The lock is taken before the ledger's.
 */
export function lockClient(sql: SQL, clientId: string): Promise<unknown> {
  const name = `phasewise client ${clientId}`;
  return sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute();
}
