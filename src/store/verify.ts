/**
 * The check of everything the store vouches for: the ledger, the keys against the ledger, and every
 * audit row with its personal part, in one walk that holds one row at a time.
 * @module
 */
import type { Database } from "bun:sqlite";
import type { Head } from "./append.ts";
import { factsHash, hex, type StoredRow } from "./audit-chain.ts";
import { LASTING_KEYS, type LastingKey } from "./keys.ts";
import { contentOf, eventHash, type StoredEvent, walkLedger } from "./ledger.ts";
import { isCommitted } from "./personal.ts";
import { GENESIS_HASH } from "./row-tables.ts";
import { createRows } from "./rows.ts";
import type { BrokenPart, Verdict } from "./types.ts";

/** What was found to be wrong, thrown from wherever it was found. */
class Broken extends Error {
  constructor(
    readonly part: BrokenPart,
    readonly where: string,
    readonly why: string,
  ) {
    super(why);
  }
}

interface Heads extends Head {
  ledger_count: number;
  ledger_hash: string;
}

export function verifyStore(db: Database): Verdict {
  const head = db.query<Heads, []>("SELECT * FROM audit_head").get();
  const reached = { rows: 0 };
  try {
    if (head === null) throw new Broken("record", "audit_head", "the record of the chain's end is missing");
    const history = readLedger(db, head);
    requireKeys(db, history.keys);
    return { rows: head.row_count, head: walkRows(db, head, reached) };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { rows: reached.rows, part: error.part, broken: error.where, why: error.why };
  }
}

interface History {
  /** The newest event of each key. */
  keys: Map<string, Record<string, unknown>>;
}

/** Checks the chain of events and gathers what the rest is checked against. */
function readLedger(db: Database, head: Heads): History {
  const history: History = { keys: new Map() };
  let previous = GENESIS_HASH;
  let count = 0;
  for (const event of walkLedger(db)) {
    const broken = (why: string) => new Broken("ledger event", String(event.sequence), why);
    if (event.sequence !== count + 1) throw broken("an event before it is missing");
    if (hex(eventHash(previous, event)) !== hex(event.hash)) throw broken("content does not match its hash");
    if (count === head.ledger_count) throw broken("was added past the recorded end of the ledger");
    previous = hex(event.hash);
    count += 1;
    take(event, history);
  }
  if (previous !== head.ledger_hash) {
    const why = "the end of the ledger is missing or is not the recorded one";
    throw new Broken("ledger event", String(head.ledger_count), why);
  }
  return history;
}

function take(event: StoredEvent, history: History): void {
  const content = contentOf<Record<string, unknown>>(event);
  if (event.kind === "key") history.keys.set(event.subject, content);
  if (event.kind === "upgrade" && typeof content.broken === "string") {
    throw new Broken(
      "row",
      content.broken,
      `the chain of ${event.subject} was broken here before it was upgraded`,
    );
  }
}

function requireKeys(db: Database, recorded: History["keys"]): void {
  const keys = db.query<LastingKey, []>(LASTING_KEYS).all();
  for (const { key_id, ...columns } of keys) {
    const known = recorded.get(key_id);
    if (known === undefined) throw new Broken("key", key_id, "the ledger does not know this key");
    for (const [name, value] of Object.entries(known)) {
      const stored = columns[name as keyof typeof columns];
      if (stored !== value) throw new Broken("key", key_id, `its ${name} is not what the ledger says`);
    }
  }
  if (keys.length !== recorded.size) {
    const listed = new Set(keys.map(({ key_id }) => key_id));
    const missing = [...recorded.keys()].find((id) => !listed.has(id)) ?? "";
    throw new Broken("key", missing, "the ledger knows this key, the table does not");
  }
}

/** Walks the rows and compares the end with the recorded one. @returns the hash of the last row */
function walkRows(db: Database, head: Heads, reached: { rows: number }): string {
  let previous = GENESIS_HASH;
  let previousId = "";
  for (const row of createRows(db).walk({}, { first: 0, last: Number.MAX_SAFE_INTEGER })) {
    if (row.sequence !== reached.rows + 1 || hex(row.previous_hash) !== previous || row.id <= previousId) {
      throw hex(factsHash(row)) === hex(row.hash)
        ? new Broken(
            "row",
            row.id,
            "does not follow the row before it: a row was removed, moved or rewritten",
          )
        : new Broken("row", row.id, "content does not match its hash");
    }
    if (hex(factsHash(row)) !== hex(row.hash))
      throw new Broken("row", row.id, "content does not match its hash");
    if (reached.rows === head.row_count) {
      throw new Broken("row", row.id, "was added past the recorded end of the chain");
    }
    requirePersonal(row);
    previous = hex(row.hash);
    previousId = row.id;
    reached.rows += 1;
  }
  if (previous !== head.hash) {
    throw new Broken("row", head.id, "the end of the chain is missing or is not the recorded one");
  }
  return previous;
}

function requirePersonal({ id, salt, packed, commitment }: StoredRow): void {
  if (salt === null || packed === null) throw new Broken("row", id, "its personal part is missing");
  if (!isCommitted({ salt, packed }, commitment)) {
    throw new Broken("row", id, "its personal part is not the one that was recorded");
  }
}
