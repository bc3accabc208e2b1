/**
 * POST recommendation → 403: another tenant's route, no partner, no consent. Consent is checked
 * before the body.
 *
 * @slow it takes seconds
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RateLimiter } from "../../../src/gateway/rate-limit.ts";
import { requestBody } from "../../support/payloads.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const JSON_TYPE = { "content-type": "application/json" };

describe("tenant_mismatch", () => {
  test.each(["whoop", "nobody", "OURA", "oura%2Fx", "health"])(
    "on /v1/%s/recommendation",
    async (tenant) => {
      const key = await service().issue();
      const { status, json, headers } = await service().call(
        "POST",
        `/v1/${tenant}/recommendation`,
        {
          key,
          headers: JSON_TYPE,
          body: JSON.stringify(requestBody()),
        },
      );
      expect(status).toBe(403);
      expect(json.detail).toBe("tenant_mismatch");
      expect(json.type).toBe("https://httpproblems.com/http-status/403");
      expect(json.title).toBe("Forbidden");
      expect(json.trace.requestId).toBe(headers.get("zp-rid"));
      // Refused before the limit: nothing was counted.
      expect(headers.get("ratelimit")).toBe('"default";r=30;t=60');
    },
  );
});

test("a refusal tells the quota as it was learnt for it, without counting the request", async () => {
  const learnt: string[] = [];
  const limiter: RateLimiter = {
    admit: async () => {
      throw new Error("a refused request was counted");
    },
    learn: async (keyId) => void learnt.push(keyId),
    quota: () => ({ remaining: 30 - learnt.length, reset_s: 60 }),
  };
  const own = await testService({ limiter: async () => limiter });
  const { status, headers } = await own.call("POST", "/v1/whoop/recommendation", { key: own.key });
  expect([status, headers.get("ratelimit")]).toEqual([403, '"default";r=29;t=60']);
  await own.stop();
});

describe("consent", () => {
  test.each([
    ["not_provisioned", "consent_not_provisioned"],
    ["provisioned", "consent_not_provisioned"],
    ["revoked", "consent_revoked"],
  ] as const)(
    "%s is answered with exactly its reason, whatever the body",
    async (consent, detail) => {
      const own = await testService({ consent });
      for (const [body, headers] of [
        [JSON.stringify(requestBody()), JSON_TYPE],
        ["{", JSON_TYPE],
        ["{", { "content-type": "text/plain" }],
        ["x".repeat(6_000_000), JSON_TYPE],
      ] as const) {
        const answer = await own.post(body, { headers });
        expect(answer.status).toBe(403);
        expect(answer.text).toBe(JSON.stringify({ detail }));
        expect(answer.headers.get("content-type")).toStartWith("application/json");
      }
      expect(own.engine.calls.length).toBe(0);
      expect(await own.rows()).toBe(0);
      await own.stop();
    },
  );

  test("comes before the replay: after a revocation nobody gets a cached 200, after a re-grant everybody does", async () => {
    const own = await testService();
    const body = requestBody();
    const first = await own.post(body);
    await own.store.consent.change("sandbox-oura", "revoked", "test");
    const refused = await own.post(body);
    expect(refused.status).toBe(403);
    expect(refused.json).toEqual({ detail: "consent_revoked" });
    await own.store.consent.change("sandbox-oura", "active", "test");
    expect((await own.post(body)).text).toBe(first.text);
    await own.stop();
  });

  test("revoked while the engine works: nothing is recorded and nothing is served, to followers neither", async () => {
    const own = await testService();
    const body = requestBody();
    own.engine.hold();
    const running = [own.post(body), own.post(body)];
    while (own.engine.calls.length === 0) await Bun.sleep(2);
    await Bun.sleep(20);
    await own.store.consent.change("sandbox-oura", "revoked", "test");
    own.engine.release();
    for (const answer of await Promise.all(running)) {
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({ detail: "consent_revoked" });
    }
    expect(await own.rows()).toBe(0);
    await own.stop();
  });
});
