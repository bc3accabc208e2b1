/**
 * Every status of every operation, with its body, media type and headers.
 * @module
 */
import { type HeaderName, headerRefs } from "./headers.ts";
import { type Json, type JsonObject, ref } from "./schema.ts";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const LIMITED: HeaderName[] = ["zp-rid", "RateLimit-Policy", "RateLimit"];

interface Status {
  description: string;
  content: Record<string, string>;
  headers: HeaderName[];
}

const UNAUTHORIZED: Status = {
  description:
    "`No Authorization Header`, `Invalid Authorization Scheme`, or `Authorization Failed` (malformed, unknown, revoked, expired, or a key of another environment).",
  content: { [PROBLEM_TYPE]: "GatewayProblem" },
  headers: ["zp-rid", "WWW-Authenticate"],
};
const TOO_MANY: Status = {
  description: "More than 30 requests in 60 s with one key. Retry after `Retry-After` seconds.",
  content: { [PROBLEM_TYPE]: "GatewayProblem" },
  headers: [...LIMITED, "Retry-After"],
};
const FORBIDDEN: Status = {
  description: "`missing_partner_id`: the gateway could not name the partner; contact support.",
  content: { [PROBLEM_TYPE]: "GatewayProblem" },
  headers: LIMITED,
};
const INTERNAL: Status = {
  description: "`internal_error`: a fault of the service. Do not retry; quote trace_id to support.",
  content: { [JSON_TYPE]: "FlatError" },
  headers: LIMITED,
};

function flat(description: string, ...more: HeaderName[]): Status {
  return { description, content: { [JSON_TYPE]: "FlatError" }, headers: [...LIMITED, ...more] };
}

export const RECOMMEND_STATUSES: Record<string, Status> = {
  "200": {
    description: "The answer. A suppressed answer is a 200 too: check suppression_reason.",
    content: { [JSON_TYPE]: "RecommendationResponse" },
    headers: [...LIMITED, "X-Service-Cache"],
  },
  "401": UNAUTHORIZED,
  "403": {
    description:
      "Gateway shape: `missing_partner_id`, `tenant_mismatch` (the key belongs to another tenant). Plain shape: `consent_not_provisioned`, `consent_revoked`.",
    content: { [PROBLEM_TYPE]: "GatewayProblem", [JSON_TYPE]: "ConsentDenied" },
    headers: LIMITED,
  },
  "413": flat("`payload_too_large`: the body is larger than 5 MiB."),
  "415": flat("`unsupported_media_type`: the body is not declared as application/json."),
  "422": flat(
    "`invalid_request`: details names every fault at once. `out_of_scope`: a clinical question in strict mode. Never cached.",
  ),
  "429": TOO_MANY,
  "500": INTERNAL,
  "502": flat(
    "`persistence_failed`: the audit row could not be written, so nothing was served. Retry after 1 s.",
  ),
  "503": flat(
    "`service_unavailable`: loading, stopping, or too busy to answer before the deadline. Retry.",
    "Retry-After",
  ),
};

export const PREFLIGHT_STATUSES: Record<string, Status> = {
  "200": {
    description: "Who is calling.",
    content: { [JSON_TYPE]: "Preflight" },
    headers: LIMITED,
  },
  "401": UNAUTHORIZED,
  "403": FORBIDDEN,
  "429": TOO_MANY,
  "500": INTERNAL,
};

export const LIVENESS_STATUSES: Record<string, Status> = {
  "200": {
    description: "The socket is open.",
    content: { [JSON_TYPE]: "Liveness" },
    headers: ["zp-rid"],
  },
};

export const READINESS_STATUSES: Record<string, Status> = {
  "200": { description: "Ready.", content: { [JSON_TYPE]: "Readiness" }, headers: ["zp-rid"] },
  "503": {
    description: "`service_unavailable`: the engine is loading, or the service is stopping.",
    content: { [JSON_TYPE]: "FlatError" },
    headers: ["zp-rid", "Retry-After"],
  },
};

/** A page that the caller may have cached. */
export function pageStatuses(description: string, mediaType: string): Record<string, Status> {
  const unchanged = "The caller has this version: `If-None-Match` names its `ETag`.";
  return {
    ...documentOnly(description, mediaType),
    "304": { description: unchanged, content: {}, headers: ["zp-rid"] },
  };
}

export function documentOnly(description: string, mediaType: string): Record<string, Status> {
  return { "200": { description, content: { [mediaType]: "" }, headers: ["zp-rid"] } };
}

/** @param deprecated adds the headers that announce the end */
export function responses(statuses: Record<string, Status>, deprecated: boolean): JsonObject {
  const end: HeaderName[] = deprecated ? ["Deprecation", "Sunset", "Link"] : [];
  const named = Object.entries(statuses).map(
    ([status, { description, content, headers }]): [string, Json] => [
      status,
      {
        description,
        headers: headerRefs([...headers, ...end]),
        content: Object.fromEntries(
          Object.entries(content).map(([type, schema]) => [
            type,
            { schema: schema === "" ? { type: "string" } : ref(schema) },
          ]),
        ),
      },
    ],
  );
  return { ...Object.fromEntries(named), default: { $ref: "#/components/responses/GatewayError" } };
}
