/**
 * Bodies that the service really sent, as examples for the API document. The recording
 * (`bun scripts/record-examples.ts`) gives ids and times the same values each time.
 * @module
 */
import type { Json, JsonObject } from "../schema.ts";
import answers from "./answers.json" with { type: "json" };
import refusals from "./refusals.json" with { type: "json" };

const BODIES: Readonly<Record<string, Json>> = { ...answers, ...refusals };

/**
 * The named bodies that were recorded; a new name has one after the next recording.
 * @param shown what each example shows, by its name
 */
export function exampleComponents(shown: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    [...shown].flatMap(([name, summary]) => {
      const value = BODIES[name];
      return value === undefined ? [] : [[name, { summary, value }]];
    }),
  );
}
