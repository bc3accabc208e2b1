/** The ledger in PostgreSQL. One row records its end; whoever appends holds that row. */
import type { SQL, TransactionSQL } from "bun";
import { hex } from "../audit-chain.ts";
import {
  type LedgerEvent,
  type LedgerHead,
  type LedgerKind,
  nextEvent,
  type StoredEvent,
} from "../ledger.ts";

type Connection = SQL | TransactionSQL;

const PAGE_EVENTS = 500;
const EVENTS = `SELECT sequence::float8 AS sequence, at_ms::float8 AS at_ms, kind, subject, content,
  hash FROM ledger`;

/** Appends one event. It must run in the transaction of the change that it records. */
export async function append(sql: SQL, event: LedgerEvent): Promise<void> {
  const head = await ledgerHead(sql);
  const [last] = await sql<{ at_ms: number }[]>`SELECT at_ms::float8 AS at_ms FROM ledger
    ORDER BY sequence DESC LIMIT 1`;
  await insertEvent(sql, nextEvent(event, head, last?.at_ms ?? 0));
}

/** Where the ledger ends; nobody else appends until the transaction ends. */
export async function ledgerHead(sql: SQL): Promise<LedgerHead> {
  const [head] = await sql<LedgerHead[]>`SELECT ledger_count::float8 AS ledger_count, ledger_hash
    FROM ledger_head FOR UPDATE`;
  if (head === undefined) throw new Error("ledger_head has no row");
  return head;
}

/** Adds an event that is made already, and moves the recorded end. */
async function insertEvent(sql: SQL, made: StoredEvent): Promise<void> {
  const { sequence, at_ms, kind, subject, content, hash } = made;
  await sql`INSERT INTO ledger (sequence, at_ms, kind, subject, content, hash)
    VALUES (${sequence}, ${at_ms}, ${kind}, ${subject}, ${content}, ${Buffer.from(hash)})`;
  await sql`UPDATE ledger_head SET ledger_count = ${sequence}, ledger_hash = ${hex(hash)}`;
}

/** All events about one subject, oldest first. */
export async function about(
  sql: Connection,
  kind: LedgerKind,
  subject: string,
): Promise<StoredEvent[]> {
  return await sql.unsafe<StoredEvent[]>(
    `${EVENTS} WHERE kind = $1 AND subject = $2 ORDER BY sequence`,
    [kind, subject],
  );
}

/** All events of a kind, oldest first. */
export async function all(sql: Connection, kind: LedgerKind): Promise<StoredEvent[]> {
  return await sql.unsafe<StoredEvent[]>(`${EVENTS} WHERE kind = $1 ORDER BY sequence`, [kind]);
}

export async function latest(
  sql: Connection,
  kind: LedgerKind,
  subject: string,
): Promise<StoredEvent | null> {
  const [event] = await sql.unsafe<StoredEvent[]>(
    `${EVENTS} WHERE kind = $1 AND subject = $2 ORDER BY sequence DESC LIMIT 1`,
    [kind, subject],
  );
  return event ?? null;
}

/** Every event in order, in bounded memory. */
export async function* walkLedger(sql: Connection): AsyncGenerator<StoredEvent, void, undefined> {
  for (let after = 0; ; ) {
    const events = await sql.unsafe<StoredEvent[]>(
      `${EVENTS} WHERE sequence > $1 ORDER BY sequence LIMIT ${PAGE_EVENTS}`,
      [after],
    );
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.sequence;
  }
}
