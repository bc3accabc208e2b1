/**
 * Guarantee: a browser shows a page of another origin nothing unless the operator named that
 * origin.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readSettings } from "../../../src/config/read-settings.ts";
import { PREFLIGHT, RECOMMENDATION, useService } from "../support/service.ts";

const ORIGIN = "https://app.example.com";
const closed = useService({ beforeAll, afterAll });
const shared = useService(
  { beforeAll, afterAll },
  { corsOrigins: [ORIGIN, "http://localhost:5173"] },
);

function ask(
  url: string,
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(url + path, { method, headers });
}
const asking = (origin: string, method = "POST") => ({
  origin,
  "access-control-request-method": method,
  "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
});
const shares = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

describe("without --cors-origin", () => {
  test.each([RECOMMENDATION, PREFLIGHT, "/docs", "/openapi.json", "/v1/health"])(
    "%s shares nothing",
    async (path) => {
      const preflight = await ask(closed().url, path, "OPTIONS", asking(ORIGIN));
      expect(preflight.status).toBe(405);
      expect(shares(preflight.headers)).toEqual([]);
      const answer = await ask(closed().url, path, path === RECOMMENDATION ? "POST" : "GET", {
        origin: ORIGIN,
      });
      expect(shares(answer.headers)).toEqual([]);
      expect(answer.headers.get("vary") ?? "").not.toContain("Origin");
    },
  );
});

describe("with it", () => {
  test("a named origin may ask first, and send then; answers and refusals can be read", async () => {
    const preflight = await ask(shared().url, RECOMMENDATION, "OPTIONS", asking(ORIGIN));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("POST");
    expect(preflight.headers.get("access-control-allow-headers")).toBe(
      "authorization, content-type, mcp-protocol-version, x-sandbox-scenario",
    );
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("access-control-max-age")).toBe("600");
    const answer = await shared().post(undefined, { headers: { origin: ORIGIN } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(answer.headers.get("access-control-expose-headers")).toContain("zp-rid");
    const refused = await shared().post(undefined, { headers: { origin: ORIGIN }, key: "no key" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(ORIGIN);
  });

  test.each([
    ["PUT", asking(ORIGIN)],
    ["GET", asking(ORIGIN)],
    ["OPTIONS", { "access-control-request-method": "POST" }],
    ["OPTIONS", { origin: ORIGIN }],
  ])(
    "%s with %j asks for no leave, and is refused like any wrong method",
    async (method, headers) => {
      const { status, headers: told } = await ask(shared().url, RECOMMENDATION, method, headers);
      expect([status, told.get("access-control-allow-methods")]).toEqual([405, null]);
    },
  );

  test.each([PREFLIGHT, "/docs", "/openapi.json"])(
    "%s can be read, whoever asked before",
    async (path) => {
      const { headers } = await ask(shared().url, path, "GET", { origin: "http://localhost:5173" });
      expect(headers.get("access-control-allow-origin")).toBe("http://localhost:5173");
      expect(headers.get("vary")).toContain("Origin");
      expect((await ask(shared().url, path, "GET", {})).headers.get("vary")).toContain("Origin");
    },
  );

  test.each([
    "https://app.example.com.evil.example",
    "https://evil.example",
    "http://app.example.com",
    "https://app.example.com:8443",
    "https://APP.example.com",
    "null",
    "*",
  ])("%s is another origin", async (origin) => {
    const preflight = await ask(shared().url, RECOMMENDATION, "OPTIONS", asking(origin));
    expect(preflight.status).toBe(405);
    expect(shares(preflight.headers)).toEqual([]);
    expect(shares((await ask(shared().url, "/docs", "GET", { origin })).headers)).toEqual([]);
  });

  test.each(["/v1/health", "/v1/health/ready", "/metrics", "/nothing"])(
    "%s is no business of a page",
    async (path) => {
      expect(
        shares((await ask(shared().url, path, "OPTIONS", asking(ORIGIN, "GET"))).headers),
      ).toEqual([]);
      expect(shares((await ask(shared().url, path, "GET", { origin: ORIGIN })).headers)).toEqual(
        [],
      );
    },
  );
});

test.each([
  "*",
  "null",
  "app.example.com",
  "https://app.example.com/",
  "https://*.example.com/x",
  "ftp://a.example",
  "",
])("--cors-origin %p is refused", (value) => {
  expect(() => readSettings(["corsOrigins"], { "cors-origin": value }, {})).toThrow(
    /--cors-origin must be/,
  );
});
