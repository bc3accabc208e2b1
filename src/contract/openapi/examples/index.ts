/**
 * Bodies that the service really sent, as examples for the API document. The recording
 * (`bun tests/contract/record-examples.ts`) gives ids and times the same values each time.
 * @module
 */
import type { Json, JsonObject } from "../schema.ts";
import answers from "./answers.json" with { type: "json" };
import ownAnswers from "./own-answers.json" with { type: "json" };
import refusals from "./refusals.json" with { type: "json" };

const BODIES: Readonly<Record<string, Json>> = { ...answers, ...refusals };
/** The answers to the requests that stand as examples, by tenant. */
const OWN: Readonly<Record<string, Readonly<Record<string, Json>>>> = ownAnswers;

/** How the document calls a body: `answered` has one of its own for each tenant. */
export function exampleName(name: string, slug: string | null): string {
  const isOwn = slug !== null && OWN[slug]?.[name] !== undefined;
  return isOwn ? `${slug.replaceAll("-", "_")}_${name}` : name;
}

/**
 * The named bodies that were recorded; a new name has one after the next recording.
 * @param shown what each example shows, by its name
 * @param slugs of the tenants that the document has
 */
export function exampleComponents(
  shown: ReadonlyMap<string, string>,
  slugs: readonly string[],
): JsonObject {
  return Object.fromEntries(
    [...shown].flatMap(([name, summary]) => {
      const own = slugs.map((slug) => [exampleName(name, slug), OWN[slug]?.[name]] as const);
      return [[name, BODIES[name]] as const, ...own].flatMap(([called, value]) =>
        value === undefined ? [] : [[called, { summary, value }]],
      );
    }),
  );
}
