/** GET /v1/health/ready → 200 with the versions in use. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("names model and corpus version", async () => {
  const { status, text } = await service().call("GET", "/v1/health/ready");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    status: "ready",
    model_version: "model-test",
    corpus_version: "corpus-test",
  });
});
