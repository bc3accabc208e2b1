/** GET /v1/health/ready → 503 while the next answer could not be given. */
import { expect, test } from "bun:test";
import { MISSING_CAPABILITIES } from "../../../src/origin/engine-host.ts";
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

test.each(MISSING_CAPABILITIES)(
  "without %s: that word and nothing else of the cause; no first answer",
  async (missing) => {
    const service = await testService();
    service.engine.lacking = missing;
    const { status, headers, json } = await service.call("GET", "/v1/health/ready");
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("2");
    expect(json.error).toEqual({
      code: "service_unavailable",
      message: `The service is not ready (${missing}); retry shortly.`,
      details: null,
    });
    const answer = await service.post();
    expect(answer.status).toBe(503);
    expect(answer.json.error.message).toBe("The service is not ready; retry shortly.");
    expect(await service.rows()).toBe(0);
    service.engine.lacking = null;
    expect((await service.call("GET", "/v1/health/ready")).status).toBe(200);
    expect((await service.post()).status).toBe(200);
    await service.stop();
  },
);

test("an engine that is gone between two checks is not called ready", async () => {
  const service = await testService();
  service.engine.current = () => null;
  const { status, headers } = await service.call("GET", "/v1/health/ready");
  expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
  await service.stop();
});
