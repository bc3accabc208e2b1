/**
 * Checks every answer of a contract test against the API document: status, media type, headers,
 * members.
 */
import { expect } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import {
  ConsentDenied,
  FlatError,
  GatewayProblem,
  Liveness,
  Preflight,
  Readiness,
} from "../../../src/contract/body.ts";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { RecommendationResponse } from "../../../src/contract/response.ts";
import { validator } from "../../../src/contract/validation.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

export const SCHEMAS: Record<string, TSchema> = {
  RecommendationResponse,
  GatewayProblem,
  ConsentDenied,
  FlatError,
  Preflight,
  Liveness,
  Readiness,
};

interface Documented {
  headers: Record<string, unknown>;
  content?: Record<string, { schema: { $ref?: string } }>;
}

type Responses = Record<string, Documented | { $ref: string }>;

const document = openApiDocument({ tenants: TENANTS, deprecations: [] }) as unknown as {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { responses: Record<string, Documented> };
};

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
  const schema = name === undefined ? undefined : SCHEMAS[name];
  if (schema === undefined) return;
  const body: unknown = JSON.parse(text);
  expect(validator(schema).problems(body, "")).toEqual([]);
  expectMembers(body as object, schema);
}

/** Members stand in the order of the schema; only those that it calls optional may be absent. */
export function expectMembers(body: object, { properties, required = [] }: TSchema): void {
  const members = Object.keys(body);
  expect(members).toEqual(
    Object.keys(properties).filter((name) => required.includes(name) || members.includes(name)),
  );
}
