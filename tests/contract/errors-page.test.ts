/** docs/errors.md has one section per error, with a body of the documented shape. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CONSENT_REASONS,
  ConsentDenied,
  FlatError,
  GatewayProblem,
} from "../../src/contract/body.ts";
import { ERROR_STATUS } from "../../src/contract/error.ts";
import { validator } from "../../src/contract/validation.ts";

const root = join(import.meta.dir, "../..");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);

/**
 * Every detail the gateway can refuse with, read from its source so that a new one needs its
 * section.
 */
function gatewayDetails(): string[] {
  const sources = [...new Bun.Glob("src/{gateway,mcp}/*.ts").scanSync(root)].map((path) =>
    readFileSync(join(root, path), "utf8"),
  );
  const found = sources.flatMap((source) =>
    [...source.matchAll(/(?:new Denial\(\d+, |unauthorized\()"([^"]+)"/g)].map(
      ([, detail]) => detail ?? "",
    ),
  );
  return [...new Set(found)];
}

const details = gatewayDetails();

test("the gateway's details are found in its source", () => {
  expect(details.length).toBeGreaterThanOrEqual(8);
});

test("there is a section for every error and for nothing else", () => {
  expect([...sections.keys()].sort()).toEqual(
    [...Object.keys(ERROR_STATUS), ...CONSENT_REASONS, ...details].sort(),
  );
});

describe.each([...sections])("%s", (name, section) => {
  test("has an example of its shape, what happened and how to fix it", () => {
    expect(section).toContain("**What happened:**");
    expect(section).toContain("**How to fix:**");
    const body = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? "");
    const schema = "error" in body ? FlatError : "trace" in body ? GatewayProblem : ConsentDenied;
    expect(validator<typeof schema>(schema).problems(body, "")).toEqual([]);
    expect(Object.keys(body)).toEqual(Object.keys(schema.properties));
    expect("error" in body ? body.error.code : body.detail).toBe(name);
  });
});
