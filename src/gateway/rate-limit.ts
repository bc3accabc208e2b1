/**
 * 30 admitted requests in any 60 seconds per key. The log of admissions is exact, so that the
 * service can keep the promise of Retry-After.
 * @module
 */
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../contract/limits.ts";

const MS_PER_SECOND = 1_000;
export const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * MS_PER_SECOND;

export interface Quota {
  remaining: number;
  /** Whole seconds until one more request is allowed; at least 1. */
  reset_s: number;
}

/** A key's quota that is spent and soon given back, for the sandbox. */
export const SPENT_QUOTA: Quota = { remaining: 0, reset_s: 1 };

/** Counts requests in this process, or for all replicas in one place. */
export interface RateLimiter {
  /**
   * Counts the request where there is room, and tells whether there was. A refused request costs
   * nothing. Null where it cannot be counted and may not pass uncounted.
   */
  admit(keyId: string): boolean | null | Promise<boolean | null>;
  /** Learns what was admitted elsewhere, without counting a request. */
  learn(keyId: string): void | Promise<void>;
  /** The quota as it was last learnt, at the time of the call. */
  quota(keyId: string): Quota;
}

/** The limiter of a service that has no replica. */
export class LocalRateLimiter implements RateLimiter {
  readonly #admissions = new Map<string, number[]>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  admit(keyId: string): boolean {
    const now = this.#now();
    const recent = this.#recent(keyId, now);
    const admitted = recent.length < RATE_LIMIT_REQUESTS_MAX;
    if (admitted) recent.push(now);
    this.#admissions.set(keyId, recent);
    return admitted;
  }

  learn(): void {}

  quota(keyId: string): Quota {
    const now = this.#now();
    const recent = this.#recent(keyId, now);
    const oldest = recent[0] ?? now;
    return {
      remaining: RATE_LIMIT_REQUESTS_MAX - recent.length,
      reset_s: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / MS_PER_SECOND)),
    };
  }

  /**
   * Takes over the log of another place.
   * @param agesMs of the admissions in the window, oldest first
   */
  replace(keyId: string, agesMs: readonly number[]): void {
    const now = this.#now();
    this.#admissions.set(
      keyId,
      agesMs.map((age) => now - age),
    );
  }

  #recent(keyId: string, now: number): number[] {
    const logged = this.#admissions.get(keyId) ?? [];
    return logged.filter((at) => at > now - WINDOW_MS);
  }
}

/** Draft-ietf-httpapi-ratelimit-headers-10. Every answer gets new values, replays too. */
export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${RATE_LIMIT_REQUESTS_MAX};w=${RATE_LIMIT_WINDOW_SECONDS}`,
    ratelimit: `"default";r=${quota.remaining};t=${quota.reset_s}`,
  };
}
