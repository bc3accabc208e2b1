/**
 * What the clients need of the API document: the answers, the part that all requests share, and
 * each tenant's payload.
 * @module
 */
import { CONTRACT_VERSION, openApiDocument } from "../../src/contract/openapi/document.ts";
import type { JsonObject } from "../../src/contract/openapi/schema.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { type Declaration, declarationsOf } from "./declarations.ts";

/** Bodies that a client reads. */
const ANSWERS = ["RecommendationResponse", "GatewayProblem", "FlatError", "Preflight"] as const;
/** Inner objects that have a name of their own for their readers. */
const OWN_NAMES: Record<string, string> = {
  RecommendationResponseCitations: "Citation",
  RequestBaseUserContext: "UserContext",
};

export interface Contract {
  version: string;
  answers: Declaration[];
  /** All members of a request but the payload. */
  request: Declaration[];
  tenants: { slug: string; name: string; payload: Declaration[] }[];
}

export function contractOf(): Contract {
  const { components } = openApiDocument({ tenants: TENANTS, deprecations: [] });
  const schemas = (components as { schemas: Record<string, JsonObject> }).schemas;
  const schema = (name: string): JsonObject => {
    const found = schemas[name];
    if (found === undefined) throw new Error(`the API document has no schema ${name}`);
    return found;
  };
  const tenants = TENANTS.map(({ slug, name }) => {
    const prefix = name.replaceAll(" ", "");
    const payload = declarationsOf(`${prefix}Payload`, schema(`${prefix}Payload`));
    return { slug, name: prefix, payload };
  });
  const [first] = tenants;
  if (first === undefined) throw new Error("there is no tenant");
  const { properties, ...rest } = schema(`${first.name}RecommendationRequest`);
  const { [first.slug]: _, ...shared } = properties as JsonObject;
  return renamed({
    version: CONTRACT_VERSION,
    answers: ANSWERS.flatMap((name) => declarationsOf(name, schema(name))),
    request: declarationsOf("RequestBase", { ...rest, properties: shared }),
    tenants,
  });
}

/** Every name that occurs is replaced, in declarations and where they are used. */
function renamed(contract: Contract): Contract {
  const text = JSON.stringify(contract);
  return JSON.parse(text, (key, value) => (key === "name" ? (OWN_NAMES[value] ?? value) : value));
}
