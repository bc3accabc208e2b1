/**
 * The ledger: one append-only, hash-chained list of everything that happens to the store besides
 * answers. It holds changes of consent and keys, erasures, sealed months, upgrades and signing
 * keys.
 * @module
 */
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";
import { hex } from "./audit-chain.ts";

export type LedgerKind =
  | "consent"
  | "key"
  | "key_change"
  | "erasure"
  | "seal"
  | "upgrade"
  | "signing_key"
  | "clock"
  | "copy";

/** Something that happened to the store besides answers. */
export interface LedgerEvent {
  at_ms: number;
  kind: LedgerKind;
  /** The client, key or month that the event is about; empty for the store itself. */
  subject: string;
  content: Readonly<Record<string, unknown>>;
}

/** An event as the table stores it. */
export interface StoredEvent {
  sequence: number;
  at_ms: number;
  kind: LedgerKind;
  subject: string;
  /** Canonical JSON. */
  content: string;
  hash: Uint8Array;
}

export interface Ledger {
  /** Appends one event. It must run in the transaction of the change that it records. */
  append(event: LedgerEvent): void;
  /** All events about one subject, oldest first. */
  about(kind: LedgerKind, subject: string): StoredEvent[];
  latest(kind: LedgerKind, subject: string): StoredEvent | null;
  /** All events of a kind, oldest first. */
  all(kind: LedgerKind): StoredEvent[];
}

export function eventHash(previousHash: string, event: Omit<StoredEvent, "hash">): Buffer {
  const { sequence, at_ms, kind, subject, content } = event;
  const covered = canonicalJson([sequence, at_ms, kind, subject, content]);
  return createHash("sha256").update(previousHash).update(covered).digest();
}

/** The end of the ledger. */
export interface LedgerHead {
  ledger_count: number;
  ledger_hash: string;
}

/** The event that follows the end of the ledger. */
export function nextEvent(
  { at_ms, kind, subject, content }: LedgerEvent,
  head: LedgerHead,
  lastMs: number,
): StoredEvent {
  const event = {
    sequence: head.ledger_count + 1,
    // The history is read in the order of time, even if the clock went back.
    at_ms: Math.max(at_ms, lastMs),
    kind,
    subject,
    content: canonicalJson(content),
  };
  return { ...event, hash: eventHash(head.ledger_hash, event) };
}

export function contentOf<T>(event: StoredEvent): T {
  return JSON.parse(event.content) as T;
}

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
