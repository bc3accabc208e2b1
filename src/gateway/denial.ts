/**
 * The gateway's refusals, as RFC 9457 problem+json in the form of the hosted gateways that partners
 * know.
 * @module
 */
import { type GatewayProblem, PROBLEM_TYPE_PREFIX } from "../contract/body.ts";

const TITLES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  429: "Too Many Requests",
} as const;

/** A refusal, thrown to the one place that writes it as a response. */
export class Denial extends Error {
  readonly status: keyof typeof TITLES;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: keyof typeof TITLES,
    readonly detail: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

export function unauthorized(detail: string): Denial {
  return new Denial(401, detail, { "www-authenticate": 'ApiKey realm="phasewise"' });
}

export interface DenialContext {
  requestId: string;
  path: string;
  buildId: string;
  timestamp: string;
}

export function denialResponse(denial: Denial, context: DenialContext): Response {
  const body: GatewayProblem = {
    type: `${PROBLEM_TYPE_PREFIX}${denial.status}`,
    title: TITLES[denial.status],
    status: denial.status,
    detail: denial.detail,
    instance: context.path,
    trace: { timestamp: context.timestamp, requestId: context.requestId, buildId: context.buildId },
  };
  return new Response(JSON.stringify(body), {
    status: denial.status,
    headers: { ...denial.headers, "content-type": "application/problem+json" },
  });
}
