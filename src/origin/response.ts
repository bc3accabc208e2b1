/**
 * The response body as it is sent, stored, replayed and rebuilt. One function makes it, so that all
 * four are the same bytes.
 * @module
 */
import { type RecommendationResponse, WARNINGS, type Warning } from "../contract/response.ts";
import type { EngineResult } from "../engine/types.ts";

export interface ResponseInput {
  request_id: string;
  trace_id: string;
  served_at: string;
  model_version: string;
  result: EngineResult;
  /** The origin's own warnings. */
  extra_warnings: readonly Warning[];
}

/** Members in the documented order; each warning once, in the order of the contract. */
export function renderResponse(input: ResponseInput): string {
  const { result } = input;
  const warned = new Set([...result.warnings, ...input.extra_warnings]);
  const response: RecommendationResponse = {
    request_id: input.request_id,
    recommendation: result.recommendation,
    citations: result.citations,
    recommendation_confidence: result.confidence,
    suggested_questions: result.suggested_questions,
    trace_id: input.trace_id,
    served_at: input.served_at,
    model_version: input.model_version,
    suppression_reason: result.suppression_reason,
    warnings: WARNINGS.filter((warning) => warned.has(warning)),
  };
  return JSON.stringify(response);
}
