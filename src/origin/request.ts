/**
 * Checks a parsed body: either a request that can be answered, or every fault in it at once.
 * @module
 */
import { type Problem, ServiceError } from "../contract/error.ts";
import {
  CLIENT_TRACE_ID_CHARS_MAX,
  PROBLEMS_MAX,
  REQUEST_ID_CHARS_MAX,
} from "../contract/limits.ts";
import {
  RecommendationRequestBase,
  type SafetyMode,
  type UserContext,
} from "../contract/request.ts";
import { validator } from "../contract/validation.ts";
import type { Day, Measurements } from "../engine/types.ts";
import type { Tenant } from "../tenants/types.ts";
import { isTimezone, newestAllowedDay } from "./calendar.ts";
import type { JsonObject } from "./json-body.ts";
import { maskPersonal } from "./mask.ts";

/** A checked request. Of the person it has only measurements, context and a masked question. */
export interface CheckedRequest {
  query: string | null;
  client_trace_id: string | null;
  timezone: string;
  safety_mode: SafetyMode;
  minimum_confidence: number;
  user_context: UserContext;
  measurements: Measurements;
  newest_allowed_day: Day;
}

const UUID_V4_OR_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Trace ids go to the log, so only text that looks like an identifier is accepted. */
const LOGGABLE = /^[\w.:/-]+$/;
/** UUIDs, W3C Trace Context ids and ULIDs. No telephone number or date of birth has these forms. */
const MACHINE_MADE =
  /^(?=.*[a-f])(?:[0-9a-f]{2}-)?[0-9a-f]{8,32}(?:-[0-9a-f]{2,16}){0,4}$|^[0-9A-HJKMNP-TV-Z]{26}$/;
const FALLBACK_TIMEZONE = "UTC";

const base = validator(RecommendationRequestBase);

/** The idempotency key; null where the member is absent or unusable. */
export function readRequestId(body: JsonObject): string | null {
  const { request_id: value } = body;
  if (typeof value !== "string" || value === "") return null;
  return [...value].length <= REQUEST_ID_CHARS_MAX && value.isWellFormed() ? value : null;
}

export function isUuid(requestId: string): boolean {
  return UUID_V4_OR_V7.test(requestId);
}

/** @throws ServiceError `invalid_request` which names every fault */
export function checkRequest(body: JsonObject, tenant: Tenant, nowMs: number): CheckedRequest {
  const known = knownMembers(body);
  const { timezone } = known;
  // The schema cannot say what is wrong with a name of a time zone.
  const problems = base
    .problems(known, "")
    .filter(({ path }) => path !== "/timezone" || typeof timezone !== "string");
  if (typeof known.request_id === "string" && !known.request_id.isWellFormed())
    problems.push(REQUEST_ID_PROBLEM);
  const zone = typeof timezone === "string" && isTimezone(timezone) ? timezone : null;
  if (zone === null && !problems.some(({ path }) => path === "/timezone"))
    problems.push(TIMEZONE_PROBLEM);

  const lastDay = newestAllowedDay(nowMs, zone ?? FALLBACK_TIMEZONE);
  const parsed = tenant.parse(body[tenant.slug], {
    pointer: `/${tenant.slug}`,
    newestAllowedDay: lastDay,
    timezone: zone ?? FALLBACK_TIMEZONE,
  });
  if ("problems" in parsed) problems.push(...parsed.problems);
  if (problems.length > 0 || !("measurements" in parsed) || !base.fits(known))
    throw invalidRequest(problems);
  const { cycle_phase, cycle_day, life_stage } = known.user_context;
  return {
    query: typeof known.query === "string" ? maskPersonal(known.query) : null,
    client_trace_id: loggable(known.client_trace_id),
    timezone: known.timezone,
    safety_mode: known.safety_mode,
    minimum_confidence: known.minimum_confidence,
    user_context: { cycle_phase, cycle_day, life_stage },
    measurements: parsed.measurements,
    newest_allowed_day: lastDay,
  };
}

/**
 * Reads documented members only. A blank question counts as none, and its length counts trimmed.
 */
function knownMembers(body: JsonObject): Record<string, unknown> {
  const names = Object.keys(RecommendationRequestBase.properties).filter((name) =>
    Object.hasOwn(body, name),
  );
  const known = Object.fromEntries(names.map((name) => [name, body[name]]));
  if (typeof known.query === "string")
    known.query = isBlank(known.query) ? null : known.query.toWellFormed().trim();
  return known;
}

/** Whether the text has only spaces and characters without width. */
function isBlank(query: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(query);
}

function loggable(traceId: string | null | undefined): string | null {
  if (typeof traceId !== "string" || traceId.length > CLIENT_TRACE_ID_CHARS_MAX) return null;
  if (!LOGGABLE.test(traceId)) return null;
  return MACHINE_MADE.test(traceId) ? traceId : maskPersonal(traceId);
}

/** Other programs cannot read a file that has half a surrogate pair. */
const REQUEST_ID_PROBLEM: Problem = {
  path: "/request_id",
  message: "must be well-formed Unicode text",
  fix: "Send a UUID v7, or any text without lone surrogates.",
};

export const TIMEZONE_PROBLEM: Problem = {
  path: "/timezone",
  message: "must be an IANA Region/City name, UTC or GMT",
  fix: "Send a name such as Europe/Madrid, with its capitals; abbreviations such as EST are ambiguous.",
};

export function invalidRequest(problems: Problem[]): ServiceError {
  const details = problems.slice(0, PROBLEMS_MAX);
  const count = details.length === 1 ? "1 problem" : `${details.length} problems`;
  const capped = details.length === PROBLEMS_MAX ? " (the first ones)" : "";
  return new ServiceError("invalid_request", `The request has ${count}${capped}; see details.`, {
    details,
  });
}
