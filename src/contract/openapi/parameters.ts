/**
 * The request headers of the API document.
 * @module
 */
import { SCENARIO_HEADER, SCENARIOS } from "../scenario.ts";
import type { JsonObject } from "./schema.ts";

const LIST = SCENARIOS.map(({ name, status, summary }) => `- \`${name}\`: ${status}, ${summary}`);

export const PARAMETERS = {
  SandboxScenario: {
    name: SCENARIO_HEADER,
    in: "header",
    required: false,
    description: `Sandbox keys only: the outcome to answer with, whatever the data say. Production keys are answered as if the header were not there. Another name is a 422.\n\n${LIST.join("\n")}`,
    schema: { type: "string", enum: SCENARIOS.map(({ name }) => name) },
  },
} satisfies Record<string, JsonObject>;
