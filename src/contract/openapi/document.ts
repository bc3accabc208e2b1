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
import { type DocumentedId, OPERATIONS, type Operation, type OperationId } from "../operations.ts";
import { RecommendationResponse } from "../response.ts";
import { ABOUT, type About, aboutRecommend, DESCRIPTION, TAGS } from "./about.ts";
import { exampleComponents } from "./examples/index.ts";
import { HEADERS } from "./headers.ts";
import { PARAMETERS, parameterRefs } from "./parameters.ts";
import { type DocumentedTenant, requestBody, requestComponents } from "./request.ts";
import { exampleSummaries, response, responses, SHARED } from "./responses.ts";
import { type JsonObject, plainSchema } from "./schema.ts";
import {
  DOCS_STATUSES,
  DOCUMENT_STATUSES,
  LIVENESS_STATUSES,
  METRICS_STATUSES,
  PREFLIGHT_STATUSES,
  READINESS_STATUSES,
  RECOMMEND_STATUSES,
  type Status,
} from "./statuses.ts";

export const CONTRACT_VERSION = "0.2.0";

export interface DocumentOptions {
  tenants: readonly DocumentedTenant[];
  deprecations: readonly Deprecation[];
  /** Operations that another port serves, such as metrics. */
  elsewhere?: readonly OperationId[];
  /** Where callers reach the service; null where the document is at the same address. */
  publicUrl?: string | null;
}

const SCHEMAS: Readonly<Record<string, TSchema>> = {
  RecommendationResponse,
  GatewayProblem,
  ConsentDenied,
  FlatError,
  Preflight,
  Liveness,
  Readiness,
};

const STATUSES: Readonly<Record<DocumentedId, Readonly<Record<string, Status>>>> = {
  recommend: RECOMMEND_STATUSES,
  preflight: PREFLIGHT_STATUSES,
  liveness: LIVENESS_STATUSES,
  readiness: READINESS_STATUSES,
  openapi: DOCUMENT_STATUSES,
  docs: DOCS_STATUSES,
  metrics: METRICS_STATUSES,
};

const MORE: Readonly<Partial<Record<DocumentedId, JsonObject>>> = {
  openapi: parameterRefs("IfNoneMatch"),
  docs: parameterRefs("IfNoneMatch"),
};

/** Pure: equal options give an equal document. */
export function openApiDocument(options: DocumentOptions): JsonObject {
  const { tenants, deprecations, elsewhere = [], publicUrl = null } = options;
  const recommend = tenants.map((tenant) => [
    OPERATIONS.recommend.path.replace("{tenant}", tenant.slug),
    pathItem(OPERATIONS.recommend, aboutRecommend(tenant), deprecations, {
      summary: `A wellness recommendation from ${tenant.name} measurements`,
      ...parameterRefs("SandboxScenario"),
      requestBody: requestBody(tenant),
    }),
  ]);
  const others = (Object.keys(ABOUT) as (keyof typeof ABOUT)[])
    .filter((id) => !elsewhere.includes(id))
    .map((id) => [
      OPERATIONS[id].path,
      pathItem(OPERATIONS[id], ABOUT[id], deprecations, MORE[id] ?? {}),
    ]);
  const paths = Object.fromEntries([...recommend, ...others]);
  return {
    openapi: "3.1.0",
    info: {
      title: "phasewise",
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      contact: { name: "The operator of this service" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl ?? "/", description: "This service." }],
    tags: TAGS as JsonObject[],
    paths,
    components: components(tenants, paths),
  };
}

function pathItem(
  operation: Operation & { id: DocumentedId },
  { clientName, tag, description, slug }: About,
  deprecations: readonly Deprecation[],
  more: JsonObject,
): JsonObject {
  const entry = deprecationOf(operation, deprecations);
  return {
    [operation.method.toLowerCase()]: {
      operationId: clientName,
      summary: operation.summary,
      description: entry === undefined ? description : `${notice(entry)}\n\n${description}`,
      tags: [tag],
      ...(entry !== undefined && { deprecated: true }),
      security: operation.authenticated ? [{ ApiKey: [] }] : [],
      ...more,
      responses: responses(STATUSES[operation.id], entry !== undefined, slug ?? null),
    },
  };
}

function notice({ deprecation, sunset, replacement, link }: Deprecation): string {
  const instead = replacement === undefined ? "" : ` Use ${replacement} instead.`;
  return `Deprecated since ${deprecation}, may stop answering on ${sunset}.${instead} See ${link}`;
}

function components(tenants: readonly DocumentedTenant[], paths: JsonObject): JsonObject {
  const named: JsonObject = {};
  for (const [name, schema] of Object.entries(SCHEMAS)) named[name] = plainSchema(schema, named);
  const requests = requestComponents(tenants, named);
  const shared = Object.entries(SHARED).map(([name, each]) => [name, response(each)]);
  const slugs = tenants.map(({ slug }) => slug);
  const statuses = [
    ...Object.values(STATUSES).flatMap(Object.values<Status>),
    ...Object.values(SHARED),
  ];
  const used = JSON.stringify([paths, shared]);
  const headers = Object.entries(HEADERS).filter(([name]) => used.includes(`/headers/${name}"`));
  return {
    securitySchemes: {
      ApiKey: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description:
          "`Authorization: ApiKey <API_KEY>`: the value is the word `ApiKey`, a space and the key. `Bearer` is rejected.",
      },
    },
    parameters: PARAMETERS,
    headers: Object.fromEntries(headers),
    responses: Object.fromEntries(shared),
    examples: { ...exampleComponents(exampleSummaries(statuses), slugs), ...requests.examples },
    schemas: { ...named, ...requests.schemas },
  };
}
