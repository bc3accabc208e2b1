/** GET /v1/health/ready → 200 with the versions in use. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("says what works less well than it should, and only then", async () => {
  const degraded: "limits"[] = [];
  const own = await testService({ degraded: () => degraded });
  const body = async () => (await own.call("GET", "/v1/health/ready")).json;
  expect(await body()).not.toHaveProperty("degraded");
  degraded.push("limits");
  expect((await body()).degraded).toEqual(["limits"]);
  await own.stop();
});

test("names model and corpus version", async () => {
  const { status, text } = await service().call("GET", "/v1/health/ready");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    status: "ready",
    model_version: "model-test",
    corpus_version: "corpus-test",
  });
});
