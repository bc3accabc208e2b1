/**
 * Guarantee: replicas that count in one Redis admit exactly what one process would, and a server
 * that fails, hangs or comes back holds no answer and changes no promise that is not documented.
 *
 * @alone it measures time, and stops a server
 */
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../../src/contract/limits.ts";
import { LocalRateLimiter } from "../../src/gateway/rate-limit.ts";
import { sharedLimiter, type TestLimiter } from "../support/limiters.ts";
import { HAS_REDIS, startRedis, type TestRedis } from "../support/redis.ts";

const REPLICAS = 4;
const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1_000;
const KEY = "key_01J0000000000000000000TEST";
/** The limit of one reply, and room for a busy machine. */
const HELD_MS_MAX = 250 + 150;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function redisServer(...args: string[]): Promise<TestRedis> {
  const redis = await startRedis(args);
  ends.push(() => redis.stop());
  return redis;
}

async function replica(...of: Parameters<typeof sharedLimiter>): Promise<TestLimiter> {
  const opened = await sharedLimiter(...of);
  ends.push(() => opened.limiter.end());
  return opened;
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !holds(); i++) await Bun.sleep(10);
  expect(holds()).toBeTrue();
}

/** How many of so many requests are let in. */
async function admissions({ limiter }: TestLimiter, tries: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < tries; i++) if ((await limiter.admit(KEY)) === true) count++;
  return count;
}

