/**
 * Guarantee: no body, method, path, header or byte soup makes the service answer 500, say something
 * undocumented, or die. A failure prints its seed; `PHASEWISE_FUZZ_SEED=<seed> bun test tests/fuzz`
 * runs the same again.
 *
 * @slow it tries many bodies
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import fc from "fast-check";
import { RECOMMENDATION, useService } from "../contract/support/service.ts";
import { type Body, nights, requestBody, yesterday } from "../support/payloads.ts";
import { TENANT_CASES } from "../support/tenants/index.ts";
import { mutate, mutation } from "./mutate.ts";
import { segment } from "./paths.ts";

const service = useService({ beforeAll, afterAll });
const seed = Number(process.env.PHASEWISE_FUZZ_SEED ?? Date.now() % 2 ** 31);
const RUNS = 150;
const options = { seed, numRuns: RUNS, endOnFailure: true } as const;
const TIMEOUT_MS = 60_000;

const alive = async () => expect((await service().call("GET", "/v1/health")).status).toBe(200);

const PAYLOADS: readonly [string, () => Body][] = [
  [
    "oura",
    () => ({
      sleep: nights(yesterday(), 3),
      heartrate: [{ timestamp: `${yesterday()}T02:00:00Z`, bpm: 55, source: "sleep" }],
      workout: [{ day: yesterday(), activity: "running" }],
      personal_info: { age: 33 },
    }),
  ],
  ...TENANT_CASES.map(({ slug, payload }): [string, () => Body] => [
    slug,
    () => payload(yesterday(), 3),
  ]),
];

test.each(PAYLOADS)(
  "mutated bodies of %s",
  async (slug, payload) => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
        const { oura: _, ...rest } = requestBody();
        const body = { ...rest, [slug]: payload() };
        for (const each of mutations) mutate(body, each);
        const { status } = await service().post(JSON.stringify(body), { tenant: slug });
        expect([200, 422]).toContain(status);
      }),
      options,
    );
    await alive();
  },
  TIMEOUT_MS,
);

test(
  "broken bytes",
  async () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify(requestBody({ oura: { sleep: nights(yesterday(), 1) } })),
    );
    const damage = fc.record({
      cut: fc.nat(),
      flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, flips }) => {
        const broken = bytes.slice(0, (cut % bytes.length) + 1);
        for (const [place, value] of flips) broken[place % broken.length] = value;
        const { status } = await service().call("POST", RECOMMENDATION, {
          key: await service().issue(),
          headers: { "content-type": "application/json" },
          body: broken,
        });
        expect([200, 422]).toContain(status);
      }),
      options,
    );
    await alive();
  },
  TIMEOUT_MS,
);

test(
  "methods, paths and headers",
  async () => {
    const strange = fc.record({
      method: fc.constantFrom(
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
        "PROPFIND",
      ),
      path: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`),
      authorization: fc.constantFrom(
        "ApiKey",
        "ApiKey  ",
        "Bearer x",
        "ApiKey pw_sandbox_x_y",
        "\t",
      ),
      type: fc.constantFrom("application/json", "text/html", ";;;", "application/json; charset"),
    });
    await fc.assert(
      fc.asyncProperty(strange, async ({ method, path, authorization, type }) => {
        const response = await fetch(service().url + path, {
          method,
          headers: { authorization, "content-type": type, "x-gateway-partner-id": "sandbox-oura" },
        });
        expect([200, 401, 404, 405]).toContain(response.status);
        expect(response.headers.has("zp-rid")).toBe(true);
        await response.arrayBuffer();
      }),
      options,
    );
    await alive();
  },
  TIMEOUT_MS,
);

test(
  "byte soup on the socket",
  async () => {
    const { port } = new URL(service().url);
    const soup = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc
        .string({ maxLength: 80 })
        .map((text) =>
          new TextEncoder().encode(`POST ${RECOMMENDATION} HTTP/1.1\r\n${text}\r\n\r\n`),
        ),
    );
    await fc.assert(
      fc.asyncProperty(soup, async (bytes) => {
        await new Promise<void>((resolve) => {
          const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
          socket.on("data", () => socket.destroy());
          socket.on("error", () => socket.destroy());
          socket.on("close", () => resolve());
          socket.setTimeout(200, () => socket.destroy());
        });
      }),
      { ...options, numRuns: 40 },
    );
    await alive();
  },
  TIMEOUT_MS,
);
