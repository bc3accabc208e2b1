/** Reading the audit rows: by id, by filter, and the check of the whole chain. */
import type { Database } from "bun:sqlite";
import { type Head, type StoredRow, toAuditRow, verifyChain } from "./audit-chain.ts";
import type { AuditFilter, AuditStore } from "./types.ts";

/** Rows are read in pages, so that no cursor stays open while the caller works with one. */
const PAGE_ROWS = 100;
const COLUMNS = "id, hash, content";
/** Ids grow along the chain, so their order is the chain's order. */
const MATCHES = `($client_id IS NULL OR client_id = $client_id)
  AND ($since IS NULL OR served_at >= $since) AND ($until IS NULL OR served_at < $until)`;

type Match = { client_id: string | null; since: string | null; until: string | null };

function match(filter: AuditFilter): Match {
  return {
    client_id: filter.client_id ?? null,
    since: filter.since ?? null,
    until: filter.until ?? null,
  };
}

export function createAuditStore(db: Database): AuditStore {
  const byId = db.query<StoredRow, [string]>(`SELECT ${COLUMNS} FROM audit_row WHERE id = ?`);
  const newest = db.query<StoredRow, [Match & { limit: number }]>(
    `SELECT ${COLUMNS} FROM audit_row WHERE ${MATCHES} ORDER BY id DESC LIMIT $limit`,
  );
  const page = db.query<StoredRow, [Match & { after: string; limit: number }]>(
    `SELECT ${COLUMNS} FROM audit_row WHERE id > $after AND ${MATCHES} ORDER BY id LIMIT $limit`,
  );
  const head = db.query<Head, []>("SELECT row_count, id, hash FROM audit_head");

  function* stored(filter: AuditFilter): Generator<StoredRow, void, undefined> {
    let after = "";
    let left = filter.limit ?? Infinity;
    while (left > 0) {
      const rows = page.all({ ...match(filter), after, limit: Math.min(PAGE_ROWS, left) });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      left -= rows.length;
    }
  }

  return {
    list(filter) {
      const limit = filter.limit ?? -1;
      return newest
        .all({ ...match(filter), limit })
        .reverse()
        .map(toAuditRow);
    },

    get(id) {
      const row = byId.get(id);
      return row === null ? null : toAuditRow(row);
    },

    *walk(filter) {
      for (const row of stored(filter)) yield toAuditRow(row);
    },

    verify() {
      // One read transaction: rows that a running server adds meanwhile are not mistaken for a wrong end.
      return db.transaction(() => {
        const end = head.get();
        return end === null
          ? { rows: 0, broken: "audit_head", why: "the record of the chain's end is missing" }
          : verifyChain(stored({}), end);
      })();
    },
  };
}
