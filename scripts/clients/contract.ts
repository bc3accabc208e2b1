/**
 * What the clients need of the API document: the answers, the part that all requests share, and
 * each tenant's payload.
 * @module
 */
import { pascalCase } from "../../src/contract/openapi/about.ts";
import { CONTRACT_VERSION } from "../../src/contract/openapi/document.ts";
import type { JsonObject } from "../../src/contract/openapi/schema.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { type Declaration, declarationsOf } from "./declarations.ts";

/** Bodies that a client reads. */
const ANSWERS = [
  "RecommendationResponse",
  "Citation",
  "GatewayProblem",
  "FlatError",
  "Problem",
  "OutOfScope",
  "Preflight",
];

const ABOUT_REQUEST = "What the requests of all tenants share.";

export interface Contract {
  version: string;
  answers: Declaration[];
  /** All members of a request but the payload. */
  request: Declaration[];
  tenants: DescribedTenant[];
}

interface DescribedTenant {
  slug: string;
  /** As the names of its types begin. */
  name: string;
  payload: Declaration[];
}

export function contractOf({ components }: JsonObject): Contract {
  const { schemas } = components as { schemas: Record<string, JsonObject> };
  const schema = (name: string): JsonObject => {
    const found = schemas[name];
    if (found === undefined) throw new Error(`the API document has no schema ${name}`);
    return found;
  };
  const tenants = TENANTS.map(({ slug }): DescribedTenant => {
    const name = pascalCase(slug);
    return {
      slug,
      name,
      payload: declarationsOf(`${name}Payload`, schema(`${name}Payload`)),
    };
  });
  const [first] = tenants;
  if (first === undefined) throw new Error("there is no tenant");
  const { properties, ...rest } = schema(`${first.name}RecommendationRequest`);
  const { [first.slug]: _, ...shared } = properties as JsonObject;
  return {
    version: CONTRACT_VERSION,
    answers: ANSWERS.flatMap((name) => declarationsOf(name, schema(name))),
    request: [
      ...declarationsOf("UserContext", schema("UserContext")),
      ...declarationsOf("RequestBase", { ...rest, properties: shared, description: ABOUT_REQUEST }),
    ],
    tenants,
  };
}
