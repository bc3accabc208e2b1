/** GET /v1/health → 200 as soon as the socket is open. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("says ok without a key, also while the engine loads", async () => {
  service().engine.loading = true;
  const { status, text, headers } = await service().call("GET", "/v1/health");
  expect(status).toBe(200);
  expect(text).toBe('{"status":"ok"}');
  expect(headers.get("zp-rid")).toMatch(/^[0-9a-f-]{36}$/);
  expect((await service().call("HEAD", "/v1/health")).status).toBe(200);
});
