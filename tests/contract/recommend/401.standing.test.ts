/**
 * POST recommendation → 401, 403: a request gets no answer when its key or consent ends while it is
 * open.
 *
 * @alone it changes keys while bodies are on their way
 * @slow it takes seconds
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { type Answer, RECOMMENDATION, type TestService, testService } from "../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await testService();
});
afterEach(() => service.stop());

/** How each of the two ends, and what is told then. */
const ENDS = {
  key: {
    async end(key: string) {
      const found = await service.store.identify(key);
      if (found === null) throw new Error("the key does not hold");
      await service.store.keys.revoke(found.key.key_id, "command line");
    },
    expectRefused({ status, json, headers, text }: Answer) {
      expect(status).toBe(401);
      expect(json.detail).toBe("Authorization Failed");
      expect(headers.get("www-authenticate")).toBe('ApiKey realm="phasewise"');
      expect(headers.get("ratelimit")).toBeNull();
      expect(text).not.toContain("recommendation_confidence");
    },
  },
  consent: {
    async end() {
      await service.store.consent.change("sandbox-oura", "revoked", "test");
    },
    expectRefused({ status, json }: Answer) {
      expect(status).toBe(403);
      expect(json).toEqual({ detail: "consent_revoked" });
    },
  },
} as const;

/** A body of which the last byte is sent only when it is told to. */
function heldBody(text: string): { stream: ReadableStream; sendRest(): void } {
  const bytes = new TextEncoder().encode(text);
  const rest = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.slice(0, -1));
      await rest.promise;
      controller.enqueue(bytes.slice(-1));
      controller.close();
    },
  });
  return { stream, sendRest: rest.resolve };
}

function sendHeld(key: string, body: object): { answer: Promise<Answer>; sendRest(): void } {
  const { stream, sendRest } = heldBody(JSON.stringify(body));
  const headers = { "content-type": "application/json" };
  return { answer: service.call("POST", RECOMMENDATION, { key, headers, body: stream }), sendRest };
}

const OPEN_MS = 60;

describe.each(["key", "consent"] as const)("a %s that is revoked", (what) => {
  const { end, expectRefused } = ENDS[what];

  test("while the body is on its way: nothing is computed", async () => {
    const key = await service.issue();
    const { answer, sendRest } = sendHeld(key, requestBody());
    await Bun.sleep(OPEN_MS);
    await end(key);
    sendRest();
    expectRefused(await answer);
    expect(service.engine.calls.length).toBe(0);
    expect(await service.rows()).toBe(0);
  });

  test("while the body of a replay is on its way: nothing is replayed", async () => {
    const body = requestBody();
    expect((await service.post(body)).status).toBe(200);
    const key = await service.issue();
    const { answer, sendRest } = sendHeld(key, body);
    await Bun.sleep(OPEN_MS);
    await end(key);
    sendRest();
    expectRefused(await answer);
  });

  test("while a faulty body is on its way: its faults are not told", async () => {
    const key = await service.issue();
    const { answer, sendRest } = sendHeld(key, { request_id: "x" });
    await Bun.sleep(OPEN_MS);
    await end(key);
    sendRest();
    expectRefused(await answer);
  });

  test("while the answer is computed: it is neither recorded nor sent", async () => {
    const key = await service.issue();
    service.engine.hold();
    const answer = service.post(requestBody(), { key });
    while (service.engine.calls.length === 0) await Bun.sleep(2);
    await end(key);
    service.engine.release();
    expectRefused(await answer);
    expect(await service.rows()).toBe(0);
  });

  test("between two replays: the second is refused", async () => {
    const key = await service.issue();
    const body = requestBody();
    expect((await service.post(body, { key })).status).toBe(200);
    expect((await service.post(body, { key })).headers.get("x-service-cache")).toBe("hit");
    await end(key);
    expectRefused(await service.post(body, { key }));
  });
});

describe("two keys ask the same at once", () => {
  async function both(ended: "computing" | "waiting"): Promise<[Answer, Answer]> {
    const body = requestBody();
    const [computing, waiting] = [await service.issue(), await service.issue()];
    service.engine.hold();
    const first = service.post(body, { key: computing });
    while (service.engine.calls.length === 0) await Bun.sleep(2);
    const second = service.post(body, { key: waiting });
    await Bun.sleep(OPEN_MS);
    await ENDS.key.end(ended === "computing" ? computing : waiting);
    service.engine.release();
    return Promise.all([first, second]);
  }

  test("the key of the one that computes ends: the other one still gets an answer", async () => {
    const [computing, waiting] = await both("computing");
    ENDS.key.expectRefused(computing);
    expect(waiting.status).toBe(200);
    expect(await service.rows()).toBe(1);
  });

  test("the key of the one that waits ends: it gets nothing, the other one its answer", async () => {
    const [computing, waiting] = await both("waiting");
    ENDS.key.expectRefused(waiting);
    expect(computing.status).toBe(200);
    expect(await service.rows()).toBe(1);
  });
});

test("a key that expires while the answer is computed is as gone as a revoked one", async () => {
  const key = await service.issue({ expires_in_ms: 60_000 });
  service.engine.hold();
  const answer = service.post(requestBody(), { key });
  while (service.engine.calls.length === 0) await Bun.sleep(2);
  service.clock.advance(61);
  service.engine.release();
  ENDS.key.expectRefused(await answer);
  expect(await service.rows()).toBe(0);
});
