/**
 * What the state store keeps and the operations on it. All calls are synchronous (bun:sqlite) and short.
 * @module
 */

import type { Citation, SuppressionReason } from "../contract/response.ts";
import type { SafetyCategory } from "../contract/safety.ts";
import type { ConfidenceParts, EngineResult, Signals } from "../engine/types.ts";

export const ENVIRONMENTS = ["sandbox", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export const CONSENT_STATES = ["not_provisioned", "provisioned", "active", "revoked"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export interface KeyRecord {
  key_id: string;
  tenant: string;
  environment: Environment;
  client_id: string;
  label: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

interface ListedKey extends KeyRecord {
  /** The key that this one took the place of. */
  replaces: string | null;
  /** To the hour: a use within an hour of the one before is not written down. */
  last_used_at: string | null;
}

export interface IssuedKey extends KeyRecord {
  /** Shown once, never stored. */
  key: string;
}

export interface KeyStore {
  issue(input: {
    tenant: string;
    environment: Environment;
    label?: string | undefined;
    expires_in_ms?: number | undefined;
  }): IssuedKey;
  /** Oldest first. */
  list(): ListedKey[];
  /** @throws OperatorError when there is no such key. */
  revoke(keyId: string): KeyRecord;
  /** Issues a successor; the old key expires after the grace period. */
  rotate(keyId: string, graceMs: number): IssuedKey;
  /** The usable key behind a presented secret, or null (malformed, unknown, revoked, expired). Sees other processes' writes. */
  authenticate(presented: string): KeyRecord | null;
  /** Whether a key that was authenticated still is usable. Sees other processes' writes. */
  holds(keyId: string): boolean;
}

export interface ConsentChange {
  client_id: string;
  state: ConsentState;
  at: string;
  actor: string;
  reason: string | null;
}

export interface ConsentStore {
  state(clientId: string): ConsentState;
  history(clientId: string): ConsentChange[];
  /**
   * Appends to the history; `active` without a record appends `provisioned` first, a state that is already met appends
   * nothing. Returns the newest row. @throws OperatorError for a step the states do not allow.
   */
  change(
    clientId: string,
    state: Exclude<ConsentState, "not_provisioned">,
    actor: string,
    reason?: string,
  ): ConsentChange;
}

/** What is kept of one served answer, besides the chain fields the store adds itself. */
export interface AuditEntry {
  client_id: string;
  request_id: string;
  trace_id: string;
  /** As `Date.prototype.toISOString` writes it. */
  served_at: string;
  outcome: "served" | SuppressionReason;
  confidence: { value: number } & ConfidenceParts;
  citations: Pick<Citation, "citation_id" | "relevance">[];
  model_version: string;
  corpus_version: string;
  timings_ms: Record<string, number>;
  request_sha256: string;
  /** The scrubbed features the engine used: context, signals, minimum_confidence. */
  signals: {
    context: unknown;
    signals: Signals;
    minimum_confidence: number;
    warnings: string[];
    /** What each part of the message was answered by, and how surely. */
    answered_by?: EngineResult["answered_by"];
    /** Why a message was not answered as wellness. */
    categories?: readonly SafetyCategory[];
    /** False where there was a question and it was not to be kept. */
    query_stored?: boolean;
  };
  query: string | null;
  /** The response body, byte for byte as sent. */
  response: string;
}

export interface AuditRow extends AuditEntry {
  id: string;
  previous_hash: string;
  hash: string;
}

/** What is of the person in a row, and can be erased. */
export type PersonalMember = "citations" | "query" | "request_sha256" | "response" | "signals" | "timings_ms";

/** A row whose personal part was erased: what is left is what a bill and the chain need. */
export type ErasedRow = Omit<AuditRow, PersonalMember> & { [K in PersonalMember]: null };

/** What a bill needs, and nothing of the person: one row is one billable unit. */
export type BillingRow = Pick<
  AuditRow,
  | "id"
  | "served_at"
  | "client_id"
  | "request_id"
  | "trace_id"
  | "outcome"
  | "model_version"
  | "corpus_version"
  | "hash"
>;

export interface AuditFilter {
  client_id?: string | undefined;
  /** `served_at` bounds in its own form, `YYYY-MM-DDTHH:MM:SS.sssZ`; the first is included, the second is not. */
  since?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
}

export interface AuditStore {
  /** The newest rows that match, newest last. */
  list(filter: AuditFilter): (AuditRow | ErasedRow)[];
  get(id: string): AuditRow | ErasedRow | null;
  /** Rows in chain order, in bounded memory. */
  walk(filter: AuditFilter): IterableIterator<AuditRow | ErasedRow>;
  /** The same without their personal parts, which are not even read. */
  bill(filter: AuditFilter): IterableIterator<BillingRow>;
  /**
   * Recomputes every hash of rows and ledger; names the first that does not match.
   * @param checkpoint one that both chains have to go through
   */
  verify(checkpoint?: SignedCheckpoint): Verdict;
}

/** Where both chains end, with the signature of the store's own key. */
export interface SignedCheckpoint {
  checkpoint: { made_at: string; rows: number; head: string; ledger_events: number; ledger_head: string };
  signature: { fingerprint: string; value: string };
}

/** What is signed of a month whose rows left the store, and stands in the ledger. */
export interface SealedMonth {
  /** `YYYY-MM` of the time the rows were stored at. */
  month: string;
  /** Sequence numbers of the first and the last row. */
  first: number;
  last: number;
  last_id: string;
  /** The hash before the first row, and the last row's. */
  previous_hash: string;
  head: string;
  /** Bounds of `served_at`, in epoch milliseconds. */
  served_from_ms: number;
  served_to_ms: number;
}

/** Which rows lose their personal part: those that meet every condition given. */
export interface ErasureScope {
  client_id?: string | undefined;
  /** As the caller gave it; together with the client. */
  request_id?: string | undefined;
  /** Served before, in the form of `served_at`. */
  before?: string | undefined;
  /** Why, for the ledger. */
  reason?: string | undefined;
}

/** What is done to the rows after they were written. Only one process at a time may (`duringMaintenance`). */
export interface Upkeep {
  /** Erases in small steps; each tells how many rows lost their personal part. @param by who has it erased */
  erase(scope: ErasureScope, by: string): IterableIterator<number>;
  /** Moves a month that is over into a file of its own. @param until the month's end as an instant */
  seal(month: string, until: string): SealedMonth;
  /** Takes out of the store, in small steps, the copies of rows that are sealed. */
  sweep(): IterableIterator<number>;
  checkpoint(): SignedCheckpoint;
  /** The newest time that a row was stored at, and where the clock last leapt to, in epoch milliseconds. */
  times(): { newest_ms: number; leapt_at_ms: number | null };
  /** Writes a copy of the store into a new file and checks it. @returns how many rows it vouches for */
  backUp(path: string): number;
  /** Empties the write-ahead log, in which erased text may still lie; false while another process reads. */
  foldLog(): boolean;
}

export type BrokenPart = "row" | "ledger event" | "key" | "record" | "sealed month" | "checkpoint";
/** `rows`: how many hold, or held before the fault. */
export type Verdict =
  | { rows: number; head: string }
  | { rows: number; part: BrokenPart; broken: string; why: string };

interface CachedAnswer {
  body: string;
  stored_at_ms: number;
}

export interface StateStore {
  keys: KeyStore;
  consent: ConsentStore;
  audit: AuditStore;
  upkeep: Upkeep;
  /** The answer given to this (client, request) within the idempotency window, or null. */
  replay(clientId: string, requestId: string, nowMs: number): CachedAnswer | null;
  /**
   * Audit row and cache entry in ONE immediate transaction; nothing is kept when either fails. Where another process
   * answered this (client, request) within the window, its row is returned and nothing is added: send the returned
   * row's `response`.
   * @throws ServiceError `persistence_failed`
   */
  commit(entry: AuditEntry, nowMs: number): AuditRow;
  /**
   * Runs `work` up to where it first waits, on one look at what other processes did: their writes
   * meanwhile count from the next look. Keys, consent and replays are asked for several times by a
   * request, and the look is the dear part.
   */
  glance<T>(work: () => T): T;
  /** Set while the database lies no longer where it was opened: nothing may be answered or recorded then. */
  fault(): string | null;
  /** What is wrong with the pages of the file; null where they are whole. Reads all of it. */
  damage(): string | null;
  /** Checkpoints the WAL and closes. */
  close(): void;
}
