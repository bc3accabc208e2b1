/**
 * When to try again: what the service says, or exponentially longer pauses with jitter.
 * @module
 */
import type { ServiceLimits } from "./service-limits.ts";

const MS_PER_S = 1000;
/** No honest answer names a longer pause; larger numbers are cut so that they stay numbers. */
const RETRY_AFTER_S_MAX = 10 * 86_400;

/**
 * Milliseconds that a `Retry-After` header asks for (seconds or an HTTP date), or null where it
 * says nothing.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), RETRY_AFTER_S_MAX) * MS_PER_S;
  // Only the forms of HTTP: a weekday, a date, GMT. `Date.parse` alone would take nearly anything.
  if (!/^[A-Z][a-z]{2,8}, .* GMT$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time)
    ? null
    : Math.min(Math.max(0, time - nowMs), RETRY_AFTER_S_MAX * MS_PER_S);
}

/**
 * Pause before try `failures + 1`: half fixed, half by chance, so that many callers do not come
 * back together.
 */
export function backoffMs(failures: number, limits: ServiceLimits, chance: () => number): number {
  const whole = Math.min(limits.backoff_ms * 2 ** (failures - 1), limits.backoff_max_ms);
  return whole / 2 + (whole / 2) * chance();
}

/**
 * Numbers from 0 to 1 that a seed decides (mulberry32): enough for jitter, and a run can be
 * repeated.
 */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
