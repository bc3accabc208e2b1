/**
 * The words of `corpus/vocabulary/concepts.yaml`, by which a text's subjects are found.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import source from "../../corpus/vocabulary/concepts.yaml" with { type: "text" };
import {
  BEHAVIOURS,
  type Behaviour,
  literals,
  MEASURES,
  type Measure,
  OUTCOMES,
  type Outcome,
} from "../contract/vocabulary.ts";
import { words } from "../engine/understanding/fold.ts";

/** A measure and an outcome of the same name are one subject. */
export type Subject = Measure | Outcome;

export interface Topics {
  subjects: Subject[];
  behaviours: Behaviour[];
}

const closed = { additionalProperties: false } as const;
const Words = Type.Array(Type.String({ minLength: 2 }), { minItems: 1 });
const Concept = Type.Union([
  Type.Object(
    {
      kind: Type.Literal("subject"),
      concept: literals([...MEASURES, ...OUTCOMES] as const),
      words: Words,
    },
    closed,
  ),
  Type.Object(
    { kind: Type.Literal("behaviour"), concept: literals(BEHAVIOURS), words: Words },
    closed,
  ),
]);
type Concept = Static<typeof Concept>;

/** @throws Error which names the wrong member; the file is part of the program */
function readConcepts(yaml: string): Concept[] {
  const value: unknown = Bun.YAML.parse(yaml);
  const problem = Value.Errors(Type.Array(Concept), value).First();
  if (problem !== undefined) throw new Error(`concepts.yaml: ${problem.path}: ${problem.message}`);
  return value as Concept[];
}

const conceptsByPhrase = new Map<string, Concept[]>();
for (const concept of readConcepts(source))
  for (const phrase of concept.words) {
    const key = words(phrase).map(singular).join(" ");
    conceptsByPhrase.set(key, [...(conceptsByPhrase.get(key) ?? []), concept]);
  }
const PHRASE_WORDS_MAX = Math.max(
  ...[...conceptsByPhrase.keys()].map((each) => each.split(" ").length),
);

/**
 * What a carefully written text names, in order of mention, each once. The longest phrase at a
 * position counts.
 */
export function topicsNamed(text: string): Topics {
  const list = words(text).map(singular);
  const subjects = new Set<Subject>();
  const behaviours = new Set<Behaviour>();
  for (let at = 0; at < list.length; ) {
    let length = Math.min(PHRASE_WORDS_MAX, list.length - at);
    while (length > 0 && !conceptsByPhrase.has(list.slice(at, at + length).join(" "))) length--;
    for (const found of conceptsByPhrase.get(list.slice(at, at + length).join(" ")) ?? [])
      if (found.kind === "subject") subjects.add(found.concept);
      else behaviours.add(found.concept);
    at += Math.max(1, length);
  }
  return { subjects: [...subjects], behaviours: [...behaviours] };
}

/** Plural and singular count as one word, except "weights", which are training equipment. */
function singular(word: string): string {
  if (word === "weights" || word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word))
    return word;
  return /(sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
