/** Reading the audit rows: by id, by filter, for the bill, and the check of everything. */
import type { Database } from "bun:sqlite";
import { toAuditRow, toBillingRow } from "./audit-chain.ts";
import { createRows, type Span } from "./rows.ts";
import type { AuditStore } from "./types.ts";
import { verifyStore } from "./verify.ts";

const EVERYTHING: Span = { first: 1, last: Number.MAX_SAFE_INTEGER };

export function createAuditStore(db: Database): AuditStore {
  const rows = createRows(db);

  return {
    list(filter) {
      const limit = filter.limit ?? Number.MAX_SAFE_INTEGER;
      return rows.newest(filter, EVERYTHING, limit).reverse().map(toAuditRow);
    },

    get(id) {
      const row = rows.byId(id, EVERYTHING);
      return row === null ? null : toAuditRow(row);
    },

    *walk(filter) {
      for (const row of rows.walk(filter, EVERYTHING)) yield toAuditRow(row);
    },

    *bill(filter) {
      for (const row of rows.walkFacts(filter, EVERYTHING)) yield toBillingRow(row);
    },

    verify() {
      // One read transaction: rows that a running server adds meanwhile are not mistaken for a wrong end.
      return db.transaction(() => verifyStore(db))();
    },
  };
}
