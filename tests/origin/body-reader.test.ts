/**
 * Guarantee: a large body is read in a thread of its own with the same result as a small one. Where
 * no thread can start, the caller is told to retry, and nothing else happens.
 */
import { afterEach, expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { ServiceError } from "../../src/contract/error.ts";
import { BodyReader } from "../../src/origin/body-reader.ts";
import { Deadline } from "../../src/origin/deadline.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { type Body, requestBody } from "../support/payloads.ts";
import { padded } from "../support/worst-bodies.ts";

const [oura] = TENANTS;
if (oura === undefined) throw new Error("there is no tenant");
const LARGE_BYTES = 200_000;
const NOW_MS = Date.now();

let bodyReader = new BodyReader();
afterEach(() => {
  bodyReader.close();
  bodyReader = new BodyReader();
});

function read(text: string, spanMs = 10_000) {
  const half = text.length >> 1;
  const chunks = [text.slice(0, half), text.slice(half)].map((part) =>
    new TextEncoder().encode(part),
  );
  return bodyReader.read(
    chunks,
    oura as (typeof TENANTS)[0],
    NOW_MS,
    new Deadline(performance.now(), spanMs),
  );
}

/** What comes of it, faults included. */
async function outcome(text: string): Promise<unknown> {
  try {
    const request = await read(text);
    try {
      return { requestId: request.requestId, prepared: request.prepare() };
    } catch (error) {
      return { requestId: request.requestId, fault: told(error) };
    }
  } catch (error) {
    return { requestId: null, fault: told(error) };
  }
}

function told(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, publicMessage, details } = error;
  return { code, publicMessage, details };
}

test.each<[string, Body | string]>([
  ["a request", requestBody()],
  ["one with faults", requestBody({ timezone: "Mars/Base", oura: { sleep: [{ day: "x" }] } })],
  ["one without request_id", requestBody({ request_id: undefined })],
  ["one with half a surrogate", requestBody({ query: "\ud800 how?", client_trace_id: "a" })],
  ["no object", "[]"],
  ["no JSON", "{"],
])("%s: a large body means what a small one does", async (_, body) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  expect(await outcome(padded(text, LARGE_BYTES))).toEqual(await outcome(text));
});

test("many at once, each gets its own", async () => {
  const ids = Array.from({ length: 20 }, () => Bun.randomUUIDv7());
  const found = await Promise.all(
    ids.map((request_id) => read(padded(JSON.stringify(requestBody({ request_id })), LARGE_BYTES))),
  );
  expect(found.map(({ requestId }) => requestId)).toEqual(ids);
});

test("with all file handles spent its caller is told to come back; with some free it is read", async () => {
  const handles: number[] = [];
  try {
    for (;;) handles.push(openSync("/dev/null", "r"));
  } catch {
    // None is left.
  }
  const text = padded(JSON.stringify(requestBody()), LARGE_BYTES);
  const failed = await read(text).catch((error: ServiceError) => error);
  for (const handle of handles) closeSync(handle);
  expect(failed).toMatchObject({ code: "service_unavailable", reason: "intake" });
  expect((await read(text)).requestId).toBeString();
});

test("a thread that ends fails the body it was reading, and the next has another", async () => {
  let spawned = 0;
  bodyReader = new BodyReader(() => {
    spawned += 1;
    const entry = spawned === 1 ? "ending.worker.ts" : "../../src/origin/body-reader.worker.ts";
    return new Worker(new URL(entry, import.meta.url).href);
  });
  const text = padded(JSON.stringify(requestBody()), LARGE_BYTES);
  const failed = await read(text).catch((error: ServiceError) => error);
  expect(failed).toMatchObject({ code: "service_unavailable", reason: "intake" });
  expect((await read(text)).requestId).toBeString();
  expect(spawned).toBe(2);
});

test("what nobody waits for any more is not read", async () => {
  let received = 0;
  bodyReader = new BodyReader(() => {
    const entry = "../../src/origin/body-reader.worker.ts";
    const worker = new Worker(new URL(entry, import.meta.url).href);
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: unknown, transfer?: unknown) => {
      received += 1;
      post(message, transfer as Bun.Transferable[]);
    };
    return worker;
  });
  const text = padded(JSON.stringify(requestBody()), LARGE_BYTES);
  const first = read(text);
  // Waits behind the first until nobody waits for it.
  const late = await read(text, 0).catch((error: ServiceError) => error);
  expect(late).toMatchObject({ code: "service_unavailable", reason: "deadline" });
  await first;
  expect((await read(text)).requestId).toBeString();
  expect(received).toBe(2);
});
