/**
 * What the API document says of the operations: names for clients, groups and descriptions.
 * @module
 */
import {
  IDEMPOTENCY_TTL_SECONDS,
  RATE_LIMIT_REQUESTS_MAX,
  RATE_LIMIT_WINDOW_SECONDS,
  REQUEST_DEADLINE_SECONDS,
} from "../limits.ts";
import type { DocumentedId } from "../operations.ts";
import type { JsonObject } from "./schema.ts";

export const DESCRIPTION = `One operation per wearable takes raw measurements of one person with her menstrual-cycle context and answers with a short wellness recommendation, grounded in peer-reviewed research.

## Calling

Authenticate with \`Authorization: ApiKey <API_KEY>\`; \`Bearer\` is rejected. A key belongs to one tenant (the wearable) and one environment. Each key may make ${RATE_LIMIT_REQUESTS_MAX} requests in any ${RATE_LIMIT_WINDOW_SECONDS} seconds.

## Retrying

\`request_id\` is the idempotency key: within ${IDEMPOTENCY_TTL_SECONDS} seconds the same id gets the first answer byte for byte (\`X-Service-Cache: hit\`). Retry with the same id after 429 and 503 (wait \`Retry-After\`), 502 (wait 1 s) and a timeout of your own. Anything else needs a change first.

## Staying compatible

Unknown members of a request are dropped. Clients must ignore members of a response that they do not know, and must accept codes that are not listed here: \`x-extensible-enum\` names the known ones.`;

export const TAGS: readonly JsonObject[] = [
  {
    name: "Recommendations",
    description:
      "One operation for each wearable. They differ only in the payload, which is that of the vendor.",
  },
  { name: "Access", description: "What the caller's key may do." },
  { name: "Health", description: "For load balancers and monitoring; no key is needed." },
  { name: "Reference", description: "This document, for programs and for people." },
];

export interface About {
  /** The name of the method in generated clients. */
  clientName: string;
  tag: "Recommendations" | "Access" | "Health" | "Reference";
  description: string;
  /** The tenant whose operation it is. */
  slug?: string;
}

export const ABOUT: Readonly<Record<Exclude<DocumentedId, "recommend">, About>> = {
  preflight: {
    clientName: "getAccess",
    tag: "Access",
    description:
      "Tells the tenant, the consent state, the scopes and the rate limit of the key. It counts against the rate limit and costs no other work. Recommendations succeed only where `consent_active` is true.",
  },
  liveness: {
    clientName: "getLiveness",
    tag: "Health",
    description: "Answers as soon as the socket is open, also while the engine loads.",
  },
  readiness: {
    clientName: "getReadiness",
    tag: "Health",
    description:
      "Answers 200 while recommendations can be given. Send traffic only then. It is 503 while the engine loads, when the service is stopping, and while something it needs is missing.",
  },
  openapi: {
    clientName: "getOpenApiDocument",
    tag: "Reference",
    description:
      "The document of exactly what this service serves. Send the `ETag` as `If-None-Match` to get 304 while it is unchanged.",
  },
  docs: {
    clientName: "getDocs",
    tag: "Reference",
    description: "The first page of the portal for people. It loads nothing from other hosts.",
  },
  metrics: {
    clientName: "getMetrics",
    tag: "Health",
    description:
      "Prometheus text. It answers callers on the same machine; others get 404. It holds counts only, and nothing about persons.",
  },
};

/** A recommendation operation, of the tenant that sends the payload. */
export function aboutRecommend({ slug, name }: { slug: string; name: string }): About {
  return {
    clientName: `recommend${pascalCase(slug)}`,
    tag: "Recommendations",
    slug,
    description: `Takes ${name} measurements of one person, her cycle context and perhaps a question. Answers with a short text, every claim of it tied to a cited study.

Where the data or the evidence are too thin, or the message is not a wellness question, there is no text: the answer is a 200 with \`recommendation\` null and a \`suppression_reason\`. In strict mode a clinical message is a 422 \`out_of_scope\`. Without \`query\` the answer tells what stands out in the measurements.

An answer or a 503 comes within ${REQUEST_DEADLINE_SECONDS} seconds, unless the operator has set another deadline.`,
  };
}

/** `google-health` → `GoogleHealth`. */
export function pascalCase(slug: string): string {
  return slug
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
