/** The ledger in the file. */
import type { Database } from "bun:sqlite";
import { hex } from "../audit-chain.ts";
import { type Ledger, type LedgerHead, nextEvent, type StoredEvent } from "../ledger.ts";

const COLUMNS = "sequence, at_ms, kind, subject, content, hash";

export function createLedger(db: Database): Ledger {
  const headOf = db.query<LedgerHead, []>("SELECT ledger_count, ledger_hash FROM audit_head");
  const moveHead = db.query<null, [number, string]>(
    "UPDATE audit_head SET ledger_count = ?, ledger_hash = ?",
  );
  const insert = db.query<null, [number, number, string, string, string, Uint8Array]>(
    `INSERT INTO ledger (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const lastTime = db.query<{ at_ms: number }, []>(
    "SELECT at_ms FROM ledger ORDER BY sequence DESC LIMIT 1",
  );
  const about = db.query<StoredEvent, [string, string]>(
    `SELECT ${COLUMNS} FROM ledger WHERE kind = ? AND subject = ? ORDER BY sequence`,
  );
  const latest = db.query<StoredEvent, [string, string]>(
    `SELECT ${COLUMNS} FROM ledger WHERE kind = ? AND subject = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const all = db.query<StoredEvent, [string]>(
    `SELECT ${COLUMNS} FROM ledger WHERE kind = ? ORDER BY sequence`,
  );

  return {
    append({ at_ms, kind, subject, content }) {
      const head = headOf.get();
      if (head === null) throw new Error("audit_head has no row");
      const event = nextEvent({ at_ms, kind, subject, content }, head, lastTime.get()?.at_ms ?? 0);
      insert.run(event.sequence, event.at_ms, kind, subject, event.content, event.hash);
      moveHead.run(event.sequence, hex(event.hash));
    },
    about: (kind, subject) => about.all(kind, subject),
    latest: (kind, subject) => latest.get(kind, subject),
    all: (kind) => all.all(kind),
  };
}

const PAGE_EVENTS = 500;

/** Every event in order, in bounded memory. */
export function* walkLedger(db: Database): Generator<StoredEvent, void, undefined> {
  const page = db.query<StoredEvent, [number, number]>(
    `SELECT ${COLUMNS} FROM ledger WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  for (let after = 0; ; ) {
    const events = page.all(after, PAGE_EVENTS);
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.sequence;
  }
}
