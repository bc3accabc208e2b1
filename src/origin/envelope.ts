/**
 * The flat error envelope of the origin, and JSON responses.
 * @module
 */
import type { FlatError } from "../contract/body.ts";
import type { ServiceError, UnavailableReason } from "../contract/error.ts";
import { RETRY_AFTER_UNAVAILABLE_SECONDS } from "../contract/limits.ts";

export const INTERNAL_MESSAGE = "Something went wrong on our side. Quote trace_id to support.";

/** Reasons to refuse while a part of the body, which nobody will read, is still to come. */
const BODY_PENDING: ReadonlySet<UnavailableReason> = new Set([
  "slow_body",
  "bodies_full",
  "requests_full",
]);

const JSON_TYPE = "application/json; charset=utf-8";

/** @param body an object to serialise, or JSON text to send as it is */
export function jsonResponse(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers,
  });
  response.headers.set("content-type", JSON_TYPE);
  return response;
}

export function errorResponse(
  error: ServiceError,
  requestId: string | null,
  traceId: string,
): Response {
  const body: FlatError = {
    request_id: requestId,
    trace_id: traceId,
    error: { code: error.code, message: error.publicMessage, details: error.details },
  };
  const headers: Record<string, string> = {};
  if (error.code === "service_unavailable") {
    headers["retry-after"] = String(RETRY_AFTER_UNAVAILABLE_SECONDS);
    if (BODY_PENDING.has(error.reason)) headers.connection = "close";
  }
  return jsonResponse(error.status, body, headers);
}
