/**
 * The one error of the service: a stable code, words for the caller, and detail that stays in the log.
 *
 * Public and internal text are separate fields, so nothing internal can reach a response by accident. The gateway and
 * the origin each turn it into their documented body in one place.
 * @module
 */

import type { SafetyCategory } from "./safety.ts";

/** Closed list; every code maps to one status and has a page in `docs/errors.md`. */
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

/** Why a caller is told to come back (503): for the log and the metrics, not for the caller. */
export const UNAVAILABLE_REASONS = [
  /** The engine is loading, or inference is gone. */
  "not_ready",
  /** Who came before takes all the time that is left until the deadline. */
  "overloaded",
  "queue_full",
  "deadline",
  /** The inference worker ended while it worked on this request. */
  "worker",
  "draining",
  /** More requests are open than may be. */
  "requests_full",
  /** The bodies that are being received are too large together. */
  "bodies_full",
  /** The body did not arrive before the deadline. */
  "slow_body",
  /** The thread that reads large bodies cannot. */
  "intake",
  "other",
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** One fault in a request body; `path` is a JSON Pointer to the member itself, also where it is missing. */
export interface Problem {
  path: string;
  message: string;
  fix: string;
}

/** What a message must not be answered for; see `safety.ts`. */
export interface OutOfScope {
  category: SafetyCategory;
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly publicMessage: string;
  readonly details: Problem[] | OutOfScope[] | null;
  /** For the log only; never holds anything of the caller's body. */
  readonly internal: string | undefined;
  /** Of a `service_unavailable` alone. */
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

/** A fault an operator can mend (missing model, unreadable file, bad flag value): one clear line, exit 1. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** A command line that cannot be understood: one line and the next step, exit 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
