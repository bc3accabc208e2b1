/** One hash over where all clients' chains end, so that one figure names the state of all rows. */
import { createHash } from "node:crypto";
import type { TransactionSQL } from "bun";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { GENESIS_HASH } from "../audit-chain.ts";

/** Where one client's chain ends. */
export interface ClientHead {
  client_id: string;
  rows: number;
  head: string;
}

/** Where each client's chain ends, by client. */
export async function clientHeads(sql: TransactionSQL): Promise<ClientHead[]> {
  const heads = await sql<ClientHead[]>`SELECT DISTINCT ON (client_id COLLATE "C") client_id,
    row_count::float8 AS rows, hash AS head FROM audit_month
    ORDER BY client_id COLLATE "C", month DESC`;
  return heads.map(({ client_id, rows, head }) => ({ client_id, rows, head }));
}

export function hashOf(heads: readonly ClientHead[]): string {
  if (heads.length === 0) return GENESIS_HASH;
  return createHash("sha256").update(canonicalJson(heads)).digest("hex");
}
