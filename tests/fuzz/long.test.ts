/**
 * Guarantee: the long fuzz sees what it looks for: undocumented answers and marks that leak.
 *
 * @slow it tries many bodies
 */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { bodies } from "./long/bodies.ts";
import { CANARY_KEY } from "./long/canaries.ts";
import { edges } from "./long/edges.ts";
import { files } from "./long/files.ts";
import { mapping } from "./long/mapping.ts";
import type { Surface } from "./long/surface.ts";
import { commandLine } from "./long/words.ts";

const CASES = 60;
const SEED = 7;
const servers: Bun.Server<undefined>[] = [];
afterAll(async () => {
  for (const surface of [files]) await surface.stop();
  for (const server of servers) await server.stop(true);
});

function targetThat(answer: (request: Request) => Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  servers.push(server);
  const stop = async () => undefined;
  return { url: server.url.origin, key: "known", headers: {}, written: () => "", stop };
}

async function findings<T>(surface: Surface<T>): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const each of fc.sample(surface.cases, { seed: SEED, numRuns: CASES }))
    found.push(await surface.strike(each));
  return found;
}

test("a service that sends back what it was sent is found out", async () => {
  const echo = targetThat(async (request) => new Response(await request.text()));
  expect((await findings(bodies("echo", echo))).some((each) => each?.includes("leaks"))).toBe(true);
  const key = targetThat(async () => new Response(CANARY_KEY, { headers: { "zp-rid": "1" } }));
  expect((await findings(edges(key))).some((each) => each?.includes("leaks"))).toBe(true);
});

test("a service that answers 500 is found out", async () => {
  const broken = targetThat(async () => new Response("", { status: 500 }));
  for (const surface of [bodies("broken", broken), edges(broken)] as Surface<never>[])
    for (const each of await findings(surface)) expect(each).toContain("status 500");
});

test.each([mapping, files, commandLine] as Surface<never>[])(
  "$name holds for some cases",
  async (surface) => {
    expect((await findings(surface)).filter((each) => each !== null)).toEqual([]);
  },
);
