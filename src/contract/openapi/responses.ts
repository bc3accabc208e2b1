/**
 * Turns statuses into the responses of the API document.
 * @module
 */
import { exampleName } from "./examples/index.ts";
import { type HeaderName, headerRefs } from "./headers.ts";
import { type Json, type JsonObject, ref } from "./schema.ts";
import { BAD_REQUEST, type Content, GATEWAY_ERROR, type Status } from "./statuses.ts";

/** The responses that every operation has, in one place. */
export const SHARED = { BadRequest: BAD_REQUEST, GatewayError: GATEWAY_ERROR } as const;
const SHARED_REFS = {
  "400": { $ref: "#/components/responses/BadRequest" },
  default: { $ref: "#/components/responses/GatewayError" },
};

/**
 * @param deprecated adds the headers that announce the end
 * @param slug of the tenant whose operation it is
 */
export function responses(
  statuses: Readonly<Record<string, Status>>,
  deprecated: boolean,
  slug: string | null,
): JsonObject {
  const end: HeaderName[] = deprecated ? ["Deprecation", "Sunset", "Link"] : [];
  const named = Object.entries(statuses).map(([status, each]): [string, Json] => [
    status,
    response({ ...each, headers: [...each.headers, ...end] }, slug),
  ]);
  return { ...Object.fromEntries(named), ...SHARED_REFS };
}

export function response(
  { description, content, headers }: Status,
  slug: string | null = null,
): JsonObject {
  const media = Object.entries(content).map(([type, each]) => [type, mediaOf(each, slug)]);
  return {
    description,
    headers: headerRefs(headers),
    ...(media.length > 0 && { content: Object.fromEntries(media) }),
  };
}

function mediaOf(content: Content | JsonObject, slug: string | null): JsonObject {
  if (!isNamed(content)) return content;
  const examples = Object.keys(content.examples).map((name) => [
    name,
    { $ref: `#/components/examples/${exampleName(name, slug)}` },
  ]);
  return { schema: ref(content.schema), examples: Object.fromEntries(examples) };
}

function isNamed(content: Content | JsonObject): content is Content {
  return typeof content.schema === "string";
}

/** Every recorded body that the statuses name, with its line. */
export function exampleSummaries(statuses: readonly Status[]): Map<string, string> {
  const contents = statuses.flatMap(({ content }) => Object.values(content)).filter(isNamed);
  return new Map(contents.flatMap(({ examples }) => Object.entries(examples)));
}
