/** POST recommendation → 415: a body that is not declared as plain JSON is not read. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { RECOMMENDATION, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const text = JSON.stringify(requestBody());

test.each([
  { "content-type": "text/plain" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "application/json+x" },
  { "content-type": "multipart/form-data; boundary=application/json" },
  { "content-type": "application/json", "content-encoding": "gzip" },
])("%j", async (headers) => {
  const { status, json } = await service().post(text, { headers });
  expect(status).toBe(415);
  expect(json.error).toMatchObject({ code: "unsupported_media_type", details: null });
  expect(json.request_id).toBeNull();
});

test("no Content-Type at all", async () => {
  const body = new TextEncoder().encode(text);
  const { status } = await service().call("POST", RECOMMENDATION, {
    key: await service().issue(),
    body,
  });
  expect(status).toBe(415);
});
