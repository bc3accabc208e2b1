/** One client's commits, and the changes of its keys and its consent, take turns. */
import type { TransactionSQL } from "bun";

/**
 * Waits for the client's turn, until the transaction ends. Statements after it see what the one
 * before has committed. The lock is taken before the ledger's.
 */
export async function lockClient(sql: TransactionSQL, clientId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`phasewise client ${clientId}`}, 0))`;
}
