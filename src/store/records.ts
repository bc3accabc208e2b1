/**
 * What the state store keeps: keys, consent, audit rows, and what is signed and checked of them.
 * @module
 */
import type { Citation, SuppressionReason } from "../contract/response.ts";
import type { SafetyCategory } from "../contract/safety.ts";
import type { ConfidenceParts, EngineResult, Signals } from "../engine/types.ts";
import type { KeyChange } from "./key-change.ts";

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

export interface ConsentChange {
  client_id: string;
  state: ConsentState;
  at: string;
  actor: string;
  reason: string | null;
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

export type BrokenPart = "row" | "ledger event" | "key" | "record" | "sealed month" | "checkpoint";
/** `rows`: how many rows are correct, or were before the fault. */
export type Verification =
  | { rows: number; head: string }
  | { rows: number; part: BrokenPart; broken: string; why: string };
