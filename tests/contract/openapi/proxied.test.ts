/**
 * Guarantee: Prism, put between a client and the service, finds no answer that the API document
 * does not describe, over every operation and every status that needs no fault of the machine.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { BODY_BYTES_MAX, RATE_LIMIT_REQUESTS_MAX } from "../../../src/contract/limits.ts";
import { SCENARIO_HEADER, SCENARIOS } from "../../../src/contract/scenario.ts";
import { type Body, requestBody, yesterday } from "../../support/payloads.ts";
import { TENANT_CASES } from "../../support/tenants/index.ts";
import { type Ask, type Proxied, prismBefore, type Through } from "../support/prism.ts";
import {
  PREFLIGHT,
  RECOMMENDATION,
  type TestOptions,
  type TestService,
  testService,
} from "../support/service.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Proxying {
  service: TestService;
  ask: Through;
}

async function proxying(options: TestOptions = {}): Promise<Proxying> {
  const service = await testService(options);
  const { json } = await service.call("GET", "/openapi.json");
  return { service, ask: await prismBefore(service.url, json) };
}

let shared: Proxying;
beforeAll(async () => {
  shared = await proxying();
}, 30_000);
afterAll(() => shared.service.stop());

const keyed = (key: string) => ({ authorization: `ApiKey ${key}` });

async function post(
  body: unknown,
  { headers = {}, tenant = "oura", own = shared }: PostOptions = {},
): Promise<Proxied> {
  const key = await own.service.issue({ tenant });
  return own.ask({
    method: "post",
    path: `/v1/${tenant}/recommendation`,
    headers: { ...keyed(key), ...JSON_TYPE, ...headers },
    body,
  });
}
interface PostOptions {
  headers?: Record<string, string>;
  tenant?: string;
  own?: Proxying;
}

const valid = (status: number): Proxied => ({ status, request: [], answer: [] });

/** A request that the document does not allow either, and whose refusal it describes. */
function expectRefused(proxied: Proxied, status: number): void {
  expect([proxied.status, proxied.answer]).toEqual([status, []]);
  expect(proxied.request).not.toEqual([]);
}

describe.each([...TENANT_CASES])("$slug", ({ slug, payload, refused }) => {
  const body = (own: Body): Body => {
    const { oura, ...rest } = requestBody();
    return { ...rest, [slug]: own };
  };

  test("is served", async () => {
    expect(await post(body(payload(yesterday(), 20)), { tenant: slug })).toEqual(valid(200));
    const unasked = { ...body(payload(yesterday(), 20)), query: null };
    expect(await post(unasked, { tenant: slug })).toEqual(valid(200));
  });

  test("is refused where nothing is measured", async () => {
    expectRefused(await post(body({}), { tenant: slug }), 422);
    const empty = Object.fromEntries(Object.keys(payload(yesterday())).map((key) => [key, []]));
    expectRefused(await post(body({ ...empty, personal_info: null }), { tenant: slug }), 422);
  });

  test.each([...refused])("is refused for $name", async ({ bend }) => {
    const bent = payload(yesterday(), 5);
    bend(bent);
    expectRefused(await post(body(bent), { tenant: slug }), 422);
  });
});

describe("a recommendation", () => {
  test.each([...SCENARIOS])("of the scenario $name", async ({ name, status }) => {
    expect(await post(requestBody(), { headers: { [SCENARIO_HEADER]: name } })).toEqual(
      valid(status),
    );
  });

  test.each<[string, Body]>([
    ["a member that is missing", { safety_mode: undefined }],
    ["a time zone's abbreviation", { timezone: "EST" }],
    ["an offset for a time zone", { timezone: "+02:00" }],
    ["a day that no cycle has", { user_context: { ...requestBody().user_context, cycle_day: 41 } }],
    ["a question that is too long", { query: "x".repeat(2_001) }],
    ["a request_id without a character", { request_id: "" }],
  ])("is refused for %s", async (_, changes) => {
    expectRefused(await post(requestBody(changes)), 422);
  });

  test("is refused for a body that is no JSON", async () => {
    expectRefused(await post("{"), 422);
  });

  test("is refused for another media type", async () => {
    const text = { "content-type": "text/plain" };
    const { status, answer } = await post(JSON.stringify(requestBody()), { headers: text });
    expect([status, answer]).toEqual([415, []]);
  });

  test("is refused for a body that is too large", async () => {
    const large = requestBody({ padding: "x".repeat(BODY_BYTES_MAX) });
    expect(await post(large)).toEqual(valid(413));
  });

  test("is refused for a key of another tenant, and without a usable key", async () => {
    const at = (headers: Record<string, string>): Ask => ({
      method: "post",
      path: RECOMMENDATION,
      headers: { ...JSON_TYPE, ...headers },
      body: requestBody(),
    });
    const other = keyed(await shared.service.issue({ tenant: "whoop" }));
    expect(await shared.ask(at(other))).toEqual(valid(403));
    expect(await shared.ask(at(keyed("pw_sandbox_none")))).toEqual(valid(401));
    expect(await shared.ask(at({ authorization: "Bearer none" }))).toEqual(valid(401));
    expectRefused(await shared.ask(at({})), 401);
  });

  test("is refused above the rate limit", async () => {
    const headers = keyed(await shared.service.issue());
    for (let i = 0; i < RATE_LIMIT_REQUESTS_MAX; i++)
      await shared.service.call("GET", PREFLIGHT, { headers });
    const ask: Ask = {
      method: "post",
      path: RECOMMENDATION,
      headers: { ...headers, ...JSON_TYPE },
      body: requestBody(),
    };
    expect(await shared.ask(ask)).toEqual(valid(429));
    expect(await shared.ask({ method: "get", path: PREFLIGHT, headers })).toEqual(valid(429));
  });

  test.each(["provisioned", "revoked"] as const)(
    "is refused with a consent that is %s",
    async (consent) => {
      const own = await proxying({ consent });
      expect(await post(requestBody(), { own })).toEqual(valid(403));
      await own.service.stop();
    },
  );

  test("waits for the engine", async () => {
    shared.service.engine.loading = true;
    expect(await post(requestBody())).toEqual(valid(503));
    expect(await shared.ask({ method: "get", path: "/v1/health/ready" })).toEqual(valid(503));
    shared.service.engine.loading = false;
  });
});

describe("the other operations", () => {
  test("who is calling", async () => {
    const headers = keyed(await shared.service.issue());
    expect(await shared.ask({ method: "get", path: PREFLIGHT, headers })).toEqual(valid(200));
    expectRefused(await shared.ask({ method: "get", path: PREFLIGHT }), 401);
  });

  test.each(["/v1/health", "/v1/health/ready", "/openapi.json", "/docs", "/metrics"])(
    "%s",
    async (path) => {
      expect(await shared.ask({ method: "get", path })).toEqual(valid(200));
    },
  );

  test.each(["/openapi.json", "/docs"])("%s, unchanged", async (path) => {
    const headers = { "if-none-match": "*" };
    expect(await shared.ask({ method: "get", path, headers })).toEqual(valid(304));
  });

  test("the metrics behind another proxy", async () => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    expect(await shared.ask({ method: "get", path: "/metrics", headers })).toEqual(valid(404));
  });

  test("two names in Host", async () => {
    const headers = { Host: "a.example, b.example" };
    expect(await shared.ask({ method: "get", path: "/v1/health", headers })).toEqual(valid(400));
  });
});
