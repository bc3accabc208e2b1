/** Unknown paths → 404 in the gateway's shape. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { TENANTS } from "../../../src/tenants/index.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test.each([
  ["GET", "/"],
  ["GET", "/v1"],
  ["GET", "/v1/health/"],
  ["POST", "/v1/oura/recommendation/"],
  ["POST", "/v1//recommendation"],
  ["POST", "/v2/oura/recommendation"],
  ["GET", "/v1/oura"],
  ["GET", "/openapi.yaml"],
  ["OPTIONS", "/nowhere"],
  // This service has no tools for agents.
  ["GET", "/mcp"],
  ["POST", "/mcp"],
  ["GET", "/%2e%2e/etc/passwd"],
])("%s %s", async (method, path) => {
  const { status, json, headers } = await service().call(method, path, { key: service().key });
  expect(status).toBe(404);
  expect(Object.keys(json)).toEqual(["type", "title", "status", "detail", "instance", "trace"]);
  expect(json).toMatchObject({
    type: "https://httpproblems.com/http-status/404",
    title: "Not Found",
    detail: "Not Found",
  });
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("zp-rid")).toBe(json.trace.requestId);
});

test("the route of a tenant that this service does not serve, with a key of that tenant", async () => {
  const own = await testService({ tenants: TENANTS.filter(({ slug }) => slug !== "whoop") });
  const { status, json } = await own.post(undefined, { tenant: "whoop" });
  expect([status, json.detail]).toEqual([404, "Not Found"]);
  const { text } = await own.call("GET", "/metrics");
  expect(text).toMatch(
    /^phasewise_recommendations_total\{client_id="sandbox-whoop",outcome="forbidden"\} 1$/m,
  );
  await own.stop();
});
