/**
 * Checks everything in the store: the ledger, the keys against the ledger, and every client's rows
 * with their personal parts. It sees one state of the database and holds one page of rows.
 * @module
 */
import type { TransactionSQL } from "bun";
import { BrokenChainError, CHAIN_START, type ChainEnd, follow } from "../chain-walk.ts";
import { inRanges } from "../erased-rows.ts";
import type { LedgerHead, StoredEvent } from "../ledger.ts";
import { contentOf } from "../ledger.ts";
import { type History, LedgerCheck, requireKnownKeys } from "../ledger-check.ts";
import type { Verification } from "../records.ts";
import { clientHeads, hashOf } from "./chain-heads.ts";
import { lastingKeys } from "./keys.ts";
import { walkLedger } from "./ledger.ts";
import { walkClient } from "./rows.ts";

/** Called with each row and event that passes, so that a checkpoint can find its own. */
interface ChainObserver {
  row(clientId: string, end: ChainEnd): void;
  event(sequence: number, hash: string): void;
}

const NOBODY: ChainObserver = { row: () => undefined, event: () => undefined };

interface Month {
  client_id: string;
  month: string;
  first: number;
  row_count: number;
  previous_hash: string;
  id: string;
  hash: string;
}

/**
 * @param sql a transaction that sees one state of the database
 * @param onRow called with how many rows hold so far, and of how many
 */
export async function verifyStore(
  sql: TransactionSQL,
  observer = NOBODY,
  onRow: (rows: number, total: number) => void = () => undefined,
): Promise<Verification> {
  const reached = { rows: 0 };
  try {
    const history = await readLedger(sql, observer);
    requireKnownKeys(await lastingKeys(sql), history.keys);
    const months = await monthsOf(sql);
    const total = [...months.values()].flat().reduce((sum, { row_count }) => sum + row_count, 0);
    for (const [clientId, own] of months) {
      const erased = inRanges(history.erased.flatMap((event) => rangesOf(event, clientId)));
      const months = new MonthCheck(own);
      let end = CHAIN_START;
      for await (const row of walkClient(sql, clientId)) {
        end = follow(row, end, erased);
        months.take(end);
        reached.rows += 1;
        observer.row(clientId, end);
        onRow(reached.rows, total);
      }
      months.end(end);
    }
    return { rows: reached.rows, head: hashOf(await clientHeads(sql)) };
  } catch (error) {
    if (!(error instanceof BrokenChainError)) throw error;
    return { rows: reached.rows, part: error.part, broken: error.where, why: error.why };
  }
}

async function readLedger(sql: TransactionSQL, observer: ChainObserver): Promise<History> {
  const [head] = await sql<LedgerHead[]>`SELECT ledger_count::float8 AS ledger_count, ledger_hash
    FROM ledger_head`;
  if (head === undefined)
    throw new BrokenChainError(
      "record",
      "ledger_head",
      "the record of the ledger's end is missing",
    );
  const check = new LedgerCheck(head);
  for await (const event of walkLedger(sql)) observer.event(event.sequence, check.take(event));
  return check.end();
}

/** The rows of a client that an event says were erased. */
function rangesOf(event: StoredEvent, clientId: string) {
  const content = contentOf<{ client_id: string; ranges: [number, number][] }>(event);
  return content.client_id === clientId ? content.ranges : [];
}

/** The recorded months of every client that has rows or records. */
async function monthsOf(sql: TransactionSQL): Promise<Map<string, Month[]>> {
  const months = await sql<Month[]>`SELECT client_id, month, first::float8 AS first,
    row_count::float8 AS row_count, previous_hash, id, hash FROM audit_month
    ORDER BY client_id, month`;
  const byClient = new Map<string, Month[]>();
  for (const month of months)
    byClient.set(month.client_id, [...(byClient.get(month.client_id) ?? []), month]);
  const clients = await sql<{ client_id: string }[]>`SELECT DISTINCT client_id FROM audit_row`;
  for (const { client_id } of clients) if (!byClient.has(client_id)) byClient.set(client_id, []);
  return byClient;
}

/** Checks that a client's rows go through the recorded ends of its months. */
class MonthCheck {
  readonly #months: readonly Month[];
  #at = 0;
  #before = CHAIN_START;

  constructor(months: readonly Month[]) {
    this.#months = months;
  }

  take(row: ChainEnd): void {
    const month = this.#months[this.#at];
    if (month === undefined)
      throw new BrokenChainError("row", row.id, "was added past the recorded end of the chain");
    if (row.sequence === month.first && this.#before.hash !== month.previous_hash)
      throw this.#broken(month, "it does not begin where the month before ends");
    if (row.sequence === month.row_count) {
      if (row.hash !== month.hash || row.id !== month.id)
        throw this.#broken(month, "its last row is not the recorded one");
      this.#at += 1;
    }
    this.#before = row;
  }

  end(last: ChainEnd): void {
    const month = this.#months[this.#at];
    if (month === undefined) return;
    const why = `the end of the chain is missing or is not the recorded one (after row ${last.sequence})`;
    throw new BrokenChainError("row", month.id, why);
  }

  #broken({ client_id, month }: Month, why: string): BrokenChainError {
    return new BrokenChainError("record", `${month} of ${client_id}`, why);
  }
}
