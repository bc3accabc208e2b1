/**
 * POST recommendation → 500 internal_error: the body reveals nothing internal, and the log has what
 * is needed to find the cause.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ServiceError } from "../../../src/contract/error.ts";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("an unexpected error is told without its words and logged with its trace id", async () => {
  service().engine.failure = new Error("SELECT secret FROM /srv/engine.ts:42");
  const { status, json, text } = await service().post();
  expect(status).toBe(500);
  expect(json.error).toMatchObject({ code: "internal_error", details: null });
  expect(text).not.toMatch(/SELECT|engine\.ts|at /);
  expect(await service().rows()).toBe(0);
  const line = service()
    .log()
    .split("\n")
    .find((candidate) => candidate.includes(json.trace_id));
  expect(line).toContain("SELECT secret FROM");
});

test("a store that cannot be read refuses, it does not serve", async () => {
  service().engine.failure = null;
  const { replay } = service().store;
  service().store.replay = () => {
    throw new Error("disk I/O error");
  };
  const { status, json, text } = await service().post();
  expect(status).toBe(500);
  expect(json.error.code).toBe("internal_error");
  expect(text).not.toContain("disk");
  service().store.replay = replay;
});

test("an unreadable key table is a 500 of the gateway in the same envelope", async () => {
  const { identify } = service().store;
  const key = await service().issue();
  service().store.identify = () => {
    throw new Error("disk I/O error");
  };
  const response = await fetch(`${service().url}/v1/health/me`, {
    headers: { authorization: `ApiKey ${key}` },
  });
  expect(response.status).toBe(500);
  const body = (await response.json()) as { error: { code: string } };
  expect(body.error.code).toBe("internal_error");
  expect(JSON.stringify(body)).not.toContain("disk");
  const failed = () =>
    service()
      .log()
      .split("\n")
      .filter((line) => line.includes('"gateway failed"'));
  const rid = response.headers.get("zp-rid") ?? "";
  expect(failed().filter((line) => line.includes(rid) && line.includes("disk I/O"))).toHaveLength(
    1,
  );
  // A fault that the caller is told by name is none of the gateway's.
  service().store.identify = () => {
    throw new ServiceError("service_unavailable", "busy");
  };
  await fetch(response.url, { headers: { authorization: `ApiKey ${key}` } });
  expect(failed()).toHaveLength(1);
  service().store.identify = identify;
});
