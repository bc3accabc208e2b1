/** GET /v1/health/me → 429: the pre-flight counts against the same quota as the recommendation. */
import { expect, test } from "bun:test";
import { PLACES } from "../../support/limiters.ts";
import { PREFLIGHT, testService } from "../support/service.ts";

test.each([...PLACES])(
  "both operations draw on one quota per key, counted $place",
  async (each) => {
    const counting = await each.open();
    const service = await testService({ limiter: counting.limiter });
    const key = await service.issue();
    for (let i = 0; i < 15; i++) {
      await service.call("GET", PREFLIGHT, { key });
      await service.post("{", { key });
    }
    const { status, headers } = await service.call("GET", PREFLIGHT, { key });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    await service.stop();
    await counting.close();
  },
);
