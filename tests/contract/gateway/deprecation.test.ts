/**
 * A deprecated operation says so in headers (RFC 9745, RFC 8594) and in the API document, with at
 * least 30 days' notice.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Deprecation, parseDeprecations } from "../../../src/contract/deprecation.ts";
import { readDeprecations } from "../../../src/gateway/deprecation.ts";
import { PREFLIGHT, useService } from "../support/service.ts";

const ENTRY: Deprecation = {
  operation: "GET /v1/health/me",
  first_notice: "2026-12-01",
  deprecation: "2026-12-01T00:00:00Z",
  sunset: "2027-03-01T00:00:00Z",
  link: "https://docs.example/changes#me",
  replacement: "GET /v2/health/me",
};
const service = useService({ beforeAll, afterAll }, { deprecations: [ENTRY] });

test("every answer of the operation carries the three headers, also a refusal", async () => {
  for (const key of [service().key, null]) {
    const { headers } = await service().call("GET", PREFLIGHT, { key });
    expect(headers.get("deprecation")).toBe("@1796083200");
    expect(headers.get("sunset")).toBe("Mon, 01 Mar 2027 00:00:00 GMT");
    expect(headers.get("link")).toBe(
      '<https://docs.example/changes#me>; rel="deprecation"; type="text/html"',
    );
  }
});

test("no other operation carries them", async () => {
  const answers = [await service().post(), await service().call("GET", "/v1/health")];
  for (const { headers } of answers) {
    for (const name of ["deprecation", "sunset", "link"]) expect(headers.has(name)).toBe(false);
  }
});

test("the API document marks exactly that operation and names the replacement", async () => {
  const { json } = await service().call("GET", "/openapi.json");
  const operation = json.paths[PREFLIGHT].get;
  expect(operation.deprecated).toBe(true);
  expect(operation.description).toContain("GET /v2/health/me");
  expect(Object.keys(operation.responses["200"].headers)).toContain("Sunset");
  expect(json.paths["/v1/oura/recommendation"].post.deprecated).toBeUndefined();
});

describe("a list that breaks the promise is refused, every fault named", () => {
  test.each<[object, string]>([
    [{ sunset: "2026-12-30T00:00:00Z" }, "at least 30 days"],
    [{ deprecation: "2027-04-01T00:00:00Z" }, "must not be earlier than deprecation"],
    [{ operation: "GET /v1/nowhere" }, "names no operation"],
    [{ sunset: "2027-03-01" }, "/0/sunset"],
    [{ sunset: "2027-03-01T00:00:00" }, "/0/sunset"],
    [{ link: "javascript:alert(1)" }, "/0/link"],
    [{ first_notice: undefined }, "/0/first_notice is required"],
  ])("%j", (change, fault) => {
    expect(() => parseDeprecations(JSON.stringify([{ ...ENTRY, ...change }]), "list.json")).toThrow(
      fault,
    );
  });

  test("30 days to the day are enough", () => {
    const entry = { ...ENTRY, sunset: "2026-12-31T00:00:00Z" };
    expect(parseDeprecations(JSON.stringify([entry]), "list.json")).toEqual([entry]);
  });

  test("not JSON, not there", () => {
    expect(() => parseDeprecations("{", "list.json")).toThrow("list.json: is not valid JSON");
    expect(() => readDeprecations("/nowhere/list.json")).toThrow(
      "cannot read the deprecations file",
    );
    const folder = mkdtempSync(join(tmpdir(), "phasewise-deprecation-"));
    writeFileSync(join(folder, "list.json"), JSON.stringify([ENTRY]));
    expect(readDeprecations(join(folder, "list.json"))).toEqual([ENTRY]);
    rmSync(folder, { recursive: true });
  });
});
