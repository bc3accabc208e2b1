/**
 * POST recommendation → 401: every way in which a credential can fail, before anything else of the
 * request is read.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { type Answer, RECOMMENDATION, testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll }, { environments: ["sandbox"] });

function post(authorization: string | null): Promise<Answer> {
  return service().post(requestBody(), {
    key: null,
    headers: authorization === null ? {} : { authorization },
  });
}

function expectProblem({ json, headers }: Answer, detail: string): void {
  expect(Object.keys(json)).toEqual(["type", "title", "status", "detail", "instance", "trace"]);
  expect(json).toMatchObject({
    type: "https://httpproblems.com/http-status/401",
    title: "Unauthorized",
    status: 401,
    detail,
    instance: RECOMMENDATION,
  });
  expect(Object.keys(json.trace)).toEqual(["timestamp", "requestId", "buildId"]);
  expect(json.trace.requestId).toBe(headers.get("zp-rid"));
  expect(json.trace.buildId).toBe("build-test");
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("www-authenticate")).toBe('ApiKey realm="phasewise"');
  expect(headers.has("ratelimit")).toBe(false);
}

test("no header: No Authorization Header", async () => {
  const answer = await post(null);
  expect(answer.status).toBe(401);
  expectProblem(answer, "No Authorization Header");
});

test.each(["Bearer abc", "Basic YTpi", "ApiKeys abc", "abc"])(
  "another scheme: Invalid Authorization Scheme (%s)",
  async (value) => {
    const answer = await post(value);
    expect(answer.status).toBe(401);
    expectProblem(answer, "Invalid Authorization Scheme");
  },
);

describe("Authorization Failed", () => {
  const otherEnvironment = () => service().issue({ environment: "production" });
  const expired = () => service().issue({ expires_in_ms: -1 });
  const revoked = async () => {
    const issued = await service().store.keys.issue(
      { tenant: "oura", environment: "sandbox" },
      "command line",
    );
    await service().store.keys.revoke(issued.key_id, "command line");
    return issued.key;
  };
  const wrongChecksum = async () => `${(await service().issue()).slice(0, -1)}_`;
  const unknown = async () => {
    const other = await testService();
    await other.stop();
    return other.key;
  };

  test.each<[string, () => string | Promise<string>]>([
    ["an empty key", () => ""],
    ["a malformed key", () => "pw_sandbox_short"],
    ["a wrong checksum", wrongChecksum],
    ["an unknown key", unknown],
    ["a revoked key", revoked],
    ["an expired key", expired],
    ["a key of an environment that is not served", otherEnvironment],
    ["two keys", async () => `${await service().issue()} ${await service().issue()}`],
  ])("for %s", async (_, key) => {
    const answer = await post(`ApiKey ${await key()}`);
    expect(answer.status).toBe(401);
    expectProblem(answer, "Authorization Failed");
  });
});

test("a refused caller reaches nothing and learns nothing of the route's tenant", async () => {
  const before = [service().engine.calls.length, await service().rows()];
  const known = await service().call("POST", RECOMMENDATION, { body: "{" });
  const unknown = await service().call("POST", "/v1/nobody/recommendation", { body: "{" });
  expect([known.status, unknown.status]).toEqual([401, 401]);
  expect(known.json.detail).toBe(unknown.json.detail);
  expect([service().engine.calls.length, await service().rows()]).toEqual(before);
});

test("the key is in no answer and no log line", async () => {
  const key = await service().issue();
  await post(`ApiKey ${key}x`);
  const { text } = await post(`ApiKey ${key}`);
  expect(text).not.toContain(key);
  expect(service().log()).not.toContain(key);
});
