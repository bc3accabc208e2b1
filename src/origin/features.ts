/**
 * A checked request → what the engine is given.
 * @module
 */
import { asksOfLastNight } from "../engine/question/intent.ts";
import { isNotable, rankSignals } from "../engine/question/notable.ts";
import { computeSignals, RECENT_DAYS_MAX } from "../engine/signals/index.ts";
import type { EngineFeatures, Signals } from "../engine/types.ts";
import type { CheckedRequest } from "./request.ts";

/** Robust spreads of a single night beyond which it is spoken of although the nights before it were as usual. */
const ODD_NIGHT_DEVIATION_MIN = 3;

export function featuresOf(checked: CheckedRequest): EngineFeatures {
  return {
    query: checked.query,
    context: checked.user_context,
    signals: signalsOf(checked),
    minimum_confidence: checked.minimum_confidence,
  };
}

/** Of last night where she asks about it, or where she asks nothing and it alone stands far out; else of her last few nights. */
function signalsOf({ query, measurements, timezone, newest_allowed_day }: CheckedRequest): Signals {
  const over = (recent_days_max: number) =>
    computeSignals(measurements, { timezone, newest_allowed_day, recent_days_max });
  if (query !== null && asksOfLastNight(query)) return over(1);
  const lately = over(RECENT_DAYS_MAX);
  if (query !== null || rankSignals(lately).some(isNotable)) return lately;
  const lastNight = over(1);
  const isOdd = lastNight.measures.some(
    ({ measure, deviation, newest_day }) =>
      measure !== "workout_minutes" &&
      newest_day === lastNight.newest_day &&
      Math.abs(deviation ?? 0) >= ODD_NIGHT_DEVIATION_MIN,
  );
  return isOdd ? lastNight : lately;
}
