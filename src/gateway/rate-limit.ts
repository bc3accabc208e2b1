/**
 * 30 admitted requests in any 60 seconds per key. The log of admissions is exact, so that the
 * service can keep the promise of Retry-After.
 * @module
 */
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../contract/limits.ts";

const MS_PER_SECOND = 1_000;
const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * MS_PER_SECOND;

export interface Quota {
  admitted: boolean;
  remaining: number;
  /** Whole seconds until one more request is allowed; at least 1. */
  reset_s: number;
}

/** A key's quota that is spent and soon given back, for the sandbox. */
export const SPENT_QUOTA: Quota = { admitted: false, remaining: 0, reset_s: 1 };

export class RateLimiter {
  readonly #admissions = new Map<string, number[]>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts the request where there is room. A refused request costs nothing. */
  admit(keyId: string): Quota {
    const now = this.#now();
    const recent = this.#recent(keyId, now);
    const admitted = recent.length < RATE_LIMIT_REQUESTS_MAX;
    if (admitted) recent.push(now);
    this.#admissions.set(keyId, recent);
    return { ...quotaOf(recent, now), admitted };
  }

  /** The quota without counting a request. */
  look(keyId: string): Quota {
    const now = this.#now();
    return quotaOf(this.#recent(keyId, now), now);
  }

  #recent(keyId: string, now: number): number[] {
    const logged = this.#admissions.get(keyId) ?? [];
    const first = logged.findIndex((at) => at > now - WINDOW_MS);
    if (first === 0) return logged;
    return first < 0 ? [] : logged.slice(first);
  }
}

function quotaOf(recent: readonly number[], now: number): Quota {
  const remaining = RATE_LIMIT_REQUESTS_MAX - recent.length;
  const oldest = recent[0] ?? now;
  const reset_s = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / MS_PER_SECOND));
  return { admitted: remaining > 0, remaining, reset_s };
}

/** Draft-ietf-httpapi-ratelimit-headers-10. Every answer gets new values, replays too. */
export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${RATE_LIMIT_REQUESTS_MAX};w=${RATE_LIMIT_WINDOW_SECONDS}`,
    ratelimit: `"default";r=${quota.remaining};t=${quota.reset_s}`,
  };
}
