/** GET /metrics → 200 for loopback callers, or on a listener of its own; 404 for everybody else. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("counts what was answered, without a word of persons, and of partners their answers and refusals alone", async () => {
  const body = requestBody({ query: "CANARY question" });
  await service().post(body);
  await service().post(body);
  const { status, text, headers } = await service().call("GET", "/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  expect(text).toContain('phasewise_requests_total{operation="recommend",status="200"} 2');
  expect(text).toContain("phasewise_cache_hits_total 1");
  expect(text).toContain("phasewise_answer_seconds_count 1");
  const named = text.split("\n").filter((line) => /CANARY|oura|sandbox/.test(line));
  expect(new Set(named.map((line) => line.replace(/{.*/, "")))).toEqual(
    new Set(["phasewise_throttled_total", "phasewise_recommendations_total"]),
  );
});

test("an unknown path opens no series of its own", async () => {
  await service().call("GET", "/CANARY-path");
  expect((await service().call("GET", "/metrics")).text).not.toContain("CANARY-path");
});

test.each([
  ...[
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
    "x-client-ip",
    "cf-connecting-ip",
  ].map((name): [string, Record<string, string>] => [name, { [name]: "203.0.113.7" }]),
  ["a Host that is not of this machine", { host: "api.example.com" }],
  ["a Host that only begins like this machine", { host: "localhost.example.com" }],
  ["a connection for one request, as nginx opens it", { connection: "close" }],
  ["the same beside another option", { connection: "x-hop, Close" }],
])("a caller behind a proxy on this machine is not local: %s", async (_, headers) => {
  const { status, text } = await service().call("GET", "/metrics", { headers });
  expect(status).toBe(404);
  expect(text).not.toContain("phasewise_");
});

test.each(["localhost", "localhost:8080", "127.0.0.1", "127.0.0.1:9", "[::1]:8080"])(
  "Host %s is local",
  async (host) => {
    expect((await service().call("GET", "/metrics", { headers: { host } })).status).toBe(200);
  },
);

test("a local caller that closes its connection is told what to do, and its listener answers it", async () => {
  const headers = { connection: "close" };
  const { json } = await service().call("GET", "/metrics", { headers });
  expect(json.detail).toMatch(/Connection: close.*--metrics-port/);
  const forwarded = { ...headers, "x-forwarded-for": "203.0.113.7" };
  expect((await service().call("GET", "/metrics", { headers: forwarded })).json.detail).toBe(
    "Not Found",
  );
  const own = await testService({ metricsPort: 0 });
  const page = await fetch(`${own.metricsUrl}/metrics`, { headers });
  expect([page.status, (await page.text()).includes("phasewise_requests_total")]).toEqual([
    200,
    true,
  ]);
  await own.stop();
});

test("with a listener of its own the main port knows nothing of it", async () => {
  const own = await testService({ metricsPort: 0 });
  for (const method of ["GET", "POST"])
    expect((await own.call(method, "/metrics")).status).toBe(404);
  const { json: document } = await own.call("GET", "/openapi.json");
  expect(Object.keys(document.paths)).not.toContain("/metrics");
  const page = await fetch(`${own.metricsUrl}/metrics`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("phasewise_requests_total");
  const elsewhere = await fetch(`${own.metricsUrl}/v1/health`);
  expect(elsewhere.status).toBe(404);
  expect(elsewhere.headers.get("content-type")).toStartWith("application/problem+json");
  expect(elsewhere.headers.get("zp-rid")).not.toBeNull();
  const posted = await fetch(`${own.metricsUrl}/metrics`, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  await own.stop();
  await expect(fetch(`${own.metricsUrl}/metrics`)).rejects.toThrow();
});
