/**
 * What the state store keeps, and its operations: the port between the service and a database.
 *
 * A database in this process answers at once, one on a server answers later, so callers await every
 * result.
 * @module
 */
import type { Citation, SuppressionReason } from "../contract/response.ts";
import type { SafetyCategory } from "../contract/safety.ts";
import type { ConfidenceParts, EngineResult, Signals } from "../engine/types.ts";
import type { KeyActor, KeyChange } from "./key-change.ts";

/** A result that is there at once, or later. */
type Awaitable<T> = T | Promise<T>;
/** The same for results that are walked. */
type Walkable<T> = Iterable<T> | AsyncIterable<T>;
type LaterResult = Promise<unknown> | AsyncIterable<unknown>;
/** The store of a database in this process: every result is there at once. */
export type Immediate<T> = {
  [K in keyof T]: T[K] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Exclude<R, LaterResult>
    : Immediate<T[K]>;
};

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

export interface ListedKey extends KeyRecord {
  /** The key that this one replaced. */
  replaces: string | null;
  /** Exact to the hour: a second use within an hour is not recorded. */
  last_used_at: string | null;
  /** Oldest first; without those from before the ledger recorded them. */
  changes: KeyChange[];
}

export interface IssuedKey extends KeyRecord {
  /** Shown once, never stored. */
  key: string;
}

export interface KeyStore {
  issue(
    input: {
      tenant: string;
      environment: Environment;
      label?: string | undefined;
      expires_in_ms?: number | undefined;
    },
    by: KeyActor,
  ): Awaitable<IssuedKey>;
  /** Oldest first. */
  list(): Awaitable<ListedKey[]>;
  /** @throws OperatorError when there is no such key. */
  revoke(keyId: string, by: KeyActor): Awaitable<KeyRecord>;
  /** Issues a successor; the old key expires after the grace period. */
  rotate(keyId: string, graceMs: number, by: KeyActor): Awaitable<IssuedKey>;
}

export interface ConsentChange {
  client_id: string;
  state: ConsentState;
  at: string;
  actor: string;
  reason: string | null;
}

export interface ConsentStore {
  state(clientId: string): Awaitable<ConsentState>;
  history(clientId: string): Awaitable<ConsentChange[]>;
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
  ): Awaitable<ConsentChange>;
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
  /** No index finds it: give the time of the row too. */
  trace_id?: string | undefined;
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
  list(filter: AuditFilter): Awaitable<(AuditRow | ErasedRow)[]>;
  get(id: string): Awaitable<AuditRow | ErasedRow | null>;
  /** Rows in chain order, in bounded memory. */
  walk(filter: AuditFilter): Walkable<AuditRow | ErasedRow>;
  /** The same rows without their personal parts, which are not read. */
  bill(filter: AuditFilter): Walkable<BillingRow>;
  /**
   * Recomputes every hash of the rows and the ledger, and names the first that does not match.
   * @param checkpoint that both chains must pass through
   * @param onRow called with how many rows hold so far, and of how many
   */
  verify(
    checkpoint?: SignedCheckpoint,
    onRow?: (rows: number, total: number) => void,
  ): Awaitable<Verification>;
}

/** The ends of both chains, with the signature of the store's own key. */
export interface SignedCheckpoint {
  checkpoint: {
    made_at: string;
    rows: number;
    head: string;
    ledger_events: number;
    ledger_head: string;
    /** Where each client's chain ends, in a database with a chain for each. */
    chains?: { client_id: string; rows: number; head: string }[];
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
  erase(scope: ErasureScope, by: string): Walkable<number>;
  /**
   * Moves a month that is over into a file of its own.
   * @param until the end of the month as an instant
   */
  seal(month: string, until: string): Awaitable<SealedMonth>;
  /** Deletes the store's copies of sealed rows, in small steps. */
  sweep(): Walkable<number>;
  checkpoint(): Awaitable<SignedCheckpoint>;
  /**
   * The newest time at which a row was stored, and where the clock last leapt to, in epoch
   * milliseconds.
   */
  times(): Awaitable<{ newest_ms: number; leapt_at_ms: number | null }>;
  /**
   * Writes a copy of the store to a new file and checks it.
   * @returns how many rows it holds and has checked
   */
  backUp(path: string): Awaitable<number>;
  /**
   * Empties the write-ahead log, which may still hold erased text; false while another process
   * reads.
   */
  foldLog(): Awaitable<boolean>;
}

export type BrokenPart = "row" | "ledger event" | "key" | "record" | "sealed month" | "checkpoint";
/** `rows`: how many rows are correct, or were before the fault. */
export type Verification =
  | { rows: number; head: string }
  | { rows: number; part: BrokenPart; broken: string; why: string };

/** Who asks: the client, and the key it came with; null behind another gateway. */
export interface Caller {
  client_id: string;
  key_id: string | null;
}

export interface KeyAndConsent {
  key: KeyRecord;
  consent: ConsentState;
}

/** How long a commit may take. It can be extended meanwhile; nothing is kept after it. */
interface CommitLimit {
  readonly leftMs: number;
  /** @throws where no time is left */
  check(): void;
}

export interface CachedAnswer {
  body: string;
  stored_at_ms: number;
}

export interface StateStore {
  keys: KeyStore;
  consent: ConsentStore;
  audit: AuditStore;
  upkeep: Upkeep;
  /**
   * The key behind a secret and the consent of its client, in one look; null where the secret is
   * malformed, unknown, revoked or expired. Sees the writes of other processes, as all looks do.
   * @param rechecked `requireKeyAndConsent` or `commit` checks the caller again before it is
   *   answered, so this look may return a key and a consent that were read a moment ago
   */
  identify(presented: string, rechecked?: boolean): Awaitable<KeyAndConsent | null>;
  /** @throws KeyEndedError or ConsentEndedError where the caller may not be answered any more */
  requireKeyAndConsent(caller: Caller): Awaitable<void>;
  /**
   * The answer to this (client, request) within the idempotency window, or null. Key and consent of
   * a caller are checked in the same look.
   * @throws KeyEndedError or ConsentEndedError
   */
  replay(clientId: string, requestId: string, caller?: Caller): Awaitable<CachedAnswer | null>;
  /**
   * Writes the audit row and the cache entry in ONE transaction, in which key and consent of the
   * caller are checked; nothing is kept when any of it fails. If another process answered this
   * (client, request) within the window, nothing is added and that row is returned. The caller must
   * send the returned row's `response`.
   * Commits may be asked for at the same time. Where another process keeps the store from writing,
   * a commit waits and other operations go on.
   * @throws ServiceError `persistence_failed`, or what the limit throws
   * @throws KeyEndedError or ConsentEndedError
   */
  commit(entry: AuditEntry, caller?: Caller, limit?: CommitLimit): Promise<AuditRow>;
  /**
   * Set while the database is not the one that was opened, or is out of reach: nothing may be
   * answered or recorded then.
   */
  fault(): string | null;
  /**
   * What is wrong with the pages of the database; null where they are whole. It may read all of it.
   */
  damage(): Awaitable<string | null>;
  /** Writes what still waits, and closes the database. */
  close(): Awaitable<void>;
}
