/**
 * The request headers of the API document.
 * @module
 */
import { SCENARIO_HEADER, SCENARIOS } from "../scenario.ts";
import { ETAG_EXAMPLE } from "./headers.ts";
import type { JsonObject } from "./schema.ts";

const LIST = SCENARIOS.map(({ name, status, summary }) => `- \`${name}\`: ${status}, ${summary}`);

export const PARAMETERS = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of the version that the caller has.",
    schema: { type: "string" },
    example: ETAG_EXAMPLE,
  },
  SandboxScenario: {
    name: SCENARIO_HEADER,
    in: "header",
    required: false,
    description: `Sandbox keys only: the outcome to answer with, whatever the data say. Production keys are answered as if the header were not there. Another name is a 422.\n\n${LIST.join("\n")}`,
    schema: { type: "string", enum: SCENARIOS.map(({ name }) => name) },
  },
} satisfies Record<string, JsonObject>;

export function parameterRefs(...names: (keyof typeof PARAMETERS)[]): JsonObject {
  return { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
}
