/**
 * GET /v1/health/me → 200: who is calling and what the caller may do, in every consent state,
 * without work for the engine.
 */
import { describe, expect, test } from "bun:test";
import { PREFLIGHT, testService } from "../support/service.ts";

describe.each(["not_provisioned", "provisioned", "active", "revoked"] as const)(
  "consent %s",
  (consent) => {
    test("is told as it is", async () => {
      const service = await testService({ consent });
      const { status, json, headers } = await service.call("GET", PREFLIGHT, { key: service.key });
      expect(status).toBe(200);
      expect(json).toEqual({
        tenant_id: "sandbox-oura",
        tenant: "oura",
        environment: "sandbox",
        consent_state: consent,
        consent_active: consent === "active",
        scopes: ["recommendation:create", "health:read"],
        rate_limit_per_min: 30,
      });
      expect(headers.get("ratelimit")).toStartWith('"default";r=29;');
      expect(service.engine.calls.length).toBe(0);
      await service.stop();
    });
  },
);

test("a change of consent shows at once, and works while the engine loads", async () => {
  const service = await testService();
  service.engine.loading = true;
  await service.store.consent.change("sandbox-oura", "revoked", "test");
  const { json } = await service.call("GET", PREFLIGHT, { key: service.key });
  expect(json.consent_state).toBe("revoked");
  await service.stop();
});

test("HEAD answers the same without a body", async () => {
  const service = await testService();
  const { status, text, headers } = await service.call("HEAD", PREFLIGHT, { key: service.key });
  expect([status, text]).toEqual([200, ""]);
  expect(headers.get("ratelimit")).toStartWith('"default";r=29;');
  await service.stop();
});
