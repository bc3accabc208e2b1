/**
 * Guarantee: the API document is clean under the rules that tools bring along, Redocly's
 * recommended ones and Spectral's for OpenAPI, and to check it asks no other machine.
 */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { Socket } from "node:net";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import type { JsonObject } from "../../../src/contract/openapi/schema.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

/** Everything that settings can bring into it. */
const DOCUMENT = openApiDocument({
  tenants: TENANTS,
  deprecations: [
    {
      operation: "GET /v1/health/me",
      first_notice: "2026-10-01",
      deprecation: "2026-10-01T00:00:00Z",
      sunset: "2027-03-01T00:00:00Z",
      link: "https://api.phasewise.test/changes",
    },
  ],
  publicUrl: "https://api.phasewise.test/wellness",
});
/** Without a tag that is described, a server, a licence and more. */
const FAULTY: JsonObject = {
  openapi: "3.1.0",
  info: { title: "faulty", version: "1" },
  servers: [],
  paths: { "/a": { get: { tags: ["none"], responses: { "200": { description: "ok" } } } } },
};

async function redocly(document: JsonObject): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: "openapi.json",
    config,
  });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

async function spectral(document: JsonObject): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset(new Ruleset({ extends: [[oas, "recommended"]], rules: {} }));
  const problems = await linter.run(document);
  return problems.map(({ code, message, path }) => `${code} at ${path.join("/")}: ${message}`);
}

const fetched = spyOn(globalThis, "fetch");
const connected = spyOn(Socket.prototype, "connect");
beforeAll(() => {
  fetched.mockClear();
  connected.mockClear();
});
afterAll(() => {
  fetched.mockRestore();
  connected.mockRestore();
});

test("Redocly finds nothing in the document", async () => {
  expect(await redocly(DOCUMENT)).toEqual([]);
}, 30_000);

test("Spectral finds nothing in the document", async () => {
  expect(await spectral(DOCUMENT)).toEqual([]);
}, 30_000);

test("both find faults where there are some", async () => {
  expect((await redocly(FAULTY)).join()).toContain("no-empty-servers");
  expect((await spectral(FAULTY)).join()).toContain("operation-tag-defined");
});

test("neither asked another machine", () => {
  expect([fetched.mock.calls.length, connected.mock.calls.length]).toEqual([0, 0]);
});
