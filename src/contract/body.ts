/**
 * The bodies other than the recommendation: the three error shapes, the pre-flight and the two
 * health answers.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { ERROR_STATUS } from "./error.ts";
import { RATE_LIMIT_REQUESTS_MAX } from "./limits.ts";
import { SAFETY_CATEGORIES } from "./safety.ts";
import { openCodes } from "./vocabulary.ts";

export const PROBLEM_TYPE_PREFIX = "https://httpproblems.com/http-status/";

/** Gateway errors: RFC 9457 `application/problem+json`, members in this order. */
export const GatewayProblem = Type.Object(
  {
    type: Type.String({ description: `Address of the status, ${PROBLEM_TYPE_PREFIX}<status>.` }),
    title: Type.String({ description: "Reason phrase of the status." }),
    status: Type.Integer({ description: "The status of the response." }),
    detail: Type.String({ description: "Stable reason; safe to compare." }),
    instance: Type.String({ description: "Path of the request." }),
    trace: Type.Object(
      {
        timestamp: Type.String({ format: "date-time", description: "When it was refused." }),
        requestId: Type.String({
          description: "Equal to the header `zp-rid`; quote it to support.",
        }),
        buildId: Type.String({ description: "The build of the service." }),
      },
      { description: "What support needs to find the request." },
    ),
  },
  { description: "A refusal of the gateway, RFC 9457. `detail` says why." },
);

export const CONSENT_REASONS = ["consent_not_provisioned", "consent_revoked"] as const;

export const ConsentDenied = Type.Object(
  { detail: openCodes(CONSENT_REASONS, "Why there is no consent.") },
  { description: "The tenant has no active consent." },
);

const Problem = Type.Object(
  {
    path: Type.String({
      description: "JSON Pointer to the member itself, also where it is missing.",
    }),
    message: Type.String({ description: "What is wrong; never repeats a value of the request." }),
    fix: Type.String({ description: "What to send instead." }),
  },
  { title: "Problem", description: "One fault of a request body." },
);
const OutOfScope = Type.Object(
  { category: openCodes(SAFETY_CATEGORIES, "Why the message needs somebody else.") },
  {
    title: "OutOfScope",
    description: "A safety category for which strict mode refused the message.",
  },
);

export type ErrorName = keyof typeof ERROR_STATUS;
const ERROR_NAMES = Object.keys(ERROR_STATUS) as ErrorName[];

export const FlatError = Type.Object(
  {
    request_id: Type.Union([Type.String(), Type.Null()], {
      description: "Echo of the request's `request_id`, or null where it could not be read.",
    }),
    trace_id: Type.String({ description: "Quote it to support." }),
    error: Type.Object(
      {
        code: openCodes(
          ERROR_NAMES as readonly ErrorName[],
          "What went wrong; safe to compare. Judge an unknown code by its status.",
        ),
        message: Type.String({ description: "A sentence for people; its words may change." }),
        details: Type.Union([Type.Array(Problem), Type.Array(OutOfScope), Type.Null()], {
          description:
            "`invalid_request`: every fault at once. `out_of_scope`: the categories. Otherwise null.",
        }),
      },
      { description: "What went wrong." },
    ),
  },
  { description: "An error of the recommendation service. `error.code` says which." },
);

export const Preflight = Type.Object(
  {
    tenant_id: Type.String({ description: "Tenant identifier, `<environment>-<tenant>`." }),
    tenant: Type.String({ description: "Tenant slug, the route segment." }),
    environment: Type.String({ description: "`sandbox` or `production`." }),
    consent_state: Type.String({
      description: "`not_provisioned`, `provisioned`, `active` or `revoked`.",
    }),
    consent_active: Type.Boolean({
      description: "Recommendation calls can succeed only when true.",
    }),
    scopes: Type.Array(Type.String({ description: "`recommendation:create` or `health:read`." }), {
      description: "What the key may do.",
    }),
    rate_limit_per_min: Type.Integer({
      description: "Requests that one key may make in any 60 seconds.",
      examples: [RATE_LIMIT_REQUESTS_MAX],
    }),
  },
  { description: "Who is calling, and whether a recommendation can succeed." },
);

/** What can work less well than it should while answers go on. */
export const DEGRADATIONS = [
  /** Each replica counts requests alone. */
  "limits",
  /** The published corpus is not in use; an earlier one is. */
  "corpus",
] as const;
export type Degraded = (typeof DEGRADATIONS)[number];

export const Liveness = Type.Object(
  { status: Type.Literal("ok", { description: "Always `ok`." }) },
  { description: "The socket is open." },
);
export const Readiness = Type.Object(
  {
    status: Type.Literal("ready", { description: "Always `ready`." }),
    model_version: Type.String({ description: "Opaque; equal versions give equal answers." }),
    corpus_version: Type.String({ description: "The literature release in use." }),
    degraded: Type.Optional(
      Type.Array(
        openCodes(DEGRADATIONS, "A part that works less well than it should, such as `limits`."),
        { description: "Left out where all parts work; answers go on in any case." },
      ),
    ),
  },
  { description: "Recommendations can be answered." },
);

export type GatewayProblem = Static<typeof GatewayProblem>;
export type ConsentReason = (typeof CONSENT_REASONS)[number];
export type FlatError = Static<typeof FlatError>;
export type Preflight = Static<typeof Preflight>;
