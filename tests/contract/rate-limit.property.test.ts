/**
 * Whatever the arrivals: never more than 30 admissions in any 60 seconds, and Retry-After is a
 * promise.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../../src/contract/limits.ts";
import { LocalRateLimiter } from "../../src/gateway/rate-limit.ts";

const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1_000;
/** Milliseconds between two arrivals: bursts, trickles, long pauses, and the window's very end. */
const gaps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(WINDOW_MS - 1, WINDOW_MS) },
  ),
  { minLength: 1, maxLength: 300 },
);

/** Lets time pass before each request, and hands each to `arrive`. */
function arrivals(
  steps: readonly number[],
  arrive: (limiter: LocalRateLimiter, clock: { now: number }) => void,
): void {
  const clock = { now: 1_000_000 };
  const limiter = new LocalRateLimiter(() => clock.now);
  for (const step of steps) {
    clock.now += step;
    arrive(limiter, clock);
  }
}

test("no window of 60 seconds holds more than 30 admissions, and the quota told is what is left", () => {
  fc.assert(
    fc.property(gaps, (steps) => {
      const admitted: number[] = [];
      arrivals(steps, (limiter, { now }) => {
        const recent = admitted.filter((at) => at > now - WINDOW_MS).length;
        expect(recent).toBeLessThanOrEqual(RATE_LIMIT_REQUESTS_MAX);
        expect(limiter.quota("key").remaining).toBe(RATE_LIMIT_REQUESTS_MAX - recent);
        if (limiter.admit("key")) admitted.push(now);
      });
    }),
  );
});

test("a refused request is admitted after the seconds it was told, and one admitted costs one", () => {
  fc.assert(
    fc.property(gaps, (steps) => {
      arrivals(steps, (limiter, clock) => {
        const before = limiter.quota("key").remaining;
        const admitted = limiter.admit("key");
        const { remaining, reset_s } = limiter.quota("key");
        expect(admitted).toBe(before > 0);
        expect(remaining).toBe(admitted ? before - 1 : 0);
        expect(reset_s).toBeGreaterThanOrEqual(1);
        if (admitted) return;
        // Not a second more than is needed: one earlier there is no room yet.
        clock.now += (reset_s - 1) * 1_000;
        expect(limiter.admit("key")).toBe(false);
        clock.now += 1_000;
        expect(limiter.admit("key")).toBe(true);
      });
    }),
  );
});
