/** GET /v1/health/me → 401, like every operation that needs a key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { PREFLIGHT, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test.each([
  [{}, "No Authorization Header"],
  [{ authorization: " " }, "No Authorization Header"],
  [{ authorization: "Bearer x" }, "Invalid Authorization Scheme"],
  [{ authorization: "ApiKey x" }, "Authorization Failed"],
])("%j → %s", async (headers, detail) => {
  const { status, json } = await service().call("GET", PREFLIGHT, { headers });
  expect(status).toBe(401);
  expect(json).toMatchObject({ detail, instance: PREFLIGHT, status: 401 });
});
