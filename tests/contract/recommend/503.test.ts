/**
 * POST recommendation → 503 service_unavailable with Retry-After: loading, busy, late, too much.
 *
 * @alone it measures deadlines, and floods the service
 * @slow it takes seconds
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { ServiceError } from "../../../src/contract/error.ts";
import {
  ANSWERS_AT_ONCE,
  BODY_BYTES_MAX,
  OPEN_REQUESTS_MAX,
} from "../../../src/contract/limits.ts";
import { requestBody } from "../../support/payloads.ts";
import { type Answer, type TestService, testService, useService } from "../support/service.ts";

/** The longest pause between two requests of a flood that were sent at once. */
const FLOOD_ARRIVES_MS = 500;

const service = useService({ beforeAll, afterAll });

test("while the engine loads; afterwards the same request is computed", async () => {
  const body = requestBody();
  service().engine.loading = true;
  const { status, json, headers } = await service().post(body);
  expect(status).toBe(503);
  expect(json.error).toMatchObject({ code: "service_unavailable", details: null });
  expect(json.request_id).toBe(body.request_id);
  expect(headers.get("retry-after")).toBe("2");
  service().engine.loading = false;
  expect((await service().post(body)).headers.get("x-service-cache")).toBe("miss");
});

test("a faulty request is told its faults even while the engine loads", async () => {
  service().engine.loading = true;
  expect((await service().post({})).status).toBe(422);
  service().engine.loading = false;
});

test("what cannot be judged yet is put off in strict mode, not let through", async () => {
  const body = requestBody({ query: "Do I have PCOS?" });
  service().engine.loading = true;
  expect((await service().post(body)).status).toBe(503);
  service().engine.loading = false;
  service().engine.judgingFailure = new ServiceError(
    "service_unavailable",
    "Too many requests at once.",
  );
  expect((await service().post(body)).status).toBe(503);
  service().engine.judgingFailure = null;
  expect((await service().post(body)).status).toBe(422);
});

test("when the inference queue is full", async () => {
  service().engine.failure = new ServiceError("service_unavailable", "Too many requests at once.");
  const { status, headers } = await service().post();
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  service().engine.failure = null;
});

describe("a deadline from arrival to answer", () => {
  const DEADLINE_MS = 400;
  const late = useService({ beforeAll, afterAll }, { requestDeadlineMs: DEADLINE_MS });

  test("an answer that would be late is not recorded; the retry is computed", async () => {
    const body = requestBody();
    late().engine.hold();
    const asked = performance.now();
    const { status, json, headers } = await late().post(body);
    const waited = performance.now() - asked;
    expect([status, headers.get("retry-after"), json.error.code]).toEqual([
      503,
      "2",
      "service_unavailable",
    ]);
    expect(json.request_id).toBe(body.request_id);
    expect(waited).toBeGreaterThan(DEADLINE_MS - 50);
    expect(waited).toBeLessThan(DEADLINE_MS + 300);
    late().engine.release();
    await Bun.sleep(50);
    expect(await late().rows()).toBe(0);
    expect((await late().post(body)).headers.get("x-service-cache")).toBe("miss");
    expect(await late().rows()).toBe(1);
  });

  test("a twin that came later has its own: the shared answer is recorded once, and sent to it", async () => {
    const body = requestBody();
    late().engine.hold();
    const [calls, rows] = [late().engine.calls.length, await late().rows()];
    const first = late().post(body);
    await Bun.sleep(DEADLINE_MS * 0.7);
    const twin = late().post(body);
    expect((await first).status).toBe(503);
    late().engine.release();
    expect((await twin).status).toBe(200);
    expect([late().engine.calls.length - calls, (await late().rows()) - rows]).toEqual([1, 1]);
    expect((await late().post(body)).text).toBe((await twin).text);
  });

  test("a twin that no answer reaches in time is told at its own, not at the first one's", async () => {
    const body = requestBody();
    late().engine.hold();
    const rows = await late().rows();
    const first = late().post(body);
    await Bun.sleep(DEADLINE_MS * 0.7);
    const asked = performance.now();
    const twin = late().post(body);
    await first;
    expect((await twin).status).toBe(503);
    expect(performance.now() - asked).toBeGreaterThan(DEADLINE_MS - 50);
    late().engine.release();
    await Bun.sleep(50);
    expect(await late().rows()).toBe(rows);
  });

  test("a body that stalls is not waited for any longer, and its connection is closed", async () => {
    const socket = await half(late(), 500, "{");
    const reply = await replyOf(socket);
    expect(reply).toStartWith("HTTP/1.1 503");
    expect(reply).toMatch(/^connection: close\r$/im);
    expect(reply).toContain("The request body did not arrive in time");
    socket.destroy();
  });

  test("a large one that stalls neither", async () => {
    const socket = await half(late(), 500_000, "{".padEnd(200_000));
    expect(await replyOf(socket)).toStartWith("HTTP/1.1 503");
    socket.destroy();
  });
});

