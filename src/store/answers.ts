/** Served answers: the audit row and the idempotency entry as one commit, and the replay of one within its window. */
import type { Database } from "bun:sqlite";
import { incrementBase32, ulid } from "ulid";
import { ServiceError } from "../contract/error.ts";
import { IDEMPOTENCY_TTL_SECONDS } from "../contract/limits.ts";
import { type Head, link, type StoredRow, toAuditRow } from "./audit-chain.ts";
import type { StateStore } from "./types.ts";

const TTL_MS = IDEMPOTENCY_TTL_SECONDS * 1000;

interface Entry extends StoredRow {
  stored_at_ms: number;
}

/** JSON, because SQLite's UTF-8 would turn unequal lone surrogates, which a caller may send, into equal ids. */
function requestKey(requestId: string): string {
  return JSON.stringify(requestId);
}

/** The clock may be set back a little; an entry from further ahead than the window is not believed. */
function isFresh(storedAtMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - storedAtMs) < TTL_MS;
}

/** Ids grow along the chain also when the clock goes back or two processes write. */
function nextId(head: Head, nowMs: number): string {
  const id = ulid(nowMs);
  return id > head.id ? id : incrementBase32(head.id);
}

export function createAnswerStore(db: Database): Pick<StateStore, "replay" | "commit"> {
  const entryOf = db.query<Entry, [string, string]>(
    `SELECT id, hash, content, stored_at_ms FROM idempotency_entry JOIN audit_row ON id = audit_id
      WHERE idempotency_entry.client_id = ? AND request_id_json = ?`,
  );
  const headOf = db.query<Head, []>("SELECT row_count, id, hash FROM audit_head");
  const insertRow = db.query<null, [string, string, string]>(
    "INSERT INTO audit_row (id, hash, content) VALUES (?, ?, ?)",
  );
  const moveHead = db.query<null, [string, string]>(
    "UPDATE audit_head SET row_count = row_count + 1, id = ?, hash = ?",
  );
  const purge = db.query<null, [number]>("DELETE FROM idempotency_entry WHERE stored_at_ms <= ?");
  const putEntry = db.query<null, [string, string, string, number]>(
    `INSERT INTO idempotency_entry (client_id, request_id_json, audit_id, stored_at_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET audit_id = excluded.audit_id, stored_at_ms = excluded.stored_at_ms`,
  );

  function freshEntry(clientId: string, requestId: string, nowMs: number): Entry | null {
    const entry = entryOf.get(clientId, requestKey(requestId));
    return entry !== null && isFresh(entry.stored_at_ms, nowMs) ? entry : null;
  }

  return {
    replay(clientId, requestId, nowMs) {
      const entry = freshEntry(clientId, requestId, nowMs);
      if (entry === null) return null;
      return { body: toAuditRow(entry).response, stored_at_ms: entry.stored_at_ms };
    },

    commit(entry, nowMs) {
      const write = db.transaction(() => {
        const earlier = freshEntry(entry.client_id, entry.request_id, nowMs);
        if (earlier !== null) return toAuditRow(earlier);
        const head = headOf.get();
        if (head === null) throw new Error("audit_head has no row");
        const { stored, row } = link(entry, nextId(head, nowMs), head);
        insertRow.run(stored.id, stored.hash, stored.content);
        moveHead.run(stored.id, stored.hash);
        purge.run(nowMs - TTL_MS);
        putEntry.run(entry.client_id, requestKey(entry.request_id), stored.id, nowMs);
        return row;
      });
      try {
        return write.immediate();
      } catch (error) {
        throw new ServiceError(
          "persistence_failed",
          "The recommendation could not be recorded and was not served. Retry with the same request_id.",
          { internal: error instanceof Error ? error.message : String(error), cause: error },
        );
      }
    },
  };
}