describe.skipIf(!HAS_REDIS)("a shared rate limit", () => {
  test("four processes whose clocks are up to five minutes apart let in exactly 30 of 240", async () => {
    const redis = await redisServer();
    const program = join(import.meta.dir, "limited-replica.ts");
    const children = [-300_000, 0, 90_000, 300_000].map((skewMs) =>
      Bun.spawn([process.execPath, program, redis.url, KEY, "60", String(skewMs)], {
        stdin: "pipe",
        stdout: "pipe",
        stderr: "inherit",
      }),
    );
    const readers = children.map(({ stdout }) => stdout.getReader());
    for (const reader of readers) await reader.read();
    for (const { stdin } of children) stdin.end();
    const counts = await Promise.all(
      readers.map(async (reader) => Number(new TextDecoder().decode((await reader.read()).value))),
    );
    expect(counts).toHaveLength(REPLICAS);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(RATE_LIMIT_REQUESTS_MAX);
  });

  test("whatever the arrivals, over four replicas: the same admissions and the same quotas as in one process", async () => {
    const redis = await redisServer();
    let now = 1_000_000;
    const replicas = await Promise.all(
      Array.from({ length: REPLICAS }, () => replica(redis, { now: () => now })),
    );
    const arrivals = fc.array(
      fc.record({
        at: fc.nat(REPLICAS - 1),
        gap: fc.oneof(
          { weight: 8, arbitrary: fc.constant(0) },
          { weight: 4, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
        ),
      }),
      { minLength: 30, maxLength: 150 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(arrivals, async (steps) => {
        const key = `key-${run++}`;
        const alone = new LocalRateLimiter(() => now);
        for (const { at, gap } of steps) {
          now += gap;
          const { limiter } = replicas[at] ?? (await replica(redis));
          expect(await limiter.admit(key)).toBe(alone.admit(key));
          expect(limiter.quota(key)).toEqual(alone.quota(key));
        }
        expect(replicas.flatMap(({ failures }) => failures)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("what another replica admitted is learnt without counting a request", async () => {
    const redis = await redisServer();
    const [one, two] = [await replica(redis), await replica(redis)];
    await admissions(one, 3);
    await two.limiter.learn(KEY);
    await two.limiter.learn(KEY);
    expect(two.limiter.quota(KEY).remaining).toBe(RATE_LIMIT_REQUESTS_MAX - 3);
  });

  test("the server's keys name nobody and go by themselves", async () => {
    const redis = await redisServer();
    await admissions(await replica(redis), 1);
    const names = (await redis.send("KEYS", "*")) as string[];
    const logs = names.filter((name) => !name.endsWith(":proof"));
    expect(logs).toEqual([expect.stringMatching(/^phasewise:rate-limit:[0-9a-f]{32}$/)]);
    expect(JSON.stringify(names)).not.toContain(KEY);
    const lifeMs = Number(await redis.send("PTTL", logs[0] ?? ""));
    expect(lifeMs).toBeGreaterThan(WINDOW_MS - 10_000);
    expect(lifeMs).toBeLessThanOrEqual(WINDOW_MS);
  });

  test("where the server's clock steps back by an hour, a key waits for one window and no longer", async () => {
    const redis = await redisServer();
    let now = 10 * 3_600_000;
    const one = await replica(redis, { now: () => now });
    expect(await admissions(one, 31)).toBe(RATE_LIMIT_REQUESTS_MAX);
    now -= 3_600_000;
    expect(await admissions(one, 1)).toBe(0);
    now += WINDOW_MS - 1;
    expect(await admissions(one, 1)).toBe(0);
    now += 1;
    expect(await admissions(one, 31)).toBe(RATE_LIMIT_REQUESTS_MAX);
  });
});

describe.skipIf(!HAS_REDIS)("when the server of the shared rate limit fails", () => {
  test("it goes away: each replica goes on with what it knows, and counts again when it is back", async () => {
    const redis = await redisServer();
    const one = await replica(redis);
    expect(await admissions(one, 10)).toBe(10);
    await redis.kill();
    await until(() => one.limiter.fault() !== null);
    expect(await admissions(one, 30)).toBe(20);
    expect(one.limiter.quota(KEY).remaining).toBe(0);
    expect(new Set(one.failures)).toEqual(new Set(["unreachable"]));
    await redis.start();
    await until(() => one.limiter.fault() === null);
    // The new server knows of no request, and not the script.
    expect(await admissions(one, 31)).toBe(RATE_LIMIT_REQUESTS_MAX);
    expect(one.changes[0]).toBeNull();
    expect(one.changes).toContain("the server closed the connection");
    expect(one.changes).toContainEqual(expect.stringMatching(/redis\.sock cannot be reached/));
    expect(one.changes.at(-1)).toBeNull();
  });

  test("with `refuse` nobody is let in while it is away", async () => {
    const redis = await redisServer();
    const one = await replica(redis, { fallback: "refuse" });
    await redis.kill();
    await until(() => one.limiter.fault() !== null);
    expect(await one.limiter.admit(KEY)).toBeNull();
    expect(one.failures).toEqual(["unreachable"]);
  });

  test("it hangs: the first request waits a quarter of a second, those after it not at all", async () => {
    const redis = await redisServer();
    const one = await replica(redis);
    redis.signal("SIGSTOP");
    const heldMs: number[] = [];
    for (let i = 0; i < 5; i++) {
      const asked = performance.now();
      expect(await one.limiter.admit(KEY)).toBeTrue();
      heldMs.push(performance.now() - asked);
    }
    redis.signal("SIGCONT");
    expect(Math.max(...heldMs)).toBeLessThan(HELD_MS_MAX);
    expect(Math.max(...heldMs.slice(1))).toBeLessThan(50);
    expect(one.failures[0]).toBe("late");
    await until(() => one.limiter.fault() === null);
  });

  test("it is a server that may not be written to: told once, asked once a second", async () => {
    const redis = await redisServer();
    const one = await replica(redis);
    await redis.send("REPLICAOF", "127.0.0.1", "1");
    expect(await one.limiter.admit(KEY)).toBeTrue();
    expect(one.failures).toEqual(["refused"]);
    await until(() => one.changes.length > 1);
    const connected = async () =>
      Number(/^total_connections_received:(\d+)/m.exec(String(await redis.send("INFO")))?.[1]);
    const before = await connected();
    await Bun.sleep(1_500);
    // Two looks in a second and a half, and the question itself.
    expect((await connected()) - before).toBeLessThanOrEqual(3);
    expect(one.changes).toEqual([null, expect.stringContaining("READONLY")]);
    await redis.send("REPLICAOF", "NO", "ONE");
    await until(() => one.limiter.fault() === null);
  });

  test("nothing listens: the cause names the place", async () => {
    const { limiter, changes } = await replica({ url: "redis://127.0.0.1:1" });
    expect(changes).toEqual(["127.0.0.1:1 cannot be reached (ECONNREFUSED)"]);
    expect(await limiter.admit(KEY)).toBeTrue();
  });
});
