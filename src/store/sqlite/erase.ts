/**
 * Erases personal parts, in small steps of one transaction each. The ledger records the numbers of
 * the erased rows. The commitment in each row's facts stays, so the chain still holds.
 *
 * For a sealed month the ledger is written before the file, because two files cannot change in one
 * transaction. If the process crashes between the two, `audit verify` reports it. The same erasure,
 * run again, finishes it, because it looks for the parts that are still there.
 * @module
 */
import type { Database } from "bun:sqlite";
import { rangesOfRows } from "../erased-rows.ts";
import type { Ledger } from "../ledger.ts";
import type { ErasureScope } from "../records.ts";
import type { SealedMonths } from "./sealed-months.ts";

/** A step of this many rows takes a few milliseconds. */
const STEP_ROWS = 100;
const NONE = Number.MAX_SAFE_INTEGER;

export interface EraserParts {
  db: Database;
  ledger: Ledger;
  months: SealedMonths;
  write: <T>(step: () => T) => T;
  now: () => number;
}

/** @returns a function whose steps each return how many rows lost their personal part */
export function createEraser({ db, ledger, months, write, now }: EraserParts) {
  const forget = db.query<null, [number]>("DELETE FROM idempotency_entry WHERE audit_sequence = ?");

  function record(scope: ErasureScope, by: string, rows: readonly number[]): void {
    const { reason = null, ...which } = scope;
    const content = { by, reason, scope: which, ranges: rangesOfRows(rows) };
    ledger.append({ at_ms: now(), kind: "erasure", subject: scope.client_id ?? "", content });
    for (const sequence of rows) forget.run(sequence);
  }

  function* eraseInStore(scope: ErasureScope, by: string): Generator<number, void, undefined> {
    for (let after = 0; ; ) {
      const rows = write(() => {
        const sequences = candidates(db, scope, after);
        if (sequences.length > 0) record(scope, by, sequences);
        remove(db, sequences);
        return sequences;
      });
      if (rows.length === 0) return;
      after = rows.at(-1) ?? NONE;
      yield rows.length;
    }
  }

  function* eraseInSealed(
    sealed: Database,
    scope: ErasureScope,
    by: string,
  ): Generator<number, void, undefined> {
    for (let after = 0; ; ) {
      const sequences = candidates(sealed, scope, after);
      if (sequences.length === 0) return;
      write(() => record(scope, by, sequences));
      sealed.transaction(() => remove(sealed, sequences)).immediate();
      after = sequences.at(-1) ?? NONE;
      yield sequences.length;
    }
  }

  return function* erase(scope: ErasureScope, by: string): Generator<number, void, undefined> {
    yield* eraseInStore(scope, by);
    for (const { month, served_from_ms } of months.all()) {
      if (scope.before !== undefined && served_from_ms >= Date.parse(scope.before)) continue;
      const sealed = months.open(month, "erase");
      try {
        yield* eraseInSealed(sealed, scope, by);
      } finally {
        sealed.close();
      }
    }
  };
}

/** The next rows of the scope that still have their personal part, in order. */
function candidates(db: Database, scope: ErasureScope, after: number): number[] {
  const { client_id, request_id, before } = scope;
  const conditions = ["p.sequence > $after"];
  const values: Record<string, string | number> = { after, limit: STEP_ROWS };
  if (client_id !== undefined) {
    conditions.push("r.client_id = $client_id");
    values.client_id = client_id;
  }
  if (request_id !== undefined) {
    // The first condition uses the index; the second decides.
    conditions.push("substr(r.request_id_json, -10) = substr($request_id_json, -10)");
    conditions.push("r.request_id_json = $request_id_json");
    values.request_id_json = JSON.stringify(request_id);
  }
  if (before !== undefined) {
    // The plus sign keeps SQLite off the index on time, in which erased rows come first.
    conditions.push("+r.served_at_ms < $before_ms", "p.sequence <= $last");
    values.before_ms = Date.parse(before);
    values.last = lastBefore(db, values.before_ms);
  }
  // CROSS JOIN fixes the order: the rows that an index finds first, or else the remaining parts
  // first.
  const join =
    client_id === undefined && request_id === undefined
      ? "audit_personal p CROSS JOIN audit_row r ON r.sequence = p.sequence"
      : "audit_row r CROSS JOIN audit_personal p ON p.sequence = r.sequence";
  const sql = `SELECT p.sequence FROM ${join} WHERE ${conditions.join(" AND ")}
    ORDER BY p.sequence LIMIT $limit`;
  return db
    .query<{ sequence: number }, [typeof values]>(sql)
    .all(values)
    .map(({ sequence }) => sequence);
}

function lastBefore(db: Database, beforeMs: number): number {
  // The plus sign makes SQLite use the index on time instead of walking the table from its end.
  const sql = "SELECT max(+sequence) AS last FROM audit_row WHERE served_at_ms < ?";
  return db.query<{ last: number | null }, [number]>(sql).get(beforeMs)?.last ?? 0;
}

function remove(db: Database, rows: readonly number[]): void {
  const statement = db.query<null, [number]>("DELETE FROM audit_personal WHERE sequence = ?");
  for (const sequence of rows) statement.run(sequence);
}
