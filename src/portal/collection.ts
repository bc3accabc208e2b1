/**
 * A Postman collection for each tenant, which Bruno, Insomnia and Hoppscotch import too: the
 * requests of the API document's examples, and one for each scenario of the sandbox.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import { OPERATIONS } from "../contract/operations.ts";
import { type Outcome, SCENARIO_HEADER, SCENARIOS } from "../contract/scenario.ts";
import { type Operation, object } from "./reference/document.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const RECOMMEND = new RegExp(`^${OPERATIONS.recommend.path.replace("{tenant}", "([^/]+)")}$`);
const OK = 200;
/** Postman makes a new UUID each time. */
const NEW_ID = "{{$guid}}";
const KEPT_ID = "{{request_id}}";
const KEEP_ID = `pm.collectionVariables.set("request_id", pm.variables.replaceIn("${NEW_ID}"));`;

interface CollectionRequest {
  name: string;
  body: JsonObject;
  status: number;
  scenario?: string;
  /** Runs before the request is sent. */
  before?: string;
}

/**
 * @param origin of the service that the requests go to
 * @returns what makes each collection, by the name of its file
 */
export function collectionsOf(
  operations: readonly Operation[],
  origin: string,
): Map<string, () => string> {
  return new Map(
    operations.flatMap(({ path, request }): [string, () => string][] => {
      const slug = RECOMMEND.exec(path)?.[1];
      if (slug === undefined || request === null) return [];
      const examples = request.examples.map(({ name, summary, value }) => ({
        name: summary ?? name,
        body: object(value),
      }));
      const text = () =>
        `${JSON.stringify(collectionOf({ slug, path, examples, origin }), null, 1)}\n`;
      return [[`${slug}.postman_collection.json`, text]];
    }),
  );
}

interface CollectionParts {
  slug: string;
  path: string;
  examples: { name: string; body: JsonObject }[];
  origin: string;
}

function collectionOf({ slug, path, examples, origin }: CollectionParts): JsonObject {
  return {
    info: {
      name: `phasewise: ${slug}`,
      description:
        "Set base_url and api_key. A key may send 30 requests in 60 seconds, so run the whole collection with a pause of 2,100 ms between requests.",
      schema: SCHEMA,
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "Authorization" },
        { key: "value", value: "ApiKey {{api_key}}" },
        { key: "in", value: "header" },
      ],
    },
    variable: [
      { key: "base_url", value: origin },
      { key: "api_key", value: "" },
      { key: "request_id", value: "" },
    ],
    item: [
      {
        name: "Who is calling",
        event: [statusTest(OK)],
        request: { method: "GET", url: `{{base_url}}${OPERATIONS.preflight.path}` },
      },
      ...examples.map(({ name, body }) =>
        post(path, { name, body: withId(body, NEW_ID), status: OK }),
      ),
      {
        name: "Scenarios of the sandbox",
        item: scenariosOf(path, leastOf(object(examples[0]?.body), slug)),
      },
    ],
  };
}

/** One that refuses once is followed by its next try. */
function scenariosOf(path: string, body: JsonObject): JsonObject[] {
  return SCENARIOS.flatMap(({ name, status, outcome }) => {
    const request = { name, status, scenario: name };
    if (!refusesOnce(outcome)) return [post(path, { ...request, body: withId(body, NEW_ID) })];
    const kept = { ...request, body: withId(body, KEPT_ID) };
    const next = { ...kept, name: `${name}, the next try`, status: OK };
    return [post(path, { ...kept, before: KEEP_ID }), post(path, next)];
  });
}

function refusesOnce(outcome: Outcome): boolean {
  return "once" in outcome && outcome.once;
}

function post(
  path: string,
  { name, body, status, scenario, before }: CollectionRequest,
): JsonObject {
  return {
    name,
    event: [...(before === undefined ? [] : [eventOf("prerequest", before)]), statusTest(status)],
    request: {
      method: "POST",
      header: [
        { key: "Content-Type", value: "application/json" },
        ...(scenario === undefined ? [] : [{ key: SCENARIO_HEADER, value: scenario }]),
      ],
      url: `{{base_url}}${path}`,
      body: {
        mode: "raw",
        raw: JSON.stringify(body, null, 1),
        options: { raw: { language: "json" } },
      },
    },
  };
}

function statusTest(status: number): JsonObject {
  const line = `pm.test("status ${status}", () => pm.response.to.have.status(${status}));`;
  return eventOf("test", line);
}

function eventOf(listen: string, line: string): JsonObject {
  return { listen, script: { type: "text/javascript", exec: [line] } };
}

/** A scenario's answer does not depend on the records, so one record is enough. */
function leastOf(body: JsonObject, slug: string): JsonObject {
  const [first] = Object.entries(object(body[slug])).flatMap(([name, records]): JsonObject[] =>
    Array.isArray(records) ? [{ [name]: records.slice(0, 1) }] : [],
  );
  return { ...body, [slug]: first ?? {} };
}

function withId(body: JsonObject, request_id: string): JsonObject {
  return { ...body, request_id };
}
