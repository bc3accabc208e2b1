/**
 * The OpenAPI 3.1 document of exactly what is served, with one recommendation path per enabled
 * tenant.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import {
  ConsentDenied,
  FlatError,
  GatewayProblem,
  Liveness,
  Preflight,
  Readiness,
} from "../body.ts";
import { type Deprecation, deprecationOf } from "../deprecation.ts";
import { OPERATIONS, type Operation, type OperationId } from "../operations.ts";
import { RecommendationRequestBase } from "../request.ts";
import { RecommendationResponse } from "../response.ts";
import { HEADERS, headerRefs } from "./headers.ts";
import { PARAMETERS } from "./parameters.ts";
import {
  documentOnly,
  LIVENESS_STATUSES,
  PREFLIGHT_STATUSES,
  pageStatuses,
  READINESS_STATUSES,
  RECOMMEND_STATUSES,
  responses,
} from "./responses.ts";
import { type JsonObject, plainSchema, ref } from "./schema.ts";

export const CONTRACT_VERSION = "0.2.0";

export interface DocumentedTenant {
  slug: string;
  name: string;
  payloadSchema: TSchema;
}

export interface DocumentOptions {
  tenants: readonly DocumentedTenant[];
  deprecations: readonly Deprecation[];
  /** Operations that another port serves, such as metrics. */
  elsewhere?: readonly OperationId[];
}

const SCHEMAS: Record<string, TSchema> = {
  RecommendationResponse,
  GatewayProblem,
  ConsentDenied,
  FlatError,
  Preflight,
  Liveness,
  Readiness,
};

const DESCRIPTION = `One operation per partner takes raw biomarker data with menstrual-cycle context and answers with a written wellness recommendation, grounded in peer-reviewed research.

Authenticate with \`Authorization: ApiKey <API_KEY>\`. 30 requests in any 60 seconds per key. \`request_id\` is the idempotency key: within 300 seconds the same answer is replayed byte for byte (\`X-Service-Cache: hit\`). Unknown request members are dropped; clients must ignore unknown response members and must not assume that enums are closed.`;

/** Pure: equal options give an equal document. */
export function openApiDocument({
  tenants,
  deprecations,
  elsewhere = [],
}: DocumentOptions): JsonObject {
  const item = (operation: Operation, rest: JsonObject): JsonObject => ({
    [operation.method.toLowerCase()]: withDeprecation(
      { operationId: operation.id, summary: operation.summary, ...rest },
      deprecationOf(operation, deprecations),
    ),
  });
  const deprecated = (operation: Operation) => deprecationOf(operation, deprecations) !== undefined;
  const keyed = { security: [{ ApiKey: [] }] };
  const open = { security: [] };
  const recommendPaths = tenants.map((tenant) => [
    OPERATIONS.recommend.path.replace("{tenant}", tenant.slug),
    item(OPERATIONS.recommend, {
      operationId: `recommend_${tenant.slug}`,
      tags: [tenant.name],
      ...keyed,
      parameters: [{ $ref: "#/components/parameters/SandboxScenario" }],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: ref(requestName(tenant)), example: requestExample(tenant) },
        },
      },
      responses: responses(RECOMMEND_STATUSES, deprecated(OPERATIONS.recommend)),
    }),
  ]);
  const plain = (
    operation: Operation,
    statuses: Parameters<typeof responses>[0],
    rest: JsonObject,
  ) => [
    operation.path,
    item(operation, { ...rest, responses: responses(statuses, deprecated(operation)) }),
  ];
  return {
    openapi: "3.1.0",
    info: {
      title: "phasewise",
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries([
      ...recommendPaths,
      plain(OPERATIONS.preflight, PREFLIGHT_STATUSES, keyed),
      plain(OPERATIONS.liveness, LIVENESS_STATUSES, open),
      plain(OPERATIONS.readiness, READINESS_STATUSES, open),
      plain(OPERATIONS.openapi, pageStatuses("The OpenAPI document.", "application/json"), open),
      plain(OPERATIONS.docs, pageStatuses("The API reference.", "text/html"), open),
      ...(elsewhere.includes("metrics")
        ? []
        : [plain(OPERATIONS.metrics, documentOnly("Prometheus text.", "text/plain"), open)]),
    ]),
    components: components(tenants),
  };
}

function components(tenants: readonly DocumentedTenant[]): JsonObject {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => [name, plainSchema(schema)]);
  const perTenant = tenants.flatMap((tenant) => [
    [payloadName(tenant), plainSchema(tenant.payloadSchema)],
    [requestName(tenant), requestSchema(tenant)],
  ]);
  return {
    securitySchemes: {
      ApiKey: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description: "`Authorization: ApiKey <API_KEY>`. Bearer is rejected.",
      },
    },
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: {
      GatewayError: {
        description:
          "Any other status, e.g. 404 for an unknown path or 405 (with `Allow`) for a wrong method.",
        headers: headerRefs(["zp-rid"]),
        content: { "application/problem+json": { schema: ref("GatewayProblem") } },
      },
    },
    schemas: Object.fromEntries([...schemas, ...perTenant]),
  };
}

function requestSchema(tenant: DocumentedTenant): JsonObject {
  const base = plainSchema(RecommendationRequestBase);
  const properties = base.properties as JsonObject;
  const required = base.required as string[];
  return {
    ...base,
    properties: { ...properties, [tenant.slug]: ref(payloadName(tenant)) },
    required: [...required, tenant.slug],
  };
}

export function requestExample(tenant: DocumentedTenant): JsonObject {
  const { examples } = plainSchema(tenant.payloadSchema);
  const payload = Array.isArray(examples) ? (examples[0] ?? {}) : {};
  return {
    request_id: "019d5a3e-7c1b-7c2e-9a51-3d2b6f1e8a01",
    query: "Why is my HRV lower this week and what can I do about it?",
    timezone: "Europe/Madrid",
    safety_mode: "strict",
    minimum_confidence: 0.5,
    user_context: { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" },
    [tenant.slug]: payload,
  };
}

function payloadName(tenant: DocumentedTenant): string {
  return `${schemaPrefix(tenant)}Payload`;
}

function requestName(tenant: DocumentedTenant): string {
  return `${schemaPrefix(tenant)}RecommendationRequest`;
}

/** The names of schemas have no spaces. */
function schemaPrefix({ name }: DocumentedTenant): string {
  return name.replaceAll(" ", "");
}

function withDeprecation(operation: JsonObject, entry: Deprecation | undefined): JsonObject {
  if (entry === undefined) return operation;
  const replacement = entry.replacement === undefined ? "" : ` Use ${entry.replacement} instead.`;
  return {
    ...operation,
    deprecated: true,
    description: `Deprecated since ${entry.deprecation}, may stop answering on ${entry.sunset}.${replacement} See ${entry.link}`,
  };
}
