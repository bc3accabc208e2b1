/**
 * The recommendation response and its citation, the same for every partner.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import {
  CITATIONS_MAX,
  RECOMMENDATION_CHARS_MAX,
  RECOMMENDATION_CHARS_MIN,
  SUGGESTED_QUESTION_CHARS_MAX,
  SUGGESTED_QUESTIONS_MAX,
} from "./limits.ts";
import { openCodes } from "./vocabulary.ts";

export const SUPPRESSION_REASONS = [
  "insufficient_signal",
  "below_platform_threshold",
  "below_client_threshold",
] as const;
export const WARNINGS = [
  "unmapped_persona",
  "non_uuid_request_id",
  "timezone_offset_mismatch",
  "stale_signals",
  "thin_evidence",
  "urgent_support",
  "seek_medical_advice",
  "unsupported_language",
] as const;

export const Citation = Type.Object(
  {
    citation_id: Type.String({
      pattern: "^cit_[0-9A-HJKMNP-TV-Z]{26}$",
      description: "Stable per source document, in every deployment and version.",
    }),
    source_title: Type.String({ minLength: 1, description: "Title of the study." }),
    authors: Type.String({
      minLength: 1,
      description: "`Baker F`, `Baker F & Driver H` or `Baker F et al.`",
    }),
    year: Type.Integer({ description: "Year of publication." }),
    doi: Type.String({ minLength: 1, description: "DOI without a resolver's address." }),
    relevance: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Output of the biomedical cross-encoder; a ranking within one response, not a probability.",
    }),
  },
  { title: "Citation", description: "A study that the text cites." },
);

export const RecommendationResponse = Type.Object(
  {
    request_id: Type.String({ description: "Echo of the request's `request_id`." }),
    recommendation: Type.Union(
      [
        Type.String({ minLength: RECOMMENDATION_CHARS_MIN, maxLength: RECOMMENDATION_CHARS_MAX }),
        Type.Null(),
      ],
      {
        description:
          "Plain text with author–year markers, each of which is in `citations`. Null where `suppression_reason` says why.",
      },
    ),
    citations: Type.Array(Citation, {
      maxItems: CITATIONS_MAX,
      description: "The studies that the text cites; empty where there is no text.",
    }),
    recommendation_confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "A heuristic grade of the evidence, not a probability. Do not show it in percent.",
    }),
    suggested_questions: Type.Array(
      Type.String({
        maxLength: SUGGESTED_QUESTION_CHARS_MAX,
        description: "A question that may be sent as `query`.",
      }),
      {
        maxItems: SUGGESTED_QUESTIONS_MAX,
        description: "What the user may ask next. There is an answer to each.",
      },
    ),
    trace_id: Type.String({ description: "Quote it to support. A replay has the first one." }),
    served_at: Type.String({
      format: "date-time",
      description: "When the answer was made, in UTC. A replay has the first time.",
    }),
    model_version: Type.String({
      description: "Opaque; equal versions give equal answers to equal requests.",
    }),
    suppression_reason: Type.Union([
      openCodes(
        SUPPRESSION_REASONS,
        "Why there is no recommendation; null where there is one. `insufficient_signal`: too few measurements. `below_platform_threshold`: too little evidence, or a message that wellness guidance may not answer. `below_client_threshold`: a confidence below `minimum_confidence`.",
      ),
      Type.Null(),
    ]),
    warnings: Type.Array(
      openCodes(
        WARNINGS,
        "`urgent_support`: self-harm or an emergency, show where to get help at once. `seek_medical_advice`: for a doctor, midwife or pharmacist. `unsupported_language`: not English. `thin_evidence`: fewer than two sources. `stale_signals`: the newest record is more than seven days old. `timezone_offset_mismatch`: bedtimes do not fit `timezone`. `unmapped_persona`: the cycle phase is not used after menopause. `non_uuid_request_id`: `request_id` is no UUID v4 or v7.",
      ),
      { description: "What the client should know of this answer; each at most once." },
    ),
  },
  {
    description:
      "The answer. A suppressed one has `recommendation` null and a `suppression_reason`. Ignore members that you do not know.",
  },
);

export type Citation = Static<typeof Citation>;
export type RecommendationResponse = Static<typeof RecommendationResponse>;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];
export type Warning = (typeof WARNINGS)[number];
