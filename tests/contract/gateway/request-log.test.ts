/**
 * Guarantee: each request is one line of the log, with who asked, what came of it and how long that
 * took, and nothing else.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { requestBody } from "../../support/payloads.ts";
import { PREFLIGHT, RECOMMENDATION, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const TOOK_MS = 40;

/** The line of one answer, without what differs each time. */
function lineOf(headers: Headers): Record<string, unknown> {
  const lines = service().log().split("\n").filter(Boolean);
  const told = lines
    .map((line) => JSON.parse(line))
    .filter(({ rid, msg }) => rid === headers.get("zp-rid") && msg === "request");
  expect(told).toHaveLength(1);
  const { level: _, time: __, rid: ___, elapsed_ms, trace_id, ...line } = told[0];
  expect(Number.isInteger(elapsed_ms)).toBeTrue();
  return { ...line, traced: trace_id !== null };
}

const recommend = { operation: "recommend", method: "POST", msg: "request" };

test("an answer, its replay, a scenario and refusals", async () => {
  const body = requestBody();
  const known = { ...recommend, client_id: "sandbox-oura" };
  expect(lineOf((await service().post(body)).headers)).toEqual({
    ...known,
    status: 200,
    cache: "miss",
    traced: true,
  });
  expect(lineOf((await service().post(body)).headers)).toEqual({
    ...known,
    status: 200,
    cache: "hit",
    traced: false,
  });
  const scenario = { "x-sandbox-scenario": "rate_limited" };
  expect(lineOf((await service().post(undefined, { headers: scenario })).headers)).toEqual({
    ...known,
    status: 429,
    scenario: "rate_limited",
    cache: null,
    traced: true,
  });
  const unknown = { client_id: null, cache: null, traced: true };
  expect(lineOf((await service().call("POST", RECOMMENDATION)).headers)).toEqual({
    ...recommend,
    ...unknown,
    status: 401,
  });
  expect(lineOf((await service().call("PUT", PREFLIGHT)).headers)).toEqual({
    ...unknown,
    operation: "unknown",
    method: "PUT",
    msg: "request",
    status: 405,
  });
});

test("the time is the request's own", async () => {
  const { engine } = service();
  engine.hold();
  const began = performance.now();
  const answered = service().post();
  while (engine.calls.length < 2) await Bun.sleep(1);
  const asked = performance.now();
  await Bun.sleep(TOOK_MS);
  const heldMs = performance.now() - asked;
  engine.release();
  const { headers } = await answered;
  const line = service()
    .log()
    .split("\n")
    .find((each) => each.includes(headers.get("zp-rid") ?? "") && each.includes('"request"'));
  const { elapsed_ms } = JSON.parse(line ?? "{}");
  expect(elapsed_ms).toBeGreaterThanOrEqual(Math.floor(heldMs));
  expect(elapsed_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
});
