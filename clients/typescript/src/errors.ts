/**
 * What is thrown: one class for each shape of refusal, and two for answers that are none.
 * @module
 */
import type { Reply } from "./exchange.ts";
import type { Open } from "./recommendation.ts";
import type {
  ConsentReason,
  ErrorCode,
  FlatError,
  GatewayDetail,
  GatewayProblem,
  Problem,
  SafetyCategory,
} from "./schema.ts";

export abstract class PhasewiseError extends Error {
  /** Null where no answer came. */
  abstract readonly status: number | null;
  /** How many requests were sent. */
  abstract readonly attempts: number;
}

abstract class AnsweredError extends PhasewiseError {
  readonly status: number;
  readonly attempts: number;
  /** The header `zp-rid`: quote it to support. */
  readonly requestRid: string | null;

  constructor(message: string, { status, attempts, headers }: Reply) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.attempts = attempts;
    this.requestRid = headers.get("zp-rid");
  }
}

/** The gateway refused: 400, 401, 403, 404, 405 or 429. */
export class GatewayError extends AnsweredError {
  /** The stable reason; new ones may appear. */
  readonly code: Open<GatewayDetail>;

  constructor(
    readonly problem: GatewayProblem,
    reply: Reply,
  ) {
    super(problem.detail, reply);
    this.code = problem.detail;
  }
}

/** The operation has no consent in this environment: 403. */
export class ConsentError extends AnsweredError {
  constructor(
    readonly code: Open<ConsentReason>,
    reply: Reply,
  ) {
    super(code, reply);
  }
}

/** The recommendation service refused: 413, 415, 422, 500, 502 or 503. */
export class ServiceError extends AnsweredError {
  /** New ones may appear. */
  readonly code: Open<ErrorCode>;
  readonly traceId: string;
  /** The faults of the body after `invalid_request`; otherwise empty. */
  readonly problems: readonly Problem[];
  /** Why a message is no wellness question, after `out_of_scope`; otherwise empty. */
  readonly categories: readonly Open<SafetyCategory>[];

  constructor({ error, trace_id }: FlatError, reply: Reply) {
    super(error.message, reply);
    this.code = error.code;
    this.traceId = trace_id;
    const details = Array.isArray(error.details) ? error.details : [];
    this.problems = details.filter((each) => "path" in each);
    this.categories = details.flatMap((each) => ("category" in each ? [each.category] : []));
  }
}

/** An answer that is none of the contract's, such as a proxy's page. */
export class UnexpectedAnswerError extends AnsweredError {
  constructor(
    readonly text: string,
    reply: Reply,
  ) {
    super(`an answer with status ${reply.status} that the contract does not have`, reply);
  }
}

/** No try got an answer: a timeout or a lost connection. `cause` says which, of the last try. */
export class NoAnswerError extends PhasewiseError {
  override readonly name = "NoAnswerError";
  readonly status = null;

  constructor(
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`no answer after ${attempts} tries`, { cause });
  }
}

/** The error of an answer that is not a 200. */
export function errorOf(reply: Reply): PhasewiseError {
  const body = parsed(reply.text);
  if (isProblem(body)) return new GatewayError(body, reply);
  if (isFlat(body)) return new ServiceError(body, reply);
  if (reply.status === 403 && isObject(body) && typeof body.detail === "string")
    return new ConsentError(body.detail, reply);
  return new UnexpectedAnswerError(reply.text, reply);
}

/** Undefined where the text is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isProblem(body: unknown): body is GatewayProblem {
  return isObject(body) && typeof body.detail === "string" && isObject(body.trace);
}

function isFlat(body: unknown): body is FlatError {
  if (!isObject(body) || !isObject(body.error)) return false;
  const { code, message } = body.error;
  return typeof code === "string" && typeof message === "string";
}
