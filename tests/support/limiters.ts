/** The places where requests can be counted, for tests that expect the same of each. */
import { SharedRateLimiter } from "../../src/gateway/shared-rate-limit.ts";
import type { LinkFailure } from "../../src/telemetry/metrics.ts";
import { HAS_REDIS, startRedis, type TestRedis } from "./redis.ts";

export interface TestLimiter {
  limiter: SharedRateLimiter;
  /** What the server did not count, in order. */
  failures: LinkFailure[];
  /** What was told of the server: a cause, or null when it is usable. */
  changes: (string | null)[];
}

export async function sharedLimiter(
  redis: Pick<TestRedis, "url">,
  options: { fallback?: "local" | "refuse"; now?: (() => number) | undefined } = {},
): Promise<TestLimiter> {
  const failures: LinkFailure[] = [];
  const changes: (string | null)[] = [];
  const limiter = new SharedRateLimiter({
    url: redis.url,
    fallback: "local",
    onFailure: (failure) => void failures.push(failure),
    onChange: (fault) => void changes.push(fault),
    ...options,
  });
  await limiter.start();
  return { limiter, failures, changes };
}

/** Places to count in: each gives the limiter of one replica, and ends what it started. */
export const PLACES: readonly {
  place: string;
  open(): Promise<{
    limiter(now: (() => number) | undefined): Promise<SharedRateLimiter | undefined>;
    close(): Promise<void>;
  }>;
}[] = [
  {
    place: "in the process",
    open: async () => ({ limiter: async () => undefined, close: async () => {} }),
  },
  ...(HAS_REDIS
    ? [
        {
          place: "in Redis",
          async open() {
            const redis = await startRedis();
            const open: SharedRateLimiter[] = [];
            return {
              async limiter(now: (() => number) | undefined) {
                const { limiter } = await sharedLimiter(redis, { now });
                open.push(limiter);
                return limiter;
              },
              async close() {
                for (const each of open) each.end();
                await redis.stop();
              },
            };
          },
        },
      ]
    : []),
];
