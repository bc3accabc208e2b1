/**
 * Every status of every operation, with its body, media type, headers and examples.
 * @module
 */
import {
  BODY_BYTES_MAX,
  PLATFORM_CONFIDENCE_FLOOR,
  RATE_LIMIT_REQUESTS_MAX,
  RATE_LIMIT_WINDOW_SECONDS,
} from "../limits.ts";
import type { HeaderName } from "./headers.ts";
import type { JsonObject } from "./schema.ts";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const LIMITED: HeaderName[] = ["zp-rid", "RateLimit-Policy", "RateLimit"];
const PAGE: HeaderName[] = ["zp-rid", "ETag"];
const BYTES_PER_MIB = 1024 * 1024;

/** Recorded bodies by name, with a line that says what each shows. */
type ExampleSummaries = Readonly<Record<string, string>>;

export interface Content {
  /** The name of a schema. */
  schema: string;
  examples: ExampleSummaries;
}

export interface Status {
  description: string;
  content: Readonly<Record<string, Content | JsonObject>>;
  headers: readonly HeaderName[];
}

const UNAUTHORIZED: Status = {
  description:
    "The credential is missing or cannot be used: malformed, unknown, revoked, expired, or of another environment.",
  content: {
    [PROBLEM_TYPE]: {
      schema: "GatewayProblem",
      examples: {
        no_authorization_header: "No `Authorization` header",
        invalid_authorization_scheme: "A scheme other than `ApiKey`",
        authorization_failed: "A key that cannot be used; the answer does not say why",
      },
    },
  },
  headers: ["zp-rid", "WWW-Authenticate"],
};
const TOO_MANY: Status = {
  description: `More than ${RATE_LIMIT_REQUESTS_MAX} requests in ${RATE_LIMIT_WINDOW_SECONDS} seconds with one key. Retry after \`Retry-After\` seconds.`,
  content: {
    [PROBLEM_TYPE]: { schema: "GatewayProblem", examples: { rate_limit: "Too many requests" } },
  },
  headers: [...LIMITED, "Retry-After"],
};
const NO_PARTNER = { missing_partner_id: "The gateway could not name the partner" };
const FORBIDDEN: Status = {
  description: "The gateway could not name the partner; contact support.",
  content: { [PROBLEM_TYPE]: { schema: "GatewayProblem", examples: NO_PARTNER } },
  headers: LIMITED,
};
const INTERNAL = flat("A fault of the service. Do not retry; quote `trace_id` to support.", {
  internal_error: "A fault of the service",
});

function flat(description: string, examples: ExampleSummaries, ...more: HeaderName[]): Status {
  return {
    description,
    content: { [JSON_TYPE]: { schema: "FlatError", examples } },
    headers: [...LIMITED, ...more],
  };
}

export const RECOMMEND_STATUSES: Readonly<Record<string, Status>> = {
  "200": {
    description:
      "The answer. A suppressed answer is a 200 too: look at `suppression_reason` first.",
    content: {
      [JSON_TYPE]: {
        schema: "RecommendationResponse",
        examples: {
          answered: "An answer to a question",
          answered_without_question: "An answer without a question, from the readings",
          insufficient_signal: "Suppressed: too few measurements",
          below_platform_threshold: `Suppressed: confidence below ${PLATFORM_CONFIDENCE_FLOOR}`,
          below_client_threshold: "Suppressed: confidence below `minimum_confidence`",
          urgent_support:
            "Permissive mode, self-harm or an emergency: no text, show where to get help at once",
          seek_medical_advice: "Permissive mode, a medical message: no text, point to a doctor",
          unsupported_language: "A message that is not in English: no text",
          thin_evidence: "An answer from a single source",
          stale_signals: "The newest record is more than seven days old",
          timezone_offset_mismatch: "The bedtimes do not fit the time zone",
          unmapped_persona: "After menopause the cycle phase is not used",
          non_uuid_request_id: "The request_id is not a UUID; it works all the same",
        },
      },
    },
    headers: [...LIMITED, "X-Service-Cache"],
  },
  "401": UNAUTHORIZED,
  "403": {
    description:
      "The key may not do this. Without an active consent the body is `application/json`; what the gateway refuses is `application/problem+json`.",
    // A validator that takes problem+json for JSON reads the first of the two, so the schema that
    // both bodies fit stands first.
    content: {
      [JSON_TYPE]: {
        schema: "ConsentDenied",
        examples: {
          consent_not_provisioned: "The tenant has no active consent yet",
          consent_revoked: "The consent was withdrawn",
        },
      },
      [PROBLEM_TYPE]: {
        schema: "GatewayProblem",
        examples: { tenant_mismatch: "The key belongs to another tenant", ...NO_PARTNER },
      },
    },
    headers: LIMITED,
  },
  "413": flat(`The body is larger than ${BODY_BYTES_MAX / BYTES_PER_MIB} MiB.`, {
    payload_too_large: "A body that is too large",
  }),
  "415": flat("The body is not declared as `application/json`, or is encoded.", {
    unsupported_media_type: "Another `Content-Type`",
  }),
  "422": flat(
    "The request cannot be answered. `invalid_request` names every fault at once; `out_of_scope` is a message that is not a wellness question, in strict mode. A refusal is never cached.",
    {
      invalid_request: "Several faults at once",
      empty_payload: "No measurements",
      not_json: "A body that is not JSON",
      out_of_scope_urgent: "Strict mode, self-harm or an emergency",
      out_of_scope_medical: "Strict mode, a medical message",
    },
  ),
  "429": TOO_MANY,
  "500": INTERNAL,
  "502": flat(
    "The audit row could not be written, so nothing was served. Retry after 1 second with the same `request_id`.",
    { persistence_failed: "An answer that could not be recorded" },
  ),
  "503": flat(
    "Loading, stopping, or too busy to answer before the deadline. Retry after `Retry-After` seconds with the same `request_id`.",
    { service_unavailable: "The service is not ready" },
    "Retry-After",
  ),
};

