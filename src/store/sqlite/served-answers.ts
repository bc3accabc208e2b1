/**
 * Commits a served answer (audit row and idempotency entry in one transaction) and replays it
 * within its window.
 */
import type { Database } from "bun:sqlite";
import { persistenceFailed } from "../../contract/error.ts";
import { IDEMPOTENCY_TTL_MS } from "../../contract/limits.ts";
import { type ChainHead, nextId } from "../append-row.ts";
import { FACT_COLUMNS, type StoredRow, toAuditRow } from "../audit-chain.ts";
import { CLOCK_LEAP_MS, type StoreClock } from "../clock.ts";
import { ConsentEndedError, KeyEndedError } from "../key-and-consent.ts";
import type { Ledger } from "../ledger.ts";
import type { CachedAnswer, Caller, StateStore } from "../port.ts";
import type { AuditEntry, AuditRow } from "../records.ts";
import { insertRow } from "./insert-row.ts";
import type { CachedRead } from "./read-cache.ts";

type Entry = StoredRow & { stored_at_ms: number };

/**
 * JSON, because SQLite's UTF-8 would turn different lone surrogates, which a caller may send, into
 * the same id.
 */
function requestKey(requestId: string): string {
  return JSON.stringify(requestId);
}

/**
 * The answers of the SQLite file. Whoever calls tells the time, in epoch milliseconds.
 * `store/sqlite/index.ts` checks the caller before a replay, and the commit checks it again.
 */
export interface AnswerStore {
  replay(clientId: string, requestId: string, nowMs: number): CachedAnswer | null;
  commit(entry: AuditEntry, nowMs: number, caller?: Caller): AuditRow;
}

function toWhole(stored: StoredRow): AuditRow {
  const row = toAuditRow(stored);
  if (row.response === null) throw new Error("the row's personal part is missing");
  return row;
}

/** Keeps each answer with its audit row in one transaction, and finds it again for a replay. */
export function createAnswerStore(
  db: Database,
  {
    clock,
    ledger,
    fault,
    cachedRead,
    requireInTransaction,
  }: {
    clock: StoreClock;
    ledger: Ledger;
    fault: StateStore["fault"];
    cachedRead: CachedRead;
    /** Checks a caller once nobody else can write. */
    requireInTransaction: (caller: Caller) => void;
  },
): AnswerStore {
  const columns = FACT_COLUMNS.map((name) => `r.${name}`).join(", ");
  const entryOf = db.query<Entry, [string, string]>(
    `SELECT ${columns}, p.salt, p.packed, e.stored_at_ms FROM idempotency_entry e
      JOIN audit_row r ON r.sequence = e.audit_sequence JOIN audit_personal p ON p.sequence = e.audit_sequence
      WHERE e.client_id = ? AND e.request_id_json = ?`,
  );
  const headOf = db.query<ChainHead & { newest_ms: number }, []>(
    "SELECT row_count, id, hash, newest_ms FROM audit_head",
  );
  const insert = insertRow(db);
  const moveHead = db.query<null, [number, string, string, number]>(
    "UPDATE audit_head SET row_count = ?, id = ?, hash = ?, newest_ms = ?",
  );
  const purge = db.query<null, [number]>("DELETE FROM idempotency_entry WHERE stored_at_ms <= ?");
  const putEntry = db.query<null, [string, string, number, number]>(
    `INSERT INTO idempotency_entry (client_id, request_id_json, audit_sequence, stored_at_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET audit_sequence = excluded.audit_sequence, stored_at_ms = excluded.stored_at_ms`,
  );

  function end(): ChainHead & { newest_ms: number } {
    const head = headOf.get();
    if (head === null) throw new Error("audit_head has no row");
    return head;
  }

  function freshEntry(clientId: string, requestId: string, atMs: number): Entry | null {
    const entry = entryOf.get(clientId, requestKey(requestId));
    return entry !== null && atMs - entry.stored_at_ms < IDEMPOTENCY_TTL_MS ? entry : null;
  }

  const newestAnswer = cachedRead((key) => {
    const [clientId, requestId] = JSON.parse(key) as [string, string];
    const entry = entryOf.get(clientId, requestKey(requestId));
    if (entry === null) return null;
    const answer = { body: toWhole(entry).response, stored_at_ms: entry.stored_at_ms };
    return { answer, newest_ms: end().newest_ms };
  });

  return {
    replay(clientId, requestId, nowMs) {
      const last = newestAnswer(JSON.stringify([clientId, requestId]));
      if (last === null) return null;
      const atMs = clock.at(nowMs, last.newest_ms);
      return atMs - last.answer.stored_at_ms < IDEMPOTENCY_TTL_MS ? last.answer : null;
    },

    commit(entry, nowMs, caller) {
      const write = db.transaction(() => {
        const moved = fault();
        if (moved !== null) throw new Error(moved);
        if (caller !== undefined) requireInTransaction(caller);
        const head = end();
        const atMs = clock.at(nowMs, head.newest_ms);
        const earlier = freshEntry(entry.client_id, entry.request_id, atMs);
        if (earlier !== null) return toWhole(earlier);
        if (head.newest_ms > 0 && atMs - head.newest_ms > CLOCK_LEAP_MS) {
          const content = { from_ms: head.newest_ms, to_ms: atMs };
          ledger.append({ at_ms: atMs, kind: "clock", subject: "", content });
        }
        const next = insert({ ...entry, id: nextId(head, atMs) }, head);
        moveHead.run(next.row_count, next.id, next.hash, atMs);
        purge.run(atMs - IDEMPOTENCY_TTL_MS);
        putEntry.run(entry.client_id, requestKey(entry.request_id), next.row_count, atMs);
        return { ...entry, id: next.id, previous_hash: head.hash, hash: next.hash };
      });
      try {
        return write.immediate();
      } catch (error) {
        if (error instanceof KeyEndedError || error instanceof ConsentEndedError) throw error;
        throw persistenceFailed(error instanceof Error ? error.message : String(error), error);
      }
    },
  };
}
