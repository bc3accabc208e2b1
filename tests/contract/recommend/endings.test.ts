/**
 * Guarantee: the registry knows of each request for a recommendation who asked and how it ended.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { RATE_LIMIT_REQUESTS_MAX } from "../../../src/contract/limits.ts";
import { createMetrics } from "../../../src/telemetry/metrics.ts";
import { requestBody } from "../../support/payloads.ts";
import { SUPPRESSED } from "../support/engine.ts";
import { RECOMMENDATION, useService } from "../support/service.ts";

const metrics = createMetrics({
  missing: () => null,
  degraded: () => [],
  version: "0.0.0",
  buildId: "build-test",
  clientIds: ["sandbox-oura", "production-oura"],
  queueDepth: () => 0,
  engine: () => null,
  log: { dropped: () => 0, waitingBytes: () => 0 },
});
const service = useService({ beforeAll, afterAll }, { metrics });

test("each request counts once, under its client and its ending", async () => {
  const { post, call, issue, engine } = service();
  const body = requestBody();
  await post(body);
  await post(body);
  engine.result = SUPPRESSED;
  await post();
  await post("{}");
  await post(requestBody(), { key: await issue({ environment: "production" }) });
  await call("POST", "/v1/whoop/recommendation", { key: await issue(), body: "{}" });
  await call("POST", RECOMMENDATION, { body: "{}" });
  const busy = await issue();
  for (let i = 0; i <= RATE_LIMIT_REQUESTS_MAX; i++) await post("{}", { key: busy });
  const { endings, confidence } = metrics.figures();
  expect(endings).toEqual([
    { labels: { client_id: "sandbox-oura", outcome: "served" }, count: 1 },
    { labels: { client_id: "sandbox-oura", outcome: "replayed" }, count: 1 },
    { labels: { client_id: "sandbox-oura", outcome: "below_platform_threshold" }, count: 1 },
    {
      labels: { client_id: "sandbox-oura", outcome: "invalid_request" },
      count: 1 + RATE_LIMIT_REQUESTS_MAX,
    },
    { labels: { client_id: "production-oura", outcome: "consent_not_provisioned" }, count: 1 },
    { labels: { client_id: "sandbox-oura", outcome: "forbidden" }, count: 1 },
    { labels: { client_id: "unknown", outcome: "unauthorized" }, count: 1 },
    { labels: { client_id: "sandbox-oura", outcome: "throttled" }, count: 1 },
  ]);
  expect([confidence.count, confidence.sum]).toEqual([2, 0.72 + 0.2]);
});
