/**
 * Whatever the arrivals: never more than 30 admissions in any 60 seconds, and Retry-After is a
 * promise.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../../src/contract/limits.ts";
import { LocalRateLimiter } from "../../src/gateway/rate-limit.ts";

const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1_000;
/** Milliseconds between two arrivals: bursts, trickles and long pauses. */
const gaps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
  ),
  { minLength: 1, maxLength: 300 },
);

test("no window of 60 seconds holds more than 30 admissions", () => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let now = 1_000_000;
      const limiter = new LocalRateLimiter(() => now);
      const admitted: number[] = [];
      for (const step of steps) {
        now += step;
        if (limiter.admit("key")) admitted.push(now);
      }
      admitted.forEach((at, i) => {
        const earlier = admitted[i - RATE_LIMIT_REQUESTS_MAX];
        if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(WINDOW_MS);
      });
    }),
  );
});

test("a refused request is admitted after the seconds it was told, and the quota told is the quota there", () => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let now = 1_000_000;
      const limiter = new LocalRateLimiter(() => now);
      for (const step of steps) {
        now += step;
        const before = limiter.quota("key").remaining;
        const admitted = limiter.admit("key");
        const { remaining, reset_s } = limiter.quota("key");
        expect(admitted).toBe(before > 0);
        expect(remaining).toBe(admitted ? before - 1 : 0);
        expect(reset_s).toBeGreaterThanOrEqual(1);
        if (admitted) continue;
        now += reset_s * 1_000;
        expect(limiter.admit("key")).toBe(true);
      }
    }),
  );
});

test("the quota told counts the admissions of the last 60 seconds, no more and no fewer", () => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let now = 1_000_000;
      const limiter = new LocalRateLimiter(() => now);
      const admitted: number[] = [];
      for (const step of steps) {
        now += step;
        const recent = admitted.filter((at) => at > now - WINDOW_MS).length;
        expect(limiter.quota("key").remaining).toBe(RATE_LIMIT_REQUESTS_MAX - recent);
        if (limiter.admit("key")) admitted.push(now);
      }
    }),
  );
});
