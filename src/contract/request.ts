/**
 * The part of the recommendation request that all partners share; each tenant adds its payload.
 * Unknown members are dropped at every level. `null` for an optional member means absent.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import {
  CLIENT_TRACE_ID_CHARS_MAX,
  CYCLE_DAY_MAX,
  CYCLE_DAY_MIN,
  IDEMPOTENCY_TTL_SECONDS,
  PLATFORM_CONFIDENCE_FLOOR,
  QUERY_CHARS_MAX,
  REQUEST_ID_CHARS_MAX,
  TIMEZONE_CHARS_MAX,
} from "./limits.ts";
import { LIFE_STAGES, literals, PHASES } from "./vocabulary.ts";

export const UserContext = Type.Object(
  {
    cycle_phase: literals(
      PHASES,
      "Phase of the menstrual cycle; not used where `life_stage` is `postmenopause`.",
    ),
    cycle_day: Type.Integer({
      minimum: CYCLE_DAY_MIN,
      maximum: CYCLE_DAY_MAX,
      description: "Day of the cycle; the first day of bleeding is 1.",
    }),
    life_stage: literals(LIFE_STAGES, "Reproductive life stage."),
  },
  { title: "UserContext", description: "Where the person is in her cycle and life." },
);

const SAFETY_MODES = ["strict", "permissive"] as const;
/** `UTC`, `GMT` or `Region/City`. Which names exist is for the time zone database to say. */
const TIMEZONE = /^(?:UTC|GMT|[A-Z][A-Za-z]*(?:\/[A-Za-z0-9][A-Za-z0-9_+-]*)+)$/;

export const RecommendationRequestBase = Type.Object({
  request_id: Type.String({
    minLength: 1,
    maxLength: REQUEST_ID_CHARS_MAX,
    description: `Idempotency key: within ${IDEMPOTENCY_TTL_SECONDS} seconds the same id gets the same answer. UUID v7 recommended.`,
  }),
  query: Type.Optional(
    Type.Union([Type.String({ maxLength: QUERY_CHARS_MAX }), Type.Null()], {
      description:
        "Free-text question in English, measured trimmed. Absent or blank: the answer tells what stands out in the readings.",
    }),
  ),
  client_trace_id: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: `Your trace id; goes to our log only, where it has letters, digits and . _ : / - and at most ${CLIENT_TRACE_ID_CHARS_MAX} characters. A UUID, a ULID or a W3C trace id is kept as it is; in others what could be personal (long runs of digits) is masked.`,
    }),
  ),
  timezone: Type.String({
    minLength: 1,
    maxLength: TIMEZONE_CHARS_MAX,
    pattern: TIMEZONE.source,
    description: "IANA Region/City, or UTC or GMT. Abbreviations such as EST are rejected.",
  }),
  safety_mode: literals(
    SAFETY_MODES,
    "What happens to a message that is not a wellness question. `strict`: 422 `out_of_scope`. `permissive`: 200 without a text and a warning.",
  ),
  minimum_confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: `Answers graded lower are suppressed with \`below_client_threshold\`. The service's own floor is ${PLATFORM_CONFIDENCE_FLOOR}.`,
  }),
  user_context: UserContext,
});

export type UserContext = Static<typeof UserContext>;
export type SafetyMode = (typeof SAFETY_MODES)[number];
export type RecommendationRequestBase = Static<typeof RecommendationRequestBase>;
