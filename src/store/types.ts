/**
 * What the state store keeps, and its operations. All calls are synchronous (bun:sqlite) and short.
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
  /** The key that this one replaced. */
  replaces: string | null;
  /** Exact to the hour: a second use within an hour is not recorded. */
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
  /**
   * The key record behind a secret; null where the key is malformed, unknown, revoked or expired.
   * Sees the writes of other processes.
   */
  authenticate(presented: string): KeyRecord | null;
  /** Whether a key that was authenticated still is usable. Sees other processes' writes. */
  isValid(keyId: string): boolean;
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
   * Appends to the history. `active` without a record appends `provisioned` first. A state that is
   * already met appends nothing. Returns the newest row.
   * @throws OperatorError where the state does not allow the step
   */
  change(
    clientId: string,
    state: Exclude<ConsentState, "not_provisioned">,
    actor: string,
    reason?: string,
  ): ConsentChange;
}

/** What is kept of one served answer. The store adds the fields of the chain. */
export interface AuditEntry {
  client_id: string;
  request_id: string;
  trace_id: string;
  /** In the form of `Date.prototype.toISOString`. */
  served_at: string;
  outcome: "served" | SuppressionReason;
  confidence: { value: number } & ConfidenceParts;
  citations: Pick<Citation, "citation_id" | "relevance">[];
  model_version: string;
  corpus_version: string;
  timings_ms: Record<string, number>;
  request_sha256: string;
  /** The scrubbed features of the engine: context, signals, minimum_confidence. */
  signals: {
    context: unknown;
    signals: Signals;
    minimum_confidence: number;
    warnings: string[];
    /**
     * For each part of the message the source of its answer, and the probability that it answers.
     */
    answered_by?: EngineResult["answered_by"];
    /** The safety categories of a message that was not answered. */
    categories?: readonly SafetyCategory[];
    /** The sandbox scenario that was answered in place of the request. */
    scenario?: string;
    /** False where there was a question that must not be kept. */
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

/** The personal members of a row, which can be erased. */
export type PersonalMember =
  | "citations"
  | "query"
  | "request_sha256"
  | "response"
  | "signals"
  | "timings_ms";

/** A row whose personal part was erased. Billing and the chain need nothing else. */
export type ErasedRow = Omit<AuditRow, PersonalMember> & { [K in PersonalMember]: null };

/** The members that a bill needs, none of them personal. One row is one billable unit. */
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
  /** As the caller sent it. */
  request_id?: string | undefined;
  outcome?: AuditEntry["outcome"] | undefined;
  /** Only rows earlier in the chain than the one of this id. */
  before_id?: string | undefined;
  /**
   * Bounds of `served_at` in its form, `YYYY-MM-DDTHH:MM:SS.sssZ`: including the first, excluding
   * the second.
   */
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
  /** The same rows without their personal parts, which are not read. */
  bill(filter: AuditFilter): IterableIterator<BillingRow>;
  /**
   * Recomputes every hash of the rows and the ledger, and names the first that does not match.
   * @param checkpoint that both chains must pass through
   */
  verify(checkpoint?: SignedCheckpoint): Verification;
}

/** The ends of both chains, with the signature of the store's own key. */
export interface SignedCheckpoint {
  checkpoint: {
    made_at: string;
    rows: number;
    head: string;
    ledger_events: number;
    ledger_head: string;
  };
  signature: { fingerprint: string; value: string };
}

/** The signed description of a month whose rows left the store. The ledger holds it too. */
export interface SealedMonth {
  /** `YYYY-MM` of the time at which the rows were stored. */
  month: string;
  /** Sequence numbers of the first and the last row. */
  first: number;
  last: number;
  last_id: string;
  /** The hash before the first row, and that of the last row. */
  previous_hash: string;
  head: string;
  /** Bounds of `served_at`, in epoch milliseconds. */
  served_from_ms: number;
  served_to_ms: number;
}

/** Selects the rows that lose their personal part: those that meet every given condition. */
export interface ErasureScope {
  client_id?: string | undefined;
  /** As the caller sent it; needs the client id too. */
  request_id?: string | undefined;
  /** Served before this instant, in the form of `served_at`. */
  before?: string | undefined;
  /** The reason, which the ledger records. */
  reason?: string | undefined;
}

/**
 * Operations on rows that are already written. Only one process at a time may run them
 * (`duringMaintenance`).
 */
export interface Upkeep {
  /**
   * Erases in small steps, each of which returns how many rows lost their personal part.
   * @param by who ordered the erasure
   */
  erase(scope: ErasureScope, by: string): IterableIterator<number>;
  /**
   * Moves a month that is over into a file of its own.
   * @param until the end of the month as an instant
   */
  seal(month: string, until: string): SealedMonth;
  /** Deletes the store's copies of sealed rows, in small steps. */
  sweep(): IterableIterator<number>;
  checkpoint(): SignedCheckpoint;
  /**
   * The newest time at which a row was stored, and where the clock last leapt to, in epoch
   * milliseconds.
   */
  times(): { newest_ms: number; leapt_at_ms: number | null };
  /**
   * Writes a copy of the store to a new file and checks it.
   * @returns how many rows it holds and has checked
   */
  backUp(path: string): number;
  /**
   * Empties the write-ahead log, which may still hold erased text; false while another process
   * reads.
   */
  foldLog(): boolean;
}

export type BrokenPart = "row" | "ledger event" | "key" | "record" | "sealed month" | "checkpoint";
/** `rows`: how many rows are correct, or were before the fault. */
export type Verification =
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
  /** The answer to this (client, request) within the idempotency window, or null. */
  replay(clientId: string, requestId: string, nowMs: number): CachedAnswer | null;
  /**
   * Writes the audit row and the cache entry in ONE immediate transaction; nothing is kept when
   * either fails. If another process answered this (client, request) within the window, nothing is
   * added and that row is returned. The caller must send the returned row's `response`.
   * @throws ServiceError `persistence_failed`
   */
  commit(entry: AuditEntry, nowMs: number): AuditRow;
  /**
   * Runs `work` up to its first wait, with one check of the file for all of its reads. A request
   * asks several times for keys, consent and replays, and the check is most of the cost. Writes of
   * other processes count from the next check on.
   */
  batchReads<T>(work: () => T): T;
  /**
   * Set while the database lies no longer where it was opened: nothing may be answered or recorded
   * then.
   */
  fault(): string | null;
  /**
   * What is wrong with the pages of the file; null where they are whole. It reads the whole file.
   */
  damage(): string | null;
  /** Checkpoints the write-ahead log and closes the file. */
  close(): void;
}
