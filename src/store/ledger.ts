/**
 * The ledger: one append-only, hash-chained list of everything that happens to the store besides
 * answers. It holds changes of consent and keys, erasures, sealed months, upgrades and signing
 * keys.
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";

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
