/** GET /v1/health/me → 429: the pre-flight counts against the same quota as the recommendation. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { PREFLIGHT, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("both operations draw on one quota per key", async () => {
  const key = await service().issue();
  for (let i = 0; i < 15; i++) {
    await service().call("GET", PREFLIGHT, { key });
    await service().post("{", { key });
  }
  const { status, headers } = await service().call("GET", PREFLIGHT, { key });
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
});
