/**
 * Why a message gets no text.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../../contract/limits.ts";
import type { SuppressionReason } from "../../contract/response.ts";
import type { EngineFeatures } from "../types.ts";
import type { Reading } from "../understanding/reading.ts";

/**
 * In order of precedence: too little data, a message that guidance must not answer, the platform
 * floor, the caller's own floor. Null where there is a text.
 * @param served how many answers are sure enough for the text
 */
export function suppressionOf(
  { signals, minimum_confidence }: Pick<EngineFeatures, "signals" | "minimum_confidence">,
  { categories, unsupported_language }: Omit<Reading, "asked">,
  confidence: number,
  served: number,
): SuppressionReason | null {
  if (!signals.sufficient) return "insufficient_signal";
  // The warnings say why. Whatever was found for such a message is not told.
  if (categories.length > 0 || unsupported_language) return "below_platform_threshold";
  if (confidence < PLATFORM_CONFIDENCE_FLOOR || served === 0) return "below_platform_threshold";
  return confidence < minimum_confidence ? "below_client_threshold" : null;
}
