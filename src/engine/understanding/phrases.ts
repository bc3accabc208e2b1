/**
 * Matches the safety phrases of `corpus/vocabulary/safety.yaml`, which scientists edit.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import source from "../../../corpus/vocabulary/safety.yaml" with { type: "text" };
import { SAFETY_CATEGORIES, type SafetyCategory } from "../../contract/safety.ts";
import { literals } from "../../contract/vocabulary.ts";
import { fold } from "./fold.ts";

const closed = { additionalProperties: false } as const;
const Words = Type.Array(Type.String({ minLength: 3 }), { uniqueItems: true });

export const SafetyConcept = Type.Object(
  {
    category: literals(SAFETY_CATEGORIES),
    phrases: Words,
    /** Words that may not come directly after a phrase. */
    unless: Words,
    must_match: Words,
    must_not: Words,
  },
  closed,
);
export type SafetyConcept = Static<typeof SafetyConcept>;

/** @throws Error which names the wrong member; the file is part of the program */
function readConcepts(yaml: string): SafetyConcept[] {
  const value: unknown = Bun.YAML.parse(yaml);
  const problem = Value.Errors(Type.Array(SafetyConcept), value).First();
  if (problem !== undefined) throw new Error(`safety.yaml: ${problem.path}: ${problem.message}`);
  return value as SafetyConcept[];
}

export const SAFETY_CONCEPTS: readonly SafetyConcept[] = readConcepts(source);

/** The categories that have a phrase in the message. */
export function hardPhrasesIn(message: string): ReadonlySet<SafetyCategory> {
  const text = ` ${fold(message)} `;
  return new Set(
    SAFETY_CONCEPTS.filter(({ phrases, unless }) =>
      phrases.some((phrase) => occurs(text, fold(phrase), unless)),
    ).map(({ category }) => category),
  );
}

function occurs(text: string, phrase: string, unless: readonly string[]): boolean {
  const framed = ` ${phrase} `;
  for (let at = text.indexOf(framed); at >= 0; at = text.indexOf(framed, at + 1)) {
    const next = text.slice(at + framed.length).split(" ", 1)[0] ?? "";
    if (!unless.includes(next)) return true;
  }
  return false;
}
