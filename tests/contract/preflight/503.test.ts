/** GET /v1/health/me → 503 where requests cannot be counted and none may pass uncounted. */
import { expect, test } from "bun:test";
import type { RateLimiter } from "../../../src/gateway/rate-limit.ts";
import { PREFLIGHT, testService } from "../support/service.ts";

const away: RateLimiter = {
  admit: async () => null,
  learn: async () => undefined,
  quota: () => ({ remaining: 30, reset_s: 60 }),
};

test("nothing is answered, recorded or called throttled, and the metric names the reason", async () => {
  const service = await testService({ limiter: async () => away });
  const { key } = service;
  for (const { status, headers, json } of [
    await service.call("GET", PREFLIGHT, { key }),
    await service.post(undefined, { key }),
  ]) {
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("2");
    expect(json.error).toEqual({
      code: "service_unavailable",
      message: "Requests cannot be counted now; retry shortly.",
      details: null,
    });
  }
  expect(await service.rows()).toBe(0);
  const { text } = await service.call("GET", "/metrics");
  expect(text).toContain('phasewise_unavailable_total{reason="limits"} 2');
  expect(text).toContain(
    'phasewise_recommendations_total{client_id="sandbox-oura",outcome="service_unavailable"} 1',
  );
  await service.stop();
});
