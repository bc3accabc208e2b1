/**
 * The scenarios of the sandbox: each is the name of one documented outcome, which a sandbox request
 * gets whatever its data say. The API document, docs/partners.md and the service read this table.
 * @module
 */
import { CONSENT_REASONS, type ConsentReason } from "./body.ts";
import { ERROR_STATUS, type ErrorCode } from "./error.ts";
import { SUPPRESSION_REASONS, type SuppressionReason, WARNINGS, type Warning } from "./response.ts";
import { SAFETY_CATEGORIES, type SafetyCategory } from "./safety.ts";

export const SCENARIO_HEADER = "X-Sandbox-Scenario";

export interface Scenario {
  readonly name: string;
  readonly status: number;
  readonly summary: string;
  readonly outcome: Outcome;
}

/** What stands in for the engine's result, or where the request is refused. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly suppression: SuppressionReason | null;
      readonly warnings: readonly Warning[];
      readonly categories: readonly SafetyCategory[];
      /** Whether the answer comes as a replay, as after an answer that was lost on its way. */
      readonly replay: boolean;
    }
  | { readonly kind: "consent"; readonly detail: ConsentReason }
  | { readonly kind: "limit"; readonly once: boolean }
  /** The header names no scenario. */
  | { readonly kind: "unknown" }
  | {
      readonly kind: "error";
      readonly code: ErrorCode;
      readonly categories: readonly SafetyCategory[];
      readonly once: boolean;
    };

/** The warnings of messages that get no text, with the categories that bring them. */
const WITHOUT_TEXT: Partial<Record<Warning, readonly SafetyCategory[]>> = {
  urgent_support: ["emergency"],
  seek_medical_advice: ["medication"],
  unsupported_language: [],
};

const OK = 200;
const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;

function answer(
  name: string,
  summary: string,
  given: Partial<Omit<Extract<Outcome, { kind: "answer" }>, "kind">> = {},
): Scenario {
  const plain = { suppression: null, warnings: [], categories: [], replay: false };
  return { name, status: OK, summary, outcome: { kind: "answer", ...plain, ...given } };
}

function warned(warning: Warning): Scenario {
  const categories = WITHOUT_TEXT[warning];
  const given = { warnings: [warning], categories: categories ?? [] };
  return categories === undefined
    ? answer(warning, `a text with the warning \`${warning}\``, given)
    : answer(warning, `no text, with the warning \`${warning}\``, {
        ...given,
        suppression: "below_platform_threshold",
      });
}

function error(
  code: ErrorCode,
  summary: string,
  given: { name?: string; categories?: readonly SafetyCategory[]; once?: boolean } = {},
): Scenario {
  const { name = code, categories = [], once = false } = given;
  const outcome = { kind: "error", code, categories, once } as const;
  return { name, status: ERROR_STATUS[code], summary, outcome };
}

function limit(name: string, summary: string, once: boolean): Scenario {
  return { name, status: TOO_MANY_REQUESTS, summary, outcome: { kind: "limit", once } };
}

const ONCE = "of two tries with one `request_id`";

export const SCENARIOS: readonly Scenario[] = [
  answer("served", "a text with two citations"),
  answer("replay", "the same as a replay, as if the first answer had been lost", { replay: true }),
  ...SUPPRESSION_REASONS.map((suppression) =>
    answer(suppression, "no text, for this `suppression_reason`", {
      suppression,
      warnings: ["thin_evidence"],
    }),
  ),
  ...WARNINGS.map(warned),
  error("invalid_request", "a faulty body: `details` has one problem"),
  ...SAFETY_CATEGORIES.map((category) =>
    error("out_of_scope", `the refusal of strict mode for \`${category}\``, {
      name: `out_of_scope_${category}`,
      categories: [category],
    }),
  ),
  ...CONSENT_REASONS.map((detail) => ({
    name: detail,
    status: FORBIDDEN,
    summary: "the refusal of an operation without consent",
    outcome: { kind: "consent", detail } as const,
  })),
  limit("rate_limited", "over the rate limit, `Retry-After: 1`", false),
  limit("rate_limited_once", "the same for the first of two requests with the key", true),
  error("internal_error", "a fault of the service, not to be retried"),
  error("persistence_failed", "an answer that could not be recorded"),
  error("persistence_failed", `the same for the first ${ONCE}`, {
    name: "persistence_failed_once",
    once: true,
  }),
  error("service_unavailable", "loading or busy, `Retry-After: 2`"),
  error("service_unavailable", `the same for the first ${ONCE}`, {
    name: "service_unavailable_once",
    once: true,
  }),
];

const UNKNOWN: Scenario = {
  name: "unknown",
  status: ERROR_STATUS.invalid_request,
  summary: "the header names no scenario",
  outcome: { kind: "unknown" },
};

export function scenarioNamed(name: string): Scenario {
  return SCENARIOS.find((each) => each.name === name) ?? UNKNOWN;
}