export const PREFLIGHT_STATUSES: Readonly<Record<string, Status>> = {
  "200": {
    description: "Who is calling.",
    content: {
      [JSON_TYPE]: {
        schema: "Preflight",
        examples: {
          access_active: "Recommendations can succeed",
          access_not_provisioned: "Consent has yet to be given",
        },
      },
    },
    headers: LIMITED,
  },
  "401": UNAUTHORIZED,
  "403": FORBIDDEN,
  "429": TOO_MANY,
  "500": INTERNAL,
  "503": flat(
    "Requests cannot be counted now, and none passes uncounted. Retry after `Retry-After` seconds.",
    { service_unavailable: "The service is not ready" },
    "Retry-After",
  ),
};

export const LIVENESS_STATUSES: Readonly<Record<string, Status>> = {
  "200": {
    description: "The socket is open.",
    content: { [JSON_TYPE]: { schema: "Liveness", examples: { live: "The process is up" } } },
    headers: ["zp-rid"],
  },
};

export const READINESS_STATUSES: Readonly<Record<string, Status>> = {
  "200": {
    description: "Recommendations can be answered.",
    content: { [JSON_TYPE]: { schema: "Readiness", examples: { ready: "Ready" } } },
    headers: ["zp-rid"],
  },
  "503": {
    description: "The engine is loading, the service is stopping, or something it needs is gone.",
    content: {
      [JSON_TYPE]: { schema: "FlatError", examples: { not_ready: "The engine is loading" } },
    },
    headers: ["zp-rid", "Retry-After"],
  },
};

/** @param media the schema and the example of the page */
function page(description: string, mediaType: string, media: JsonObject): Record<string, Status> {
  const unchanged = "The caller has this version: `If-None-Match` names its `ETag`.";
  return {
    "200": { description, content: { [mediaType]: media }, headers: PAGE },
    "304": { description: unchanged, content: {}, headers: PAGE },
  };
}

export const DOCUMENT_STATUSES = page("The OpenAPI document.", JSON_TYPE, {
  schema: { type: "object", additionalProperties: true, description: "An OpenAPI 3.1 document." },
  example: { openapi: "3.1.0", info: { title: "phasewise", version: "0.2.0" }, paths: {} },
});
export const DOCS_STATUSES = page("The API reference.", "text/html", {
  schema: { type: "string", description: "An HTML page." },
  example: '<!doctype html><html lang="en"></html>',
});
export const METRICS_STATUSES: Readonly<Record<string, Status>> = {
  "200": {
    description: "The metrics since the process was started.",
    content: {
      "text/plain": {
        schema: { type: "string", description: "The text format of Prometheus, version 0.0.4." },
        example:
          '# TYPE phasewise_requests_total counter\nphasewise_requests_total{operation="recommend",status="200"} 2\n',
      },
    },
    headers: ["zp-rid"],
  },
};

/** What the gateway refuses on any path. */
export const BAD_REQUEST: Status = {
  description: "The request has more than one `Host`, or a list in it.",
  content: {
    [PROBLEM_TYPE]: {
      schema: "GatewayProblem",
      examples: { ambiguous_host: "Two `Host` headers" },
    },
  },
  headers: ["zp-rid"],
};
export const GATEWAY_ERROR: Status = {
  description:
    "Any other status, such as 404 for an unknown path, or 405 (with `Allow`) for a wrong method.",
  content: {
    [PROBLEM_TYPE]: {
      schema: "GatewayProblem",
      examples: { not_found: "An unknown path", method_not_allowed: "A wrong method" },
    },
  },
  headers: ["zp-rid", "Allow"],
};
