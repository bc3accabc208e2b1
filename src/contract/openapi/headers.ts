/**
 * The response headers of the API document, each described once.
 * @module
 */
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../limits.ts";
import type { JsonObject } from "./schema.ts";

export const ETAG_EXAMPLE = '"GNkeMf3n0VqRrCkTb9Hw4vxa"';

function text(description: string, example: string): JsonObject {
  return { description, schema: { type: "string" }, example };
}

export const HEADERS = {
  "zp-rid": text(
    "Id of this request; equal to trace.requestId.",
    "28f2d802-8e27-49c8-970d-39d90ef0ac61",
  ),
  "RateLimit-Policy": text(
    "Quota q in a sliding window of w seconds.",
    `"default";q=${RATE_LIMIT_REQUESTS_MAX};w=${RATE_LIMIT_WINDOW_SECONDS}`,
  ),
  RateLimit: text(
    "Requests left (r) and seconds until one more is given back (t).",
    '"default";r=12;t=41',
  ),
  "Retry-After": {
    description: "Whole seconds to wait before the same request is worth sending again.",
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  ETag: text("Names this version of the page.", ETAG_EXAMPLE),
  "X-Service-Cache": {
    description: "`hit` where the answer was given before within the idempotency window.",
    schema: { type: "string", enum: ["hit", "miss"] },
    example: "miss",
  },
  "WWW-Authenticate": text("Scheme to use.", 'ApiKey realm="phasewise"'),
  Allow: text("With 405 only: the methods of the path.", "GET, HEAD"),
  Deprecation: text(
    "RFC 9745: when the operation became deprecated, `@` and Unix seconds.",
    "@1796083200",
  ),
  Sunset: text("RFC 8594: when the operation may stop answering.", "Mon, 01 Mar 2027 00:00:00 GMT"),
  Link: text(
    "Where the deprecation is explained.",
    '<https://docs.example/changes>; rel="deprecation"',
  ),
} satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof HEADERS;

export function headerRefs(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
