/**
 * What a question is about, in the closed vocabularies, with misspellings tolerated.
 * @module
 */
import type { Behaviour, LifeStage, Phase } from "../../contract/vocabulary.ts";
import { BEHAVIOUR_WORDS } from "./behaviour-words.ts";
import { singular, words } from "./fold.ts";
import { TRAININGS } from "./habits.ts";
import { CYCLE_WORDS, IDIOMS, OWN_DATA_WORDS, PHASE_WORDS, STAGE_WORDS, type Subject } from "./lexicon.ts";
import { nearestWord } from "./spelling.ts";
import { SUBJECT_WORDS } from "./subject-words.ts";

export interface Facets {
  subjects: Subject[];
  behaviours: Behaviour[];
  phases: Phase[];
  life_stages: LifeStage[];
  /** The cycle or hormones are mentioned. */
  cycle: boolean;
  /** Her own readings are meant, none of them named. */
  own_data: boolean;
  /** Words that belong to none of the phrases found, mended and singular. */
  leftover: string[];
  /** How many phrases were found. */
  phrases: number;
}

type Tag =
  | { kind: "subject"; value: Subject }
  | { kind: "behaviour"; value: Behaviour }
  | { kind: "phase"; value: Phase }
  | { kind: "stage"; value: LifeStage }
  | { kind: "cycle" }
  | { kind: "own_data" };

const tagsByPhrase = new Map<string, Tag[]>();

function keyOf(phrase: string): string {
  return words(phrase).map(singular).join(" ");
}

function learn(phrases: readonly string[], tag: Tag): void {
  for (const phrase of phrases) {
    const key = keyOf(phrase);
    const held = tagsByPhrase.get(key);
    if (held) held.push(tag);
    else tagsByPhrase.set(key, [tag]);
  }
}

const entriesOf = <T extends string>(table: Partial<Record<T, readonly string[]>>) =>
  Object.entries(table) as [T, readonly string[]][];
for (const [value, list] of entriesOf(SUBJECT_WORDS)) learn(list, { kind: "subject", value });
for (const [value, list] of entriesOf(BEHAVIOUR_WORDS)) learn(list, { kind: "behaviour", value });
for (const [value, list] of entriesOf(PHASE_WORDS)) learn(list, { kind: "phase", value });
for (const [value, list] of entriesOf(STAGE_WORDS)) learn(list, { kind: "stage", value });
learn(CYCLE_WORDS, { kind: "cycle" });
learn(OWN_DATA_WORDS, { kind: "own_data" });
for (const idiom of IDIOMS) tagsByPhrase.set(keyOf(idiom), []);

const PHRASE_WORDS_MAX = Math.max(...[...tagsByPhrase.keys()].map((phrase) => phrase.split(" ").length));
/** Every single word of the lexicon; also protects them from being "corrected" elsewhere. */
export const LEXICON_WORDS: ReadonlySet<string> = new Set(
  [...tagsByPhrase.keys()].flatMap((phrase) => phrase.split(" ")),
);

/** The lexicon's word that a misspelt one stands for; null where it is no slip. */
export function meantWord(word: string): string | null {
  const plain = singular(word);
  if (LEXICON_WORDS.has(plain)) return null;
  return nearestWord(word, LEXICON_WORDS) ?? nearestWord(plain, LEXICON_WORDS);
}

const OF_HERS = /^(?:period|cycle)$/;

/** The words of a question with slips mended, singular. */
export function mendedWords(text: string): string[] {
  const list = words(text).map((word) => meantWord(word) ?? singular(word));
  // "The week before your period" is said of one's own.
  return list.map((word, at) => (word === "your" && OF_HERS.test(list[at + 1] ?? "") ? "my" : word));
}

/** Facets of a carefully written text that speaks to her ("before your period"), in order of mention; its words are taken as they are. */
export function statedFacets(text: string): Facets {
  return facetsOf(words(text).map((word) => (word === "your" ? "my" : singular(word))));
}

/** Facets of a question, in order of mention, each once; slips are mended. */
export function detectFacets(text: string): Facets {
  return facetsOf(mendedWords(text));
}

/** "I have not fever": who is not ill asks about something else. */
const DENIABLE: ReadonlySet<Subject> = new Set<Subject>(["illness_detection"]);
const NOT: ReadonlySet<string> = new Set([
  "no",
  "not",
  "without",
  "never",
  "neither",
  "nor",
  "havent",
  "dont",
  "isnt",
]);

/** "Drink" is alcohol, unless it says of what: coffee has a word of its own. */
const NAMELESS_DRINK = /^drink(?:ing)?$/;
const SOBER =
  /^(?:(?!(?:and|or|but|than|worse|better|vs|versus)\b)\w+ ){0,3}(?:flat white|latte|cappuccino|espresso|coffee|tea|decaf|matcha|cola|coke|caffeine|water|milk|juice|smoothie|shake|electrolyte|cocoa|chocolate|kombucha|squash)\b/;

/** Who is up at night for this means any drink. */
const PASSES_THROUGH: ReadonlySet<string> = new Set(["loo", "toilet", "pee", "bladder", "nocturia"]);

/** "Strength training in the evening" asks when, too. */
const IN_THE_EVENING =
  /\b(?:train|training|workout|working out|work out|exercise|exercising|run|running|lift|lifting|gym|session|class|cardio|hiit|weights?|interval|swim)\b (?:\w+ ){0,3}(?:(?:in the|this|\w+) evenings?|at night|before bed|after work|late at night|(?:at|after|until|till|around) (?:[6-9]|1[01])(?:\.\d\d)? ?pm)\b|\b(?:evening|late) (?:strength|gym|hiit|run|interval|weights?|spin)\b/;

function facetsOf(list: readonly string[]): Facets {
  const found: Facets = {
    subjects: [],
    behaviours: [],
    phases: [],
    life_stages: [],
    cycle: false,
    own_data: false,
    leftover: [],
    phrases: 0,
  };
  for (let at = 0; at < list.length; ) {
    let length = Math.min(PHRASE_WORDS_MAX, list.length - at);
    let tags: Tag[] | undefined;
    for (; length > 0; length--) {
      tags = tagsByPhrase.get(list.slice(at, at + length).join(" "));
      if (tags) break;
    }
    if (
      tags &&
      NAMELESS_DRINK.test(list.slice(at, at + length).join(" ")) &&
      (SOBER.test(list.slice(at + length).join(" ")) || list.some((word) => PASSES_THROUGH.has(word)))
    )
      tags = [];
    const denied = NOT.has(list[at - 1] ?? "") || NOT.has(list[at - 2] ?? "");
    for (const tag of tags ?? [])
      if (!denied || tag.kind !== "subject" || !DENIABLE.has(tag.value)) add(found, tag);
    if (!tags) found.leftover.push(list[at] ?? "");
    else if (tags.length > 0) found.phrases++;
    at += Math.max(1, length);
  }
  if (found.behaviours.some((each) => TRAININGS.includes(each)) && IN_THE_EVENING.test(list.join(" ")))
    add(found, { kind: "behaviour", value: "exercise_timing" });
  return found;
}

function add(found: Facets, tag: Tag): void {
  const once = <T>(list: T[], value: T) => {
    if (!list.includes(value)) list.push(value);
  };
  if (tag.kind === "subject") once(found.subjects, tag.value);
  else if (tag.kind === "behaviour") once(found.behaviours, tag.value);
  else if (tag.kind === "phase") once(found.phases, tag.value);
  else if (tag.kind === "stage") once(found.life_stages, tag.value);
  else if (tag.kind === "cycle") found.cycle = true;
  else found.own_data = true;
}
