/** GET /v1/health/ready → 503 while the engine loads. */
import { expect, test } from "bun:test";
import { testService } from "../support/service.ts";

test("while loading: Retry-After 2; ready as soon as the engine is", async () => {
  const service = await testService();
  service.engine.loading = true;
  const { status, headers, json } = await service.call("GET", "/v1/health/ready");
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  expect(json.error.code).toBe("service_unavailable");
  service.engine.loading = false;
  expect((await service.call("GET", "/v1/health/ready")).status).toBe(200);
  await service.stop();
});
