/**
 * One request and its answer at the edge: its id, the headers of every answer, one log line, one
 * count.
 * @module
 */
import { randomUUID } from "node:crypto";
import { deprecationHeaders, deprecationOf } from "../contract/deprecation.ts";
import { ServiceError } from "../contract/error.ts";
import { type LoggedOperation, OPERATIONS } from "../contract/operations.ts";
import { errorResponse, INTERNAL_MESSAGE } from "../origin/envelope.ts";
import { newTraceId } from "../origin/trace-id.ts";
import { bestEffort } from "../telemetry/best-effort.ts";
import type { GatewayContext } from "./context.ts";
import { setCorsHeaders } from "./cors.ts";
import { Denial, denialResponse } from "./denial.ts";
import type { Exchange, Handler } from "./handler.ts";
import { quotaHeaders } from "./rate-limit.ts";

/**
 * Answers hold health data or name the caller, so nothing on the way may cache, sniff or frame
 * them.
 */
const SAFE_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** A body up to this size arrives with the headers or soon after, whether it is read or not. */
const BUFFERED_BODY_BYTES = 64 * 1024;

/** Runs one operation and turns every outcome into a documented answer. */
export async function handleExchange(
  context: GatewayContext,
  operation: LoggedOperation,
  request: Request,
  handler: Handler,
): Promise<Response> {
  let trace_id: string | null = null;
  const exchange: Exchange = {
    request,
    rid: randomUUID(),
    get trace_id() {
      trace_id ??= newTraceId();
      return trace_id;
    },
    arrived: performance.now(),
    path: pathOf(request.url),
    operation,
    keyId: null,
    clientId: null,
    scenario: null,
    quota: null,
  };
  const response = await answer(context, exchange, handler);
  setHeaders(response.headers, context, exchange);
  if (context.recommendation.draining || (!response.ok && mayBeUnread(request.headers)))
    response.headers.set("connection", "close");
  const cache = response.headers.get("x-service-cache");
  const elapsed_ms = Math.round(performance.now() - exchange.arrived);
  bestEffort(() => {
    const { scenario } = exchange;
    context.options.metrics.countRequest(
      scenario === null ? operation : "sandbox",
      response.status,
    );
    context.options.logger.info(
      {
        rid: exchange.rid,
        // A replayed body carries the trace id of the request that was computed.
        trace_id: cache === "hit" ? null : exchange.trace_id,
        operation,
        method: request.method,
        status: response.status,
        client_id: exchange.clientId,
        ...(scenario !== null && { scenario: scenario.name }),
        cache,
        elapsed_ms,
      },
      "request",
    );
  });
  return response;
}

async function answer(
  context: GatewayContext,
  exchange: Exchange,
  handler: Handler,
): Promise<Response> {
  const { buildId, logger } = context.options;
  const { rid } = exchange;
  try {
    requireOneHost(exchange.request.headers);
    return await handler(exchange);
  } catch (error) {
    if (error instanceof Denial) {
      const timestamp = new Date(context.now()).toISOString();
      return denialResponse(error, { requestId: rid, path: exchange.path, buildId, timestamp });
    }
    const refusal =
      error instanceof ServiceError ? error : new ServiceError("internal_error", INTERNAL_MESSAGE);
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { trace_id } = exchange;
    if (refusal !== error)
      bestEffort(() => logger.error({ rid, trace_id, cause }, "gateway failed"));
    return errorResponse(refusal, null, trace_id);
  }
}

/** Two names in one Host header: a proxy may have used one and this service the other. */
function requireOneHost(headers: Headers): void {
  if (headers.get("host")?.includes(",")) throw new Denial(400, "Ambiguous Host Header");
}

/** A request without a usable Host header has no valid URL, but it has a path. */
function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

/** An unread large body keeps its connection busy until a timeout, so that connection is closed. */
function mayBeUnread(headers: Headers): boolean {
  if (headers.has("transfer-encoding")) return true;
  return Number(headers.get("content-length")) > BUFFERED_BODY_BYTES;
}

function setHeaders(headers: Headers, context: GatewayContext, exchange: Exchange): void {
  for (const [name, value] of Object.entries(SAFE_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  headers.set("zp-rid", exchange.rid);
  const { request, operation } = exchange;
  setCorsHeaders(context.options.corsOrigins, { request, operation, headers });
  const more: Record<string, string>[] = [];
  if (exchange.keyId !== null)
    more.push(quotaHeaders(exchange.quota ?? context.limiter.quota(exchange.keyId)));
  const documented = Object.values(OPERATIONS).find(({ id }) => id === operation);
  if (documented !== undefined) {
    const entry = deprecationOf(documented, context.options.deprecations);
    if (entry !== undefined) more.push(deprecationHeaders(entry));
  }
  for (const [name, value] of more.flatMap(Object.entries)) headers.set(name, value);
}
