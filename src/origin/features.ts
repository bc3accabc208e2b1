/**
 * Turns a checked request into the engine's input.
 * @module
 */
import { computeSignals } from "../engine/signals/index.ts";
import type { EngineFeatures } from "../engine/types.ts";
import type { CheckedRequest } from "./request.ts";

export function featuresOf(checked: CheckedRequest): EngineFeatures {
  const { query, user_context, measurements, timezone, newest_allowed_day, minimum_confidence } =
    checked;
  return {
    query,
    context: user_context,
    signals: computeSignals(measurements, { timezone, newest_allowed_day }),
    minimum_confidence,
  };
}