test("a flood is told at once, another client is served in its turn, and a replay does not wait", async () => {
  const own = await testService();
  await own.store.consent.change("production-oura", "active", "test");
  const other = await own.issue({ environment: "production" });
  const known = requestBody();
  await own.post(known);
  own.engine.hold();
  const told: number[] = [];
  const FLOOD = 60;
  const flood = Array.from({ length: FLOOD }, async () => {
    const asked = performance.now();
    const { status } = await own.post();
    if (status === 503) told.push(performance.now() - asked);
    return status;
  });
  while (own.engine.calls.length < ANSWERS_AT_ONCE + 1 || told.length === 0) await Bun.sleep(10);
  // On a busy machine the last of the flood arrive later. All have, once nobody is told any more.
  for (let before = 0; before < told.length; ) {
    before = told.length;
    await Bun.sleep(FLOOD_ARRIVES_MS);
  }
  const inLine = FLOOD - told.length;
  const asked = performance.now();
  expect((await own.post(known)).headers.get("x-service-cache")).toBe("hit");
  expect(performance.now() - asked).toBeLessThan(1_000);
  const query = "Does another client find a place?";
  const placed = own.post(requestBody({ query }), { key: other });
  await Bun.sleep(50);
  own.engine.release();
  expect((await placed).status).toBe(200);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 503).length).toBe(FLOOD - inLine);
  // Among the first after those that were being computed, not behind the flood.
  const place = own.engine.calls.findIndex((features) => features.query === query);
  expect(place).toBeLessThan(1 + ANSWERS_AT_ONCE + 2 * ANSWERS_AT_ONCE);
  expect(own.log()).toContain('"reason":"overloaded"');
  await own.stop();
}, 20_000);

test("more open requests than may be", async () => {
  const own = await testService();
  own.engine.hold();
  const sockets = await Promise.all(
    Array.from({ length: OPEN_REQUESTS_MAX }, () => half(own, 100, "{")),
  );
  // The last of them may not have arrived yet: then this one is let in, and waits.
  const refused = async (): Promise<Answer> =>
    own.post(requestBody(), { signal: AbortSignal.timeout(1_000) }).catch(refused);
  const { status, headers } = await refused();
  expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([
    503,
    "2",
    "close",
  ]);
  expect((await own.call("GET", "/v1/health")).status).toBe(200);
  own.engine.release();
  for (const socket of sockets) socket.destroy();
  await Bun.sleep(500);
  expect((await own.post()).status).toBe(200);
  await own.stop();
}, 20_000);

test("unfinished bodies together are held up to 128 MiB", async () => {
  const own = await testService();
  const whole = Buffer.alloc(BODY_BYTES_MAX - 1, " ");
  const sockets: Socket[] = [];
  // One byte of each is missing.
  for (let i = 0; i < 28; i++) sockets.push(await half(own, BODY_BYTES_MAX, whole));
  // A closed connection may lose the reply to what was still on its way, so the log is asked.
  while (!own.log().includes('"reason":"bodies_full"')) await Bun.sleep(10);
  expect(own.log()).not.toContain('"reason":"slow_body"');
  expect((await own.call("GET", "/v1/health")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await Bun.sleep(200);
  expect((await own.post()).status).toBe(200);
  await own.stop();
}, 20_000);

/** A request of which only a part is sent. */
async function half(to: TestService, bytes: number, part: string | Buffer): Promise<Socket> {
  const socket = connect(Number(new URL(to.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  socket.write(
    `POST /v1/oura/recommendation HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${await keyOf(to)}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  return socket;
}

const keys = new WeakMap<TestService, { key: string; left: number }>();

/** A key that its rate limit still admits. */
async function keyOf(to: TestService): Promise<string> {
  let held = keys.get(to);
  if (held === undefined || held.left === 0) held = { key: await to.issue(), left: 30 };
  held.left -= 1;
  keys.set(to, held);
  return held.key;
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    socket.on("data", (data) => {
      received += data;
      if (received.includes("}}")) resolve(received);
    });
  });
}
