/**
 * Guarantee: the log tells a fault of the caller from a delay and from a fault of the service, and
 * only the last two have a cause and a count.
 */
import { expect, test } from "bun:test";
import { persistenceFailed, ServiceError } from "../../../src/contract/error.ts";
import { type Answer, type TestService, testService } from "../support/service.ts";

const [INFO, WARN, ERROR] = [30, 40, 50];

/** The lines about one answer, but for that of its request. */
function linesOf(service: TestService, { headers }: Answer): Record<string, unknown>[] {
  return service
    .log()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ rid, msg }) => rid === headers.get("zp-rid") && msg !== "request");
}

async function figure(service: TestService, name: string): Promise<number> {
  const { text } = await service.call("GET", "/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
}

test.each<[string, Error | null, number, Record<string, unknown>]>([
  ["a faulty body", null, 422, { level: INFO, msg: "recommendation refused" }],
  [
    "a queue that is full",
    new ServiceError("service_unavailable", "busy", { reason: "queue_full", internal: "CANARY" }),
    503,
    { level: WARN, msg: "recommendation put off", reason: "queue_full", cause: "CANARY" },
  ],
  [
    "a slip of the program",
    new Error("CANARY"),
    500,
    { level: ERROR, msg: "recommendation failed", cause: expect.stringContaining("CANARY") },
  ],
  [
    "a disk that takes nothing",
    persistenceFailed("CANARY"),
    502,
    { level: ERROR, msg: "recommendation failed", cause: "CANARY" },
  ],
])("%s", async (_, failure, status, told) => {
  const service = await testService();
  service.engine.failure = failure;
  const answer = await service.post(failure === null ? {} : undefined);
  expect(answer.status).toBe(status);
  const [line, ...more] = linesOf(service, answer);
  expect(line).toMatchObject({ ...told, client_id: "sandbox-oura", code: answer.json.error.code });
  expect([more.length, "cause" in (line ?? {})]).toEqual([0, failure !== null]);
  expect(await figure(service, "phasewise_audit_failures_total")).toBe(status === 502 ? 1 : 0);
  await service.stop();
});

test("a refusal that a scenario asks for is no fault of the service", async () => {
  const service = await testService();
  for (const name of ["service_unavailable", "persistence_failed"]) {
    const headers = { "x-sandbox-scenario": `${name}_once` };
    const answer = await service.post(undefined, { headers });
    expect(linesOf(service, answer)).toEqual([
      expect.objectContaining({ level: INFO, msg: "recommendation refused", code: name }),
    ]);
  }
  expect(await figure(service, "phasewise_audit_failures_total")).toBe(0);
  await service.stop();
});
