/**
 * The flat error envelope of the origin, and JSON responses.
 * @module
 */
import type { FlatError } from "../contract/body.ts";
import type { ServiceError } from "../contract/error.ts";
import { RETRY_AFTER_UNAVAILABLE_SECONDS } from "../contract/limits.ts";

export const INTERNAL_MESSAGE = "Something went wrong on our side. Quote trace_id to support.";

const JSON_TYPE = "application/json; charset=utf-8";

/** `body` is an object to serialise or JSON text to send as it is. */
export function jsonResponse(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  response.headers.set("content-type", JSON_TYPE);
  return response;
}

export function errorResponse(error: ServiceError, requestId: string | null, traceId: string): Response {
  const body: FlatError = {
    request_id: requestId,
    trace_id: traceId,
    error: { code: error.code, message: error.publicMessage, details: error.details },
  };
  const retry: Record<string, string> =
    error.code === "service_unavailable" ? { "retry-after": String(RETRY_AFTER_UNAVAILABLE_SECONDS) } : {};
  return jsonResponse(error.status, body, retry);
}
