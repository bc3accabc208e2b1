/**
 * rMSSD of what a vendor sends. SDNN is another statistic of the same beats, so no reader of SDNN
 * may call this; the engine's type takes no number that did not come through here.
 * @module
 */
import type { RmssdMs } from "../engine/types.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";

/**
 * @param value what the vendor documents as rMSSD in milliseconds, or a mean of such values
 * @returns null where it is missing or implausible
 */
export function rmssdMs(value: unknown): RmssdMs | null {
  return plausible(value, PLAUSIBLE.rmssd_ms) as RmssdMs | null;
}
