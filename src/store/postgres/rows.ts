/** Reads audit rows from PostgreSQL: by id, by filter, for billing. */
import type { SQL, TransactionSQL } from "bun";
import {
  FACT_COLUMNS,
  type StoredFacts,
  type StoredRow,
  toAuditRow,
  toBillingRow,
} from "../audit-chain.ts";
import type { AuditStore } from "../port.ts";
import type { AuditFilter } from "../records.ts";
import type { Client } from "./client.ts";

/** Rows are read in pages, so that no cursor stays open while the caller works on one. */
const PAGE_ROWS = 200;
const NUMBERS = new Set<string>(["sequence", "served_at_ms"]);

/** The columns of the facts, as numbers where they are. */
export const FACTS = FACT_COLUMNS.map((name) =>
  NUMBERS.has(name) ? `r.${name}::float8 AS ${name}` : `r.${name}`,
).join(", ");
const FACTS_ONLY = `SELECT ${FACTS} FROM audit_row r`;
const WITH_PERSONAL = `SELECT ${FACTS}, p.salt, p.packed FROM audit_row r
  LEFT JOIN audit_personal p USING (client_id, sequence)`;

type Values = (string | number)[];

/** Only the conditions that are given. */
function conditions(filter: AuditFilter): { where: string; values: Values } {
  const { client_id, request_id, trace_id, outcome, before_id, since, until } = filter;
  const parts: string[] = ["true"];
  const values: Values = [];
  const add = (condition: string, value: string | number) => {
    values.push(value);
    parts.push(`${condition} $${values.length}`);
  };
  if (client_id !== undefined) add("r.client_id =", client_id);
  if (request_id !== undefined) add("r.request_id_json =", JSON.stringify(request_id));
  if (trace_id !== undefined) add("r.trace_id =", trace_id);
  if (outcome !== undefined) add("r.outcome =", outcome);
  if (before_id !== undefined) add("r.id <", before_id);
  if (since !== undefined) add("r.served_at_ms >=", Date.parse(since));
  if (until !== undefined) add("r.served_at_ms <", Date.parse(until));
  return { where: parts.join(" AND "), values };
}

/** Rows in the order of their ids, which is that in which they were stored. */
async function* pages<T extends StoredFacts>(
  client: Client,
  select: string,
  filter: AuditFilter,
): AsyncGenerator<T, void, undefined> {
  const { where, values } = conditions(filter);
  let after = "";
  let left = filter.limit ?? Infinity;
  while (left > 0) {
    const limit = Math.min(PAGE_ROWS, left);
    const rows = await client.run((sql) =>
      sql.unsafe<T[]>(
        `${select} WHERE ${where} AND r.id > $${values.length + 1} ORDER BY r.id LIMIT ${limit}`,
        [...values, after],
      ),
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end.id;
    left -= rows.length;
  }
}

/** All rows in the order of their ids. */
export async function* walkAll(
  sql: SQL | TransactionSQL,
): AsyncGenerator<StoredRow, void, undefined> {
  for (let after = ""; ; ) {
    const rows = await sql.unsafe<StoredRow[]>(
      `${WITH_PERSONAL} WHERE r.id > $1 ORDER BY r.id LIMIT ${PAGE_ROWS}`,
      [after],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end.id;
  }
}

/** The rows of one client in the order of its chain. */
export async function* walkClient(
  sql: SQL | TransactionSQL,
  clientId: string,
): AsyncGenerator<StoredRow, void, undefined> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await sql.unsafe<StoredRow[]>(
      `${WITH_PERSONAL} WHERE r.client_id = $1 AND r.sequence > $2 ORDER BY r.sequence
        LIMIT ${PAGE_ROWS}`,
      [clientId, after],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end.sequence;
  }
}

export function createAudit(client: Client): Omit<AuditStore, "verify"> {
  return {
    async list(filter) {
      const { where, values } = conditions(filter);
      const limit = filter.limit === undefined ? "ALL" : String(filter.limit);
      const rows = await client.run((sql) =>
        sql.unsafe<StoredRow[]>(
          `${WITH_PERSONAL} WHERE ${where} ORDER BY r.id DESC LIMIT ${limit}`,
          values,
        ),
      );
      return rows.map(toAuditRow).reverse();
    },

    async get(id) {
      const [row] = await client.run((sql) =>
        sql.unsafe<StoredRow[]>(`${WITH_PERSONAL} WHERE r.id = $1`, [id]),
      );
      return row === undefined ? null : toAuditRow(row);
    },

    async *walk(filter) {
      for await (const row of pages<StoredRow>(client, WITH_PERSONAL, filter))
        yield toAuditRow(row);
    },

    async *bill(filter) {
      for await (const row of pages<StoredFacts>(client, FACTS_ONLY, filter))
        yield toBillingRow(row);
    },
  };
}
