/**
 * The service's error: a stable code, a message for the caller, and details that stay in the log.
 *
 * Public and internal text are separate fields, so that nothing internal reaches a response by
 * accident. The gateway and the origin each turn it into their documented body in one place.
 * @module
 */

import type { SafetyCategory } from "./safety.ts";

/** A closed list. Each code has one status and a section in `docs/errors.md`. */
export const ERROR_STATUS = {
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  out_of_scope: 422,
  internal_error: 500,
  persistence_failed: 502,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Why a caller gets 503. The reason goes to the log and the metrics, not to the caller. */
export const UNAVAILABLE_REASONS = [
  /** The engine is loading, or inference has failed. */
  "not_ready",
  /** The requests before it need all the time until the deadline. */
  "overloaded",
  "queue_full",
  "deadline",
  /** The inference worker ended while it worked on this request. */
  "worker",
  "draining",
  /** Too many requests are open. */
  "requests_full",
  /** The bodies being received are too large together. */
  "bodies_full",
  /** The body did not arrive before the deadline. */
  "slow_body",
  /** The worker that reads large bodies is unavailable. */
  "intake",
  /** The server that counts requests for all replicas is away. */
  "limits",
  "other",
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/**
 * One fault in a request body. `path` is the JSON Pointer of the member, even where it is missing.
 */
export interface Problem {
  path: string;
  message: string;
  fix: string;
}

/** The safety categories of a message; see `safety.ts`. */
export interface OutOfScope {
  category: SafetyCategory;
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly publicMessage: string;
  readonly details: Problem[] | OutOfScope[] | null;
  /** For the log only. It never holds anything of the caller's body. */
  readonly internal: string | undefined;
  /** Set for `service_unavailable` only. */
  readonly reason: UnavailableReason;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    options: {
      details?: Problem[] | OutOfScope[];
      internal?: string;
      reason?: UnavailableReason;
      cause?: unknown;
    } = {},
  ) {
    super(`${code}: ${publicMessage}`, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.publicMessage = publicMessage;
    this.details = options.details ?? null;
    this.internal = options.internal;
    this.reason = options.reason ?? "other";
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** An answer that could not be recorded, so it is not served. */
export function persistenceFailed(internal: string, cause?: unknown): ServiceError {
  return new ServiceError(
    "persistence_failed",
    "The recommendation could not be recorded and was not served. Retry with the same request_id.",
    { internal, cause },
  );
}

/**
 * A fault that an operator can mend (a missing model, an unreadable file, a bad value): one line,
 * exit 1.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** A command line that cannot be understood: one line with the next step, exit 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
