/**
 * Guarantee: the schema of a request says yes where the service does, and no where it does. Each
 * member of each tenant's fixture is replaced by values of every type, and both are asked.
 */
import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ServiceError } from "../../../src/contract/error.ts";
import { isCalendarDay } from "../../../src/contract/formats.ts";
import { pascalCase } from "../../../src/contract/openapi/about.ts";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { checkRequest } from "../../../src/origin/request.ts";
import { TENANTS } from "../../../src/tenants/index.ts";
import { type Body, requestBody, yesterday } from "../../support/payloads.ts";
import { TENANT_CASES } from "../../support/tenants/index.ts";

const NIGHTS = 1;
const ABSENT = Symbol("absent");
const VALUES = [
  ABSENT,
  null,
  true,
  -7,
  7.5,
  "",
  "2026-02-30",
  "2026-11-01",
  "2026-11-01T22:10:00",
  "2026-11-01 22:10+0100",
  [null],
  {},
];

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by its members
const { components } = openApiDocument({ tenants: TENANTS, deprecations: [] }) as any;
const ajv = new Ajv2020({ strict: false, formats: { date: isCalendarDay } });

type Path = readonly (string | number)[];

/** It is described as it should be sent; what the service ignores in it is no fault. */
const LENIENT = "personal_info";

/** Every place below a value, and the value's own. */
function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    yield* placesOf(member, [...path, Array.isArray(value) ? Number(name) : name]);
}

function replaced(body: Body, path: Path, value: unknown): Body {
  const copy = structuredClone(body);
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<Body>((at, name) => at[name], copy);
  if (value !== ABSENT) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

describe.each([...TENANTS])("$slug", (tenant) => {
  const { slug } = tenant;
  const fits = ajv.compile({
    $ref: `#/components/schemas/${pascalCase(slug)}RecommendationRequest`,
    components: { schemas: components.schemas },
  });
  const isAccepted = (body: Body) => {
    try {
      checkRequest(body, tenant, Date.now());
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
  const { payload } = TENANT_CASES.find((each) => each.slug === slug) as (typeof TENANT_CASES)[0];
  const { oura, ...rest } = requestBody();
  const body: Body = { ...rest, client_trace_id: "a", [slug]: payload(yesterday(), NIGHTS) };

  test("schema and service agree on every value of every member", () => {
    const different: string[] = [];
    let asked = 0;
    for (const path of placesOf(body)) {
      if (path.length === 0 || path.includes(LENIENT)) continue;
      for (const value of VALUES) {
        const bent = replaced(body, path, value);
        asked += 1;
        if (fits(bent) !== isAccepted(bent))
          different.push(`${path.join("/")} ${JSON.stringify(value)}: schema ${fits(bent)}`);
      }
    }
    expect([asked > 300, different]).toEqual([true, []]);
  });
});
