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
import { literals } from "./vocabulary.ts";

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

export const Citation = Type.Object({
  citation_id: Type.String({
    pattern: "^cit_[0-9A-HJKMNP-TV-Z]{26}$",
    description: "Stable per source document, in every deployment and version.",
  }),
  source_title: Type.String({ minLength: 1 }),
  authors: Type.String({
    minLength: 1,
    description: "`Baker F`, `Baker F & Driver H` or `Baker F et al.`",
  }),
  year: Type.Integer(),
  doi: Type.String({ minLength: 1 }),
  relevance: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "Output of the biomedical cross-encoder; a ranking within one response, not a probability.",
  }),
});

export const RecommendationResponse = Type.Object({
  request_id: Type.String(),
  recommendation: Type.Union([
    Type.String({ minLength: RECOMMENDATION_CHARS_MIN, maxLength: RECOMMENDATION_CHARS_MAX }),
    Type.Null(),
  ]),
  citations: Type.Array(Citation, { maxItems: CITATIONS_MAX }),
  recommendation_confidence: Type.Number({ minimum: 0, maximum: 1 }),
  suggested_questions: Type.Array(Type.String({ maxLength: SUGGESTED_QUESTION_CHARS_MAX }), {
    maxItems: SUGGESTED_QUESTIONS_MAX,
  }),
  trace_id: Type.String(),
  served_at: Type.String({ format: "date-time" }),
  model_version: Type.String(),
  suppression_reason: Type.Union([literals(SUPPRESSION_REASONS), Type.Null()]),
  warnings: Type.Array(Type.String(), {
    description: `Known codes: ${WARNINGS.join(", ")}. New codes may appear.`,
  }),
});

export type Citation = Static<typeof Citation>;
export type RecommendationResponse = Static<typeof RecommendationResponse>;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];
export type Warning = (typeof WARNINGS)[number];
