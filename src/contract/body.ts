/**
 * The bodies other than the recommendation: the three error shapes, the pre-flight and the two
 * health answers.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { ERROR_STATUS } from "./error.ts";
import { RATE_LIMIT_REQUESTS_MAX } from "./limits.ts";
import { SAFETY_CATEGORIES } from "./safety.ts";
import { literals } from "./vocabulary.ts";

export const PROBLEM_TYPE_PREFIX = "https://httpproblems.com/http-status/";

/** Gateway errors: RFC 9457 `application/problem+json`, members in this order. */
export const GatewayProblem = Type.Object(
  {
    type: Type.String({ description: `${PROBLEM_TYPE_PREFIX}<status>` }),
    title: Type.String({ description: "Reason phrase of the status." }),
    status: Type.Integer(),
    detail: Type.String({ description: "Stable reason; safe to compare." }),
    instance: Type.String({ description: "Path of the request." }),
    trace: Type.Object({
      timestamp: Type.String({ format: "date-time" }),
      requestId: Type.String({ description: "Equal to the header zp-rid; quote it to support." }),
      buildId: Type.String(),
    }),
  },
  { description: "Error of the gateway." },
);

export const CONSENT_REASONS = ["consent_not_provisioned", "consent_revoked"] as const;

export const ConsentDenied = Type.Object(
  { detail: literals(CONSENT_REASONS) },
  { additionalProperties: false, description: "The tenant has no active consent." },
);

const Problem = Type.Object({
  path: Type.String({
    description: "JSON Pointer to the member itself, also where it is missing.",
  }),
  message: Type.String({ description: "What is wrong; never repeats a value of the request." }),
  fix: Type.String({ description: "What to send instead." }),
});
/** The safety categories for which strict mode refused a message. */
const OutOfScope = Type.Object({ category: literals(SAFETY_CATEGORIES) });

export type ErrorName = keyof typeof ERROR_STATUS;
const ERROR_NAMES = Object.keys(ERROR_STATUS) as ErrorName[];

export const FlatError = Type.Object(
  {
    request_id: Type.Union([Type.String(), Type.Null()], {
      description: "Echo of the request's request_id, or null where it could not be read.",
    }),
    trace_id: Type.String({ description: "Quote it to support." }),
    error: Type.Object({
      code: literals(ERROR_NAMES as readonly ErrorName[]),
      message: Type.String(),
      details: Type.Union([Type.Array(Problem), Type.Array(OutOfScope), Type.Null()]),
    }),
  },
  { description: "Error of the recommendation service." },
);

export const Preflight = Type.Object({
  tenant_id: Type.String({ description: "Tenant identifier, `<environment>-<tenant>`." }),
  tenant: Type.String({ description: "Tenant slug, the route segment." }),
  environment: Type.String({ description: "sandbox or production." }),
  consent_state: Type.String({ description: "not_provisioned, provisioned, active or revoked." }),
  consent_active: Type.Boolean({ description: "Recommendation calls can succeed only when true." }),
  scopes: Type.Array(Type.String()),
  rate_limit_per_min: Type.Integer({ examples: [RATE_LIMIT_REQUESTS_MAX] }),
});

export const Liveness = Type.Object({ status: Type.Literal("ok") });
export const Readiness = Type.Object({
  status: Type.Literal("ready"),
  model_version: Type.String(),
  corpus_version: Type.String(),
});

export type GatewayProblem = Static<typeof GatewayProblem>;
export type ConsentReason = (typeof CONSENT_REASONS)[number];
export type FlatError = Static<typeof FlatError>;
export type Preflight = Static<typeof Preflight>;
