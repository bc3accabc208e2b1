/** POST recommendation → 503 service_unavailable with Retry-After: loading, busy. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ServiceError } from "../../../src/contract/error.ts";
import { requestBody } from "../../support/payloads.ts";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("while the engine loads; afterwards the same request is computed", async () => {
  const body = requestBody();
  service().engine.loading = true;
  const { status, json, headers } = await service().post(body);
  expect(status).toBe(503);
  expect(json.error).toMatchObject({ code: "service_unavailable", details: null });
  expect(json.request_id).toBe(body.request_id);
  expect(headers.get("retry-after")).toBe("2");
  service().engine.loading = false;
  expect((await service().post(body)).headers.get("x-service-cache")).toBe("miss");
});

test("a faulty request is told its faults even while the engine loads", async () => {
  service().engine.loading = true;
  expect((await service().post({})).status).toBe(422);
  service().engine.loading = false;
});

test("what cannot be judged yet is put off in strict mode, not let through", async () => {
  const body = requestBody({ query: "Do I have PCOS?" });
  service().engine.loading = true;
  expect((await service().post(body)).status).toBe(503);
  service().engine.loading = false;
  service().engine.judgingFailure = new ServiceError("service_unavailable", "Too many requests at once.");
  expect((await service().post(body)).status).toBe(503);
  service().engine.judgingFailure = null;
  expect((await service().post(body)).status).toBe(422);
});

test("when the inference queue is full", async () => {
  service().engine.failure = new ServiceError("service_unavailable", "Too many requests at once.");
  const { status, headers } = await service().post();
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  service().engine.failure = null;
});
