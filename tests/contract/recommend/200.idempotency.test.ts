/**
 * POST recommendation → 200 again: the pair (client_id, request_id) is answered once in 300
 * seconds.
 *
 * @slow it takes seconds
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ServiceError } from "../../../src/contract/error.ts";
import { IDEMPOTENCY_TTL_SECONDS } from "../../../src/contract/limits.ts";
import { type Body, requestBody } from "../../support/payloads.ts";
import { RECOMMENDATION, type TestService, testService } from "../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await testService();
});
afterEach(() => service.stop());

describe("a replay", () => {
  test("is byte-equal, marked as hit, costs no engine work and no audit row", async () => {
    const body = requestBody();
    const first = await service.post(body);
    service.clock.advance(1);
    const second = await service.post(body);
    expect(second.text).toBe(first.text);
    expect([first, second].map(({ headers }) => headers.get("x-service-cache"))).toEqual([
      "miss",
      "hit",
    ]);
    expect(service.engine.calls.length).toBe(1);
    expect(await service.rows()).toBe(1);
  });

  test("ignores the new content, even content that would be refused", async () => {
    const { request_id, ...body } = requestBody();
    const first = await service.post({ request_id, ...body });
    for (const other of [
      { request_id, ...body, query: "another question" },
      { request_id },
      { request_id, ...body, query: "Do I have PCOS?" },
      { request_id, ...body, timezone: "EST" },
    ]) {
      const replay = await service.post(other);
      expect(replay.status).toBe(200);
      expect(replay.text).toBe(first.text);
    }
  });

  test("counts against the rate limit and carries a fresh quota", async () => {
    const body = requestBody();
    const first = await service.post(body, { key: service.key });
    const second = await service.post(body, { key: service.key });
    expect(first.headers.get("ratelimit")).toStartWith('"default";r=29;');
    expect(second.headers.get("ratelimit")).toStartWith('"default";r=28;');
  });

  test("ends with the window: one second before it is over a hit, at its end a miss with a second row", async () => {
    const body = requestBody();
    service.clock.freeze();
    await service.post(body);
    service.clock.advance(IDEMPOTENCY_TTL_SECONDS - 1);
    expect((await service.post(body)).headers.get("x-service-cache")).toBe("hit");
    service.clock.advance(1);
    expect((await service.post(body)).headers.get("x-service-cache")).toBe("miss");
    expect(await service.rows()).toBe(2);
  });

  test("is served while the engine is loading", async () => {
    const body = requestBody();
    const first = await service.post(body);
    service.engine.loading = true;
    const second = await service.post(body);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  test("belongs to one client: another environment's key with the same request_id is answered afresh", async () => {
    for (const state of ["provisioned", "active"] as const) {
      await service.store.consent.change("production-oura", state, "test");
    }
    const body = requestBody();
    const sandbox = await service.post(body);
    const production = await service.post(body, {
      key: await service.issue({ environment: "production" }),
    });
    expect(production.headers.get("x-service-cache")).toBe("miss");
    expect(production.json.trace_id).not.toBe(sandbox.json.trace_id);
    expect(await service.rows()).toBe(2);
  });

  test("a suppressed answer is replayed like any other", async () => {
    service.engine.result = { ...service.engine.result, recommendation: null, citations: [] };
    service.engine.result.suppression_reason = "below_client_threshold";
    const body = requestBody();
    const first = await service.post(body);
    expect((await service.post(body)).text).toBe(first.text);
    expect(await service.rows()).toBe(1);
  });
});

describe("nothing is kept of", () => {
  test("a 422: the same request_id is validated again", async () => {
    const body = requestBody();
    expect((await service.post({ ...body, timezone: "EST" })).status).toBe(422);
    expect((await service.post({ ...body, query: "Do I have PCOS?" })).status).toBe(422);
    const third = await service.post(body);
    expect(third.status).toBe(200);
    expect(third.headers.get("x-service-cache")).toBe("miss");
  });

  test("a 500, a 503 and a 502", async () => {
    const body = requestBody();
    service.engine.failure = new Error("broken");
    expect((await service.post(body)).status).toBe(500);
    service.engine.failure = new ServiceError("service_unavailable", "busy");
    expect((await service.post(body)).status).toBe(503);
    service.engine.failure = null;
    const commit = service.store.commit;
    service.store.commit = () => {
      throw new ServiceError("persistence_failed", "not written");
    };
    expect((await service.post(body)).status).toBe(502);
    service.store.commit = commit;
    expect(await service.rows()).toBe(0);
    const last = await service.post(body);
    expect(last.headers.get("x-service-cache")).toBe("miss");
    expect(await service.rows()).toBe(1);
  });

  test("a 429", async () => {
    const key = await service.issue();
    for (let i = 0; i < 30; i++) await service.call("GET", "/v1/health/me", { key });
    const body = requestBody();
    expect((await service.post(body, { key })).status).toBe(429);
    expect((await service.post(body)).headers.get("x-service-cache")).toBe("miss");
  });
});

describe("concurrent duplicates", () => {
  const COUNT = 50;

  /** Resolves when so many requests more found no recorded answer, and so wait for the engine. */
  async function whenWaiting(requests: number): Promise<void> {
    const { replay } = service.store;
    let looks = 0;
    service.store.replay = async (...asked) => {
      const answer = await replay(...asked);
      looks += 1;
      return answer;
    };
    while (looks < requests) await Bun.sleep(2);
    service.store.replay = replay;
    // The last one has looked and joins before the next turn of the event loop.
    await Bun.sleep(0);
  }

  async function whileHeld<T>(start: () => Promise<T>[]): Promise<T[]> {
    service.engine.hold();
    const answers = start();
    await whenWaiting(answers.length);
    service.engine.release();
    return Promise.all(answers);
  }

  /** The rate limit admits half of them with each. */
  async function twoKeys(): Promise<[string, string]> {
    return [await service.issue(), await service.issue()];
  }

  const sendMany = (keys: [string, string], body: Body) => () =>
    Array.from({ length: COUNT }, (_, i) => service.post(body, { key: keys[i % 2] ?? "" }));

  test("share one computation, one row and one body", async () => {
    const body = requestBody();
    const answers = await whileHeld(sendMany(await twoKeys(), body));
    expect(service.engine.calls.length).toBe(1);
    expect(await service.rows()).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const cache = answers.map(({ headers }) => headers.get("x-service-cache"));
    expect(cache.filter((value) => value === "miss").length).toBe(1);
    expect(cache.filter((value) => value === "hit").length).toBe(COUNT - 1);
  });

  test("share a failure too, and leave nothing behind", async () => {
    const body = requestBody();
    service.engine.failure = new Error("broken");
    const answers = await whileHeld(sendMany(await twoKeys(), body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(service.engine.calls.length).toBe(1);
    expect(await service.rows()).toBe(0);
    service.engine.failure = null;
    expect((await service.post(body)).headers.get("x-service-cache")).toBe("miss");
  });

  test("different requests do not wait for each other's outcome", async () => {
    const answers = await whileHeld(() =>
      Array.from({ length: 5 }, () => service.post(requestBody())),
    );
    expect(new Set(answers.map(({ json }) => json.trace_id)).size).toBe(5);
    expect(service.engine.calls.length).toBe(5);
  });

  test("a caller that goes away cancels nothing: the answer is kept for its retry", async () => {
    const body = requestBody();
    const gone = new AbortController();
    service.engine.hold();
    const first = service.post(body, { signal: gone.signal }).catch((error: Error) => error.name);
    while (service.engine.calls.length === 0) await Bun.sleep(2);
    gone.abort();
    expect(await first).toBe("AbortError");
    service.engine.release();
    while ((await service.rows()) === 0) await Bun.sleep(2);
    const retry = await service.post(body);
    expect(retry.headers.get("x-service-cache")).toBe("hit");
    expect(service.engine.calls.length).toBe(1);
  });

  test("a follower outlives a leader that went away", async () => {
    const body = requestBody();
    const gone = new AbortController();
    service.engine.hold();
    const leader = service.post(body, { signal: gone.signal }).catch(() => null);
    while (service.engine.calls.length === 0) await Bun.sleep(2);
    const follower = service.post(body);
    await whenWaiting(1);
    gone.abort();
    await leader;
    service.engine.release();
    expect((await follower).status).toBe(200);
    expect(service.engine.calls.length).toBe(1);
  });

  test("another process that answered first wins: its body is served as a hit", async () => {
    const body = requestBody();
    const first = await service.post(body);
    const row = (await service.store.audit.list({}))[0];
    if (row === undefined) throw new Error("no row");
    // This process does not see the entry at look-up, as if it had been written in between.
    service.store.replay = () => null;
    const second = await service.post(body);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("x-service-cache")).toBe("hit");
    expect(await service.rows()).toBe(1);
  });
});

test("stop lets a running request end and answers it", async () => {
  service.engine.hold();
  const running = service.post();
  while (service.engine.calls.length === 0) await Bun.sleep(2);
  const stopped = service.stop();
  await Bun.sleep(20);
  service.engine.release();
  expect((await running).status).toBe(200);
  await stopped;
  await expect(fetch(service.url + RECOMMENDATION)).rejects.toThrow();
  service = await testService();
});

test("stop waits for a computation whose caller went away: its row is written before the store closes", async () => {
  const gone = new AbortController();
  service.engine.hold();
  const vanished = service.post(requestBody(), { signal: gone.signal }).catch(() => null);
  while (service.engine.calls.length === 0) await Bun.sleep(2);
  gone.abort();
  await vanished;
  setTimeout(() => service.engine.release(), 100);
  await service.stopServer();
  expect(await service.rows()).toBe(1);
});
