/** Methods, paths and headers at every endpoint, and at what is none. */
import fc from "fast-check";
import { requestBody } from "../../support/payloads.ts";
import { segment } from "../paths.ts";
import { CANARY_KEY, leakIn } from "./canaries.ts";
import type { Surface } from "./surface.ts";

const ENDPOINTS = [
  "/v1/oura/recommendation",
  "/v1/garmin/recommendation",
  "/v1/health/me",
  "/v1/health",
  "/v1/health/ready",
  "/metrics",
  "/docs",
  "/openapi.json",
] as const;
const DOCUMENTED = [200, 204, 304, 400, 401, 403, 404, 405, 413, 415, 422, 429, 503];

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...ENDPOINTS) },
  {
    weight: 1,
    arbitrary: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`),
  },
);
const headerText = fc.stringMatching(/^[ -~]{0,40}$/);
const edge = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
  path,
  search: fc.constantFrom("", "?", "?x=1", "?%00", `?key=${CANARY_KEY}`),
  /** Where true, the valid key is sent in place of this credential. */
  known: fc.boolean(),
  authorization: fc.oneof(
    fc.constantFrom(`ApiKey ${CANARY_KEY}`, "ApiKey", "Bearer x", "\t"),
    headerText,
  ),
  name: fc.constantFrom(
    "accept",
    "origin",
    "if-none-match",
    "x-gateway-partner-id",
    "x-forwarded-for",
    "range",
    "expect",
  ),
  value: headerText,
  hasBody: fc.boolean(),
});
export type EdgeCase = typeof edge extends fc.Arbitrary<infer T> ? T : never;

/** @param key of a known client, whose rate limit is part of what is struck */
export function edges(target: {
  url: string;
  key: string;
  written(): string;
  stop(): Promise<void>;
}): Surface<EdgeCase> {
  return {
    name: "edges",
    socket: true,
    cases: edge,
    async strike({ method, path, search, known, authorization, name, value, hasBody }) {
      const mayHaveBody = method !== "GET" && method !== "HEAD";
      const response = await fetch(target.url + path + search, {
        method,
        headers: {
          [name]: value,
          authorization: known ? `ApiKey ${target.key}` : authorization,
          "content-type": "application/json",
        },
        ...(hasBody && mayHaveBody ? { body: JSON.stringify(requestBody()) } : {}),
      });
      const text = await response.text();
      if (!DOCUMENTED.includes(response.status))
        return `${method} ${path}: status ${response.status}: ${text}`;
      if (!response.headers.has("zp-rid"))
        return `${method} ${path}: ${response.status} without zp-rid`;
      const leak = leakIn(text) ?? leakIn([...response.headers.values()].join("\n"));
      return leak === null ? null : `${method} ${path}: ${response.status} leaks ${leak}`;
    },
    written: target.written,
    stop: target.stop,
  };
}
