/**
 * Checks every answer of a contract test against the API document: status, media type, headers,
 * members.
 */
import { expect } from "bun:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { OWN_FORMATS } from "../../../src/contract/formats.ts";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

interface Documented {
  headers: Record<string, unknown>;
  content?: Record<string, { schema: { $ref?: string } }>;
}

type Responses = Record<string, Documented | { $ref: string }>;

const document = openApiDocument({ tenants: TENANTS, deprecations: [] }) as unknown as {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: {
    responses: Record<string, Documented>;
    schemas: Record<string, { properties?: object; required?: string[] }>;
  };
};

const ajv = new Ajv2020({ strict: false, formats: { "date-time": OWN_FORMATS.instant } });
/** The schemas of bodies that we send; those of requests are many and large. */
const schemas = Object.fromEntries(
  Object.entries(document.components.schemas).filter(
    ([name]) => !/(?:Payload|Request)$/.test(name),
  ),
);
const checks = new Map<string, ValidateFunction>();

/**
 * Members stand in the order of the schema; only those that it calls optional may be absent.
 * @param name of a schema of the document
 */
export function expectSchema(name: string, body: unknown): void {
  const $ref = `#/components/schemas/${name}`;
  const check = checks.get(name) ?? ajv.compile({ $ref, components: { schemas } });
  checks.set(name, check);
  check(body);
  expect([name, check.errors]).toEqual([name, null]);
  const members = Object.keys(body as object);
  const { properties = {}, required = [] } = schemas[name] ?? {};
  expect(members).toEqual(
    Object.keys(properties).filter((each) => required.includes(each) || members.includes(each)),
  );
}

function documentedResponse(method: string, path: string, status: number): Documented | undefined {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  if (response === undefined || !("$ref" in response)) return response;
  return document.components.responses[response.$ref.split("/").at(-1) ?? ""];
}

/** @param limited false where no key is involved, so that no quota can be told */
export function expectDocumented(
  method: string,
  path: string,
  response: Response,
  text: string,
  limited = true,
): void {
  const documented = documentedResponse(method, path, response.status);
  if (documented === undefined)
    throw new Error(`${method} ${path} ${response.status} is not documented`);
  for (const header of Object.keys(documented.headers)) {
    if (!limited && header.startsWith("RateLimit")) continue;
    expect([header, response.headers.has(header)]).toEqual([header, true]);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const { content } = documented;
  if (content === undefined) {
    expect(text).toBe("");
    return;
  }
  const name = content[type]?.schema.$ref?.split("/").at(-1);
  if (content[type] === undefined) throw new Error(`${type} is not documented for ${path}`);
  if (name !== undefined) expectSchema(name, JSON.parse(text));
}
