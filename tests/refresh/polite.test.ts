/**
 * Guarantees of politeness: requests are never faster than agreed, pauses grow and vary, and a
 * service can only ask for limited ones.
 */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { SYSTEM_CLOCK } from "../../src/refresh/clock.ts";
import { backoffMs, retryAfterMs, seededChance } from "../../src/refresh/retry.ts";
import { ServiceClient } from "../../src/refresh/service-client.ts";
import { limitsOf } from "../../src/refresh/service-limits.ts";
import { SOURCES } from "../../src/refresh/source-name.ts";
import { Literature } from "./literature.ts";
import { FAST } from "./world.ts";

const library = new Literature();
afterAll(() => library.stop());

test("the published limits are what is kept to", () => {
  const rates = (pubmed: boolean) =>
    SOURCES.map((source) => limitsOf(source, { pubmed }).requests_per_s);
  expect(rates(false)).toEqual([3, 3, 3, 10]);
  expect(rates(true)).toEqual([10, 3, 3, 10]);
});

test("no window of time sees more requests than agreed, however many callers and failures there are", async () => {
  const REQUESTS_PER_S = 25;
  const WINDOW_MS = 1000;
  const client = new ServiceClient({
    label: "OpenAlex",
    base: new URL("/openalex", library.url),
    contact: "tester@example.org",
    limits: { ...FAST, requests_per_s: REQUESTS_PER_S },
    clock: SYSTEM_CLOCK,
    chance: seededChance(1),
  });
  for (let i = 0; i < 6; i++) {
    library.failOnce(
      ({ parameters }) => parameters.get("n") === String(i * 3),
      () => new Response("", { status: 500 }),
    );
  }
  const read = (text: string): unknown => JSON.parse(text);
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      client.get({ path: "/works", accept: "json", parameters: { n: String(n) }, read }),
    ),
  );
  const times = library.seen.map(({ at_ms }) => at_ms);
  expect(times).toHaveLength(30);
  for (const from of times) {
    const within = times.filter((at) => at >= from && at < from + WINDOW_MS);
    expect(within.length).toBeLessThanOrEqual((REQUESTS_PER_S * WINDOW_MS) / 1000);
  }
});

test("pauses double, keep within their bounds, and follow from the seed", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 40 }), (seed, failures) => {
      const limits = { ...FAST, backoff_ms: 1000, backoff_max_ms: 60_000 };
      const pause = backoffMs(failures, limits, seededChance(seed));
      const whole = Math.min(1000 * 2 ** (failures - 1), 60_000);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole);
      expect(backoffMs(failures, limits, seededChance(seed))).toBe(pause);
    }),
  );
  const chance = seededChance(42);
  const drawn = Array.from({ length: 100 }, chance);
  expect(new Set(drawn).size).toBe(100);
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
});

test("Retry-After is read as HTTP writes it, and nothing else is taken for one", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  expect(retryAfterMs("120", now)).toBe(120_000);
  expect(retryAfterMs(" 0 ", now)).toBe(0);
  expect(retryAfterMs("Fri, 20 Nov 2026 12:01:30 GMT", now)).toBe(90_000);
  expect(retryAfterMs("Fri, 20 Nov 2026 11:00:00 GMT", now)).toBe(0);
  for (const header of [
    null,
    "",
    "soon",
    "-5",
    "1.5",
    "1e3",
    "2026-11-20",
    "Fri, 99 Foo 2026 12:00:00 GMT",
  ]) {
    expect([header, retryAfterMs(header, now)]).toEqual([header, null]);
  }
  fc.assert(
    fc.property(fc.string(), (header) => {
      const ms = retryAfterMs(header, now);
      expect(ms === null || (Number.isFinite(ms) && ms >= 0)).toBe(true);
    }),
  );
});
