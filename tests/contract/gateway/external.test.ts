/**
 * `--gateway external`: another gateway names the partner, and is trusted only with the shared
 * secret.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { PREFLIGHT, RECOMMENDATION, testService, useService } from "../support/service.ts";

const SECRET = "a-long-shared-secret";
const service = useService(
  { beforeAll, afterAll },
  { gateway: "external", originSecret: SECRET, environments: ["sandbox"] },
);
const verified = { "x-origin-verify": SECRET, "x-gateway-partner-id": "sandbox-oura" };

test("the named partner is served, without a local key and without a local limit", async () => {
  for (let i = 0; i < 40; i++) {
    const { status, headers } = await service().call("GET", PREFLIGHT, { headers: verified });
    expect(status).toBe(200);
    expect(headers.has("ratelimit")).toBe(false);
  }
  const { status } = await service().post(requestBody(), { key: null, headers: verified });
  expect(status).toBe(200);
  expect((await service().store.audit.list({})).at(-1)?.client_id).toBe("sandbox-oura");
});

test("a sandbox scenario is answered here too, without a quota that is not ours", async () => {
  const headers = { ...verified, "x-sandbox-scenario": "rate_limited" };
  const answer = await service().post(requestBody(), { key: null, headers });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(answer.headers.has("ratelimit")).toBe(false);
});

describe("401 Authorization Failed", () => {
  test.each([
    {},
    { "x-gateway-partner-id": "sandbox-oura" },
    { ...verified, "x-origin-verify": "" },
    { ...verified, "x-origin-verify": `${SECRET}x` },
    { ...verified, "x-origin-verify": SECRET.slice(0, -1) },
    { ...verified, "x-gateway-partner-id": "production-oura" },
  ])("%j", async (headers) => {
    const { status, json } = await service().post(requestBody(), { key: null, headers });
    expect(status).toBe(401);
    expect(json.detail).toBe("Authorization Failed");
  });

  test("a valid local key opens nothing", async () => {
    const { status } = await service().post(requestBody(), { key: await service().issue() });
    expect(status).toBe(401);
  });
});

describe("403 missing_partner_id", () => {
  test.each(["", "oura", "sandbox-", "staging-oura", "sandbox-../x", "sandbox-Oura x"])(
    "partner %j",
    async (id) => {
      for (const [method, path] of [
        ["GET", PREFLIGHT],
        ["POST", RECOMMENDATION],
      ] as const) {
        const { status, json } = await service().call(method, path, {
          headers: {
            "x-origin-verify": SECRET,
            ...(id === "" ? {} : { "x-gateway-partner-id": id }),
          },
        });
        expect(status).toBe(403);
        expect(json).toMatchObject({
          detail: "missing_partner_id",
          instance: path,
          title: "Forbidden",
        });
      }
    },
  );
});

test("another tenant's route is a mismatch here too", async () => {
  const { status, json } = await service().call("POST", "/v1/whoop/recommendation", {
    headers: verified,
  });
  expect([status, json.detail]).toEqual([403, "tenant_mismatch"]);
});

test.each([null, ""])("with the secret %j the server does not start", async (originSecret) => {
  await expect(testService({ gateway: "external", originSecret })).rejects.toThrow("shared secret");
});
