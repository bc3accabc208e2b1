/**
 * The port between the service and a database: the operations of the state store.
 *
 * A database in this process answers at once, one on a server answers later, so callers await every
 * result.
 * @module
 */
import type { KeyActor } from "./key-change.ts";
import type {
  AuditEntry,
  AuditFilter,
  AuditRow,
  BillingRow,
  ConsentChange,
  ConsentState,
  Environment,
  ErasedRow,
  ErasureScope,
  IssuedKey,
  KeyRecord,
  ListedKey,
  SealedMonth,
  SignedCheckpoint,
  Verification,
} from "./records.ts";

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
