/**
 * POST recommendation → 429: 30 admitted requests in any 60 seconds per key, and a Retry-After that
 * holds.
 *
 * @alone it keeps a window of time
 * @slow it takes seconds
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setSystemTime,
  test,
} from "bun:test";
import { RATE_LIMIT_REQUESTS_MAX } from "../../../src/contract/limits.ts";
import { PLACES } from "../../support/limiters.ts";
import { requestBody } from "../../support/payloads.ts";
import { PREFLIGHT, RECOMMENDATION, type TestService, testService } from "../support/service.ts";

describe.each([...PLACES])("counted $place", ({ open }) => {
  let counting: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    counting = await open();
  });
  afterAll(() => counting.close());
  let service: TestService;
  let key: string;
  beforeEach(async () => {
    service = await testService({ limiter: (now) => counting.limiter(now) });
    service.clock.freeze();
    key = await service.issue();
  });
  afterEach(() => service.stop());

  const spend = async (count: number) => {
    for (let i = 0; i < count; i++)
      expect((await service.call("GET", PREFLIGHT, { key })).status).toBe(200);
  };

  test("the 31st request is refused in the documented shape", async () => {
    await spend(RATE_LIMIT_REQUESTS_MAX);
    const { status, json, headers } = await service.post(requestBody(), { key });
    expect(status).toBe(429);
    expect(json).toMatchObject({
      type: "https://httpproblems.com/http-status/429",
      title: "Too Many Requests",
      status: 429,
      detail: "Rate limit exceeded",
      instance: RECOMMENDATION,
    });
    expect(headers.get("retry-after")).toBe("60");
    expect(headers.get("ratelimit-policy")).toBe('"default";q=30;w=60');
    expect(headers.get("ratelimit")).toBe('"default";r=0;t=60');
  });

  test("the window slides: each admission is given back 60 seconds after it, not at a full minute", async () => {
    await spend(10);
    service.clock.advance(30);
    await spend(20);
    expect((await service.post(requestBody(), { key })).headers.get("retry-after")).toBe("30");
    service.clock.advance(30);
    await spend(10);
    const { status, headers } = await service.post(requestBody(), { key });
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe("30");
  });

  test("a retry after Retry-After is admitted, one second earlier it is not, and refusals cost nothing", async () => {
    await spend(RATE_LIMIT_REQUESTS_MAX);
    service.clock.advance(12.4);
    const refused = await service.post(requestBody(), { key });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBe(48);
    service.clock.advance(wait - 1);
    for (let i = 0; i < 5; i++)
      expect((await service.post(requestBody(), { key })).status).toBe(429);
    service.clock.advance(1);
    expect((await service.post(requestBody(), { key })).status).toBe(200);
  });

  test("a key has its own quota", async () => {
    await spend(RATE_LIMIT_REQUESTS_MAX);
    expect((await service.post()).status).toBe(200);
  });

  test("errors of the origin count, refusals of the gateway do not", async () => {
    await service.call("POST", "/v1/whoop/recommendation", { key });
    await service.call("DELETE", PREFLIGHT, { key });
    const { headers } = await service.post("{", { key });
    expect(headers.get("ratelimit")).toBe('"default";r=29;t=60');
  });

  test("a limit reached is told before a cached answer", async () => {
    const body = requestBody();
    expect((await service.post(body, { key })).status).toBe(200);
    await spend(RATE_LIMIT_REQUESTS_MAX - 1);
    expect((await service.post(body, { key })).status).toBe(429);
  });

  test("a step of the machine's clock, ahead or back, gives no second minute and takes none", async () => {
    const real = await testService({
      now: undefined,
      limiter: (now) => counting.limiter(now),
    });
    try {
      const own = await real.issue();
      const status = async () => (await real.call("GET", PREFLIGHT, { key: own })).status;
      for (let i = 0; i < RATE_LIMIT_REQUESTS_MAX; i++) expect(await status()).toBe(200);
      for (const stepMs of [61_000, -3_600_000]) {
        setSystemTime(Date.now() + stepMs);
        expect(await status()).toBe(429);
      }
    } finally {
      setSystemTime();
      await real.stop();
    }
  });
});
