/** Reads the audit rows of one database file: the state store or a sealed month. */
import type { Database } from "bun:sqlite";
import { FACT_COLUMNS, type StoredFacts, type StoredRow } from "../audit-chain.ts";
import type { AuditFilter } from "../records.ts";

/** Rows are read in pages, so that no cursor stays open while the caller works on one. */
const PAGE_ROWS = 100;
const FACTS = FACT_COLUMNS.map((name) => `r.${name}`).join(", ");
const FACTS_ONLY = `SELECT ${FACTS} FROM audit_row r`;
const WITH_PERSONAL = `SELECT ${FACTS}, p.salt, p.packed FROM audit_row r
  LEFT JOIN audit_personal p ON p.sequence = r.sequence`;

/** The first and last sequence number; empty where the first is larger. */
export interface SequenceSpan {
  first: number;
  last: number;
}

/** Every row, also one that somebody added past the program. */
export const EVERYTHING: SequenceSpan = {
  first: Number.MIN_SAFE_INTEGER,
  last: Number.MAX_SAFE_INTEGER,
};

export interface AuditRows {
  byId(id: string, span: SequenceSpan): StoredRow | null;
  /** The newest rows that match, newest first. */
  newest(filter: AuditFilter, span: SequenceSpan, limit: number): StoredRow[];
  /** All rows that match, in chain order. */
  walk(filter: AuditFilter, span: SequenceSpan): Generator<StoredRow, void, undefined>;
  walkFacts(filter: AuditFilter, span: SequenceSpan): Generator<StoredFacts, void, undefined>;
}

type Values = Record<string, string | number>;

/** Only the conditions that are given: an optional condition would keep SQLite from its indices. */
function conditions(filter: AuditFilter, span: SequenceSpan): { where: string; values: Values } {
  const { client_id, request_id, trace_id, outcome, before_id, since, until } = filter;
  const parts = ["r.sequence BETWEEN $first AND $last"];
  const values: Values = { first: span.first, last: span.last };
  const add = (condition: string, name: string, value: string | number) => {
    parts.push(condition);
    values[name] = value;
  };
  if (client_id !== undefined) add("r.client_id = $client_id", "client_id", client_id);
  if (request_id !== undefined) {
    // The index is on the end of the id.
    parts.push("substr(r.request_id_json, -10) = substr($request_id_json, -10)");
    add("r.request_id_json = $request_id_json", "request_id_json", JSON.stringify(request_id));
  }
  if (trace_id !== undefined) add("r.trace_id = $trace_id", "trace_id", trace_id);
  if (outcome !== undefined) add("r.outcome = $outcome", "outcome", outcome);
  // Ids grow along the chain.
  if (before_id !== undefined) add("r.id < $before_id", "before_id", before_id);
  // The plus sign keeps SQLite off the index on time, because the rows are needed in chain order.
  if (since !== undefined) add("+r.served_at_ms >= $since", "since", Date.parse(since));
  if (until !== undefined) add("+r.served_at_ms < $until", "until", Date.parse(until));
  return { where: parts.join(" AND "), values };
}

export function createAuditRows(db: Database): AuditRows {
  const byId = db.query<StoredRow, [string, number, number]>(
    `${WITH_PERSONAL} WHERE r.id = ? AND r.sequence BETWEEN ? AND ?`,
  );

  /** The section of the chain within the given time, found by the index on time alone. */
  function within({ since, until }: AuditFilter, { first, last }: SequenceSpan): SequenceSpan {
    if (since === undefined && until === undefined) return { first, last };
    const ends = db
      .query<{ first: number | null; last: number | null }, [number, number]>(
        `SELECT min(sequence) AS first, max(sequence) AS last FROM audit_row
          WHERE served_at_ms >= ? AND served_at_ms < ?`,
      )
      .get(
        since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
        until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
      );
    return {
      first: Math.max(first, ends?.first ?? first),
      last: Math.min(last, ends?.last ?? 0),
    };
  }

  function* pages<T extends StoredFacts>(
    select: string,
    filter: AuditFilter,
    span: SequenceSpan,
  ): Generator<T, void, undefined> {
    const { first, last } = within(filter, span);
    let next = first;
    let left = filter.limit ?? Infinity;
    while (left > 0 && next <= last) {
      const { where, values } = conditions(filter, { first: next, last });
      const limit = Math.min(PAGE_ROWS, left);
      const rows = db
        .query<T, [Values]>(`${select} WHERE ${where} ORDER BY r.sequence LIMIT $limit`)
        .all({ ...values, limit });
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      next = end.sequence + 1;
      left -= rows.length;
    }
  }

  return {
    byId: (id, { first, last }) => byId.get(id, first, last),

    newest(filter, span, limit) {
      const { where, values } = conditions(filter, within(filter, span));
      return db
        .query<StoredRow, [Values]>(
          `${WITH_PERSONAL} WHERE ${where} ORDER BY r.sequence DESC LIMIT $limit`,
        )
        .all({ ...values, limit });
    },

    walk: (filter, span) => pages<StoredRow>(WITH_PERSONAL, filter, span),
    walkFacts: (filter, span) => pages<StoredFacts>(FACTS_ONLY, filter, span),
  };
}
