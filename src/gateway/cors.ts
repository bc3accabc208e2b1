/**
 * What a browser is told about pages of other origins: nothing, unless the operator names the
 * origin.
 * @module
 */
import { allowedMethods, type LoggedOperation, operationsAt } from "../contract/operations.ts";

/** Operations that pages may share. Liveness and metrics are for the machine, not for browsers. */
const SHARED: readonly LoggedOperation[] = ["recommend", "preflight", "openapi", "docs", "mcp"];
const REQUEST_HEADERS = "authorization, content-type, mcp-protocol-version, x-sandbox-scenario";
const RESPONSE_HEADERS =
  "zp-rid, x-service-cache, ratelimit, ratelimit-policy, retry-after, deprecation, sunset, link";
const PREFLIGHT_AGE_SECONDS = 600;

/** Adds the headers that let a page of a named origin read the answer. */
export function setCorsHeaders(
  origins: readonly string[],
  {
    request,
    operation,
    headers,
  }: { request: Request; operation: LoggedOperation; headers: Headers },
): void {
  if (origins.length === 0 || !SHARED.includes(operation)) return;
  headers.append("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !origins.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", RESPONSE_HEADERS);
}

/**
 * The answer to a browser's pre-flight request; null where the path or the origin is not shared.
 */
export function browserPreflight(
  origins: readonly string[],
  request: Request,
  path: string,
): Response | null {
  const origin = request.headers.get("origin");
  if (request.method !== "OPTIONS" || origin === null || !origins.includes(origin)) return null;
  if (!request.headers.has("access-control-request-method")) return null;
  if (!operationsAt(path).some(({ id }) => SHARED.includes(id))) return null;
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": allowedMethods(path).join(", "),
      "access-control-allow-headers": REQUEST_HEADERS,
      "access-control-max-age": String(PREFLIGHT_AGE_SECONDS),
      vary: "Origin",
    },
  });
}
