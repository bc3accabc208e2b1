/**
 * Writes a Postman collection for each tenant, which Bruno, Insomnia and Hoppscotch import too: the
 * requests of the API document's examples, and one for each scenario of the sandbox.
 * @module
 */
import type { Json, JsonObject } from "../../src/contract/openapi/schema.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { type Outcome, SCENARIO_HEADER, SCENARIOS } from "../../src/contract/scenario.ts";
import type { DescribedTenant } from "./contract.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const OK = 200;
/** Postman makes a new UUID each time. */
const NEW_ID = "{{$guid}}";
const KEPT_ID = "{{request_id}}";
const KEEP_ID = `pm.collectionVariables.set("request_id", pm.variables.replaceIn("${NEW_ID}"));`;

interface Asked {
  name: string;
  body: JsonObject;
  status: number;
  scenario?: string;
  /** Runs before the request is sent. */
  before?: string;
}

export function postmanCollection(tenant: DescribedTenant): string {
  const { slug, withQuestion, withoutQuestion } = tenant;
  const path = OPERATIONS.recommend.path.replace("{tenant}", slug);
  const least = leastOf(withQuestion, slug);
  const collection = {
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
      { key: "base_url", value: "https://phasewise.example" },
      { key: "api_key", value: "" },
      { key: "request_id", value: "" },
    ],
    item: [
      {
        name: "Who is calling",
        event: [statusTest(OK)],
        request: { method: "GET", url: `{{base_url}}${OPERATIONS.preflight.path}` },
      },
      post(path, { name: "With a question", body: withId(withQuestion, NEW_ID), status: OK }),
      post(path, { name: "Without a question", body: withId(withoutQuestion, NEW_ID), status: OK }),
      {
        name: "Scenarios of the sandbox",
        item: SCENARIOS.flatMap(({ name: scenario, status, outcome }) => {
          const asked = { name: scenario, body: least, status, scenario };
          return refusesOnce(outcome)
            ? [
                post(path, { ...asked, before: KEEP_ID, body: withId(least, KEPT_ID) }),
                post(path, {
                  ...asked,
                  name: `${scenario}, the next try`,
                  status: OK,
                  body: withId(least, KEPT_ID),
                }),
              ]
            : [post(path, asked)];
        }),
      },
    ],
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

function refusesOnce(outcome: Outcome): boolean {
  return "once" in outcome && outcome.once;
}

function post(path: string, { name, body, status, scenario, before }: Asked): JsonObject {
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
  const lists = Object.entries(body[slug] as JsonObject);
  const [name, records] = lists.find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) throw new Error(`the example of ${slug} has no list`);
  return withId({ ...body, [slug]: { [name]: (records as Json[]).slice(0, 1) } }, NEW_ID);
}

function withId(body: JsonObject, request_id: string): JsonObject {
  return { ...body, request_id };
}
