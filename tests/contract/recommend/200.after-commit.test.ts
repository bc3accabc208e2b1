/** Guarantee: a recorded answer is delivered even if logging or counting it fails. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Logger } from "../../../src/telemetry/logger.ts";
import { requestBody } from "../../support/payloads.ts";
import { useService } from "../support/service.ts";

function fails(): never {
  throw new Error("ENOSPC: no space left on device, write");
}
const logger: Logger = { info: fails, warn: fails, error: fails, fatal: fails };

const service = useService({ beforeAll, afterAll }, { logger });

test("a log that fails on every line changes no answer, and what was billed was sent", async () => {
  const body = requestBody();
  const first = await service().post(body);
  const again = await service().post(body);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
  expect(await service().rows()).toBe(1);
});

test("nor does it change a refusal, a failure or an unknown path", async () => {
  expect((await service().post("{")).status).toBe(422);
  expect((await service().call("GET", "/nowhere")).status).toBe(404);
  service().engine.failure = new Error("CANARY");
  const failed = await service().post(requestBody());
  service().engine.failure = null;
  expect([failed.status, failed.json.error.code]).toEqual([500, "internal_error"]);
});
