/**
 * The answer as a partner reads it: served or suppressed, with what its headers say.
 * @module
 */
import { isObject, parsed, UnexpectedAnswerError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import type { Citation, RecommendationResponse, SuppressionReason, Warning } from "./schema.ts";

/** The values known today; new ones may appear, so a `switch` needs a default. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export interface AnswerMeta {
  /** Whether the answer was given before (`X-Service-Cache: hit`). */
  replayed: boolean;
  /** The header `zp-rid`. */
  requestRid: string | null;
  /** How many requests it took. */
  attempts: number;
  /** Since when the operation is deprecated (`Deprecation`); null while it is not. */
  deprecation: string | null;
  /** When the operation may stop answering (`Sunset`); null while no end is announced. */
  sunset: string | null;
}

type Common = Omit<
  RecommendationResponse,
  "recommendation" | "citations" | "suppression_reason" | "warnings"
> & {
  warnings: Open<Warning>[];
  meta: AnswerMeta;
};

/** An answer with a text to show. */
export type Served = Common & {
  outcome: "served";
  recommendation: string;
  citations: Citation[];
  suppression_reason: null;
};

/** An answer without a text. It is no error. */
export type Suppressed = Common & {
  outcome: "suppressed";
  recommendation: null;
  citations: [];
  suppression_reason: Open<SuppressionReason>;
};

export type Recommendation = Served | Suppressed;

/** @throws UnexpectedAnswerError */
export function recommendationOf(reply: Reply): Recommendation {
  const body = parsed(reply.text);
  if (!isRecommendation(body)) throw new UnexpectedAnswerError(reply.text, reply);
  const { headers, attempts } = reply;
  const meta: AnswerMeta = {
    replayed: headers.get("x-service-cache") === "hit",
    requestRid: headers.get("zp-rid"),
    attempts,
    deprecation: headers.get("deprecation"),
    sunset: headers.get("sunset"),
  };
  const { recommendation, suppression_reason, ...rest } = body;
  if (recommendation !== null && suppression_reason === null)
    return { ...rest, outcome: "served", recommendation, suppression_reason, meta };
  return {
    ...rest,
    outcome: "suppressed",
    recommendation: null,
    citations: [],
    suppression_reason: suppression_reason ?? "unknown",
    meta,
  };
}

function isRecommendation(body: unknown): body is RecommendationResponse {
  if (!isObject(body) || typeof body.recommendation_confidence !== "number") return false;
  const { recommendation } = body;
  return recommendation === null || typeof recommendation === "string";
}
