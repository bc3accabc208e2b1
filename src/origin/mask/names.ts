/**
 * Finds names of people: after a title, an introduction or a relation, and listed names anywhere.
 * @module
 */

import { AMBIGUOUS_NAMES, FAMILY_NAMES, GIVEN_NAMES } from "./given-names.ts";
import { PLAIN_WORDS } from "./plain-words.ts";
import type { PersonalSpan } from "./spans.ts";

interface Word {
  start: number;
  /** Without a possessive `'s`. */
  end: number;
  lower: string;
  /** One capital, then small letters. A word all in capitals says nothing. */
  capital: boolean;
  /** All in capitals where its neighbours are not, so more likely an abbreviation. */
  shouted: boolean;
  /** The text between the previous word and this one. */
  gap: string;
}

/**
 * How sure what stands before makes it that a name follows.
 * - `named`: any word that is not a plain one
 * - `related`: a capital, or a name of either list in any case
 * - `likely`: a capital, or a name that can be nothing else in any case
 * - `listed`: a name of a list, an ambiguous one with a capital
 */
type Trust = "named" | "related" | "likely" | "listed";

const TITLE = "mrs?|ms|mx|dr|prof|doctor|professor|nurse|coach|captain|frau|herr|madame|mme|señora";
const TITLES = new Set(TITLE.replace("mrs?", "mr|mrs").split("|"));
const RELATION = [
  "husband|wife|daughter|son|stepdaughter|stepson|sister|brother|mum|mom|mother|dad|father|partner",
  "boyfriend|girlfriend|friend|fianc(?:é|e)e?|ex|boss|manager|coach|trainer|teacher|therapist|physio",
  "doctor|gp|gyna?ecologist|ob-gyn|midwife|nurse|neighbou?r|roommate|flatmate|housemate|colleague",
  "coworker|teammate|aunt|auntie|uncle|cousin|nan|gran|grandma|grandmother|granny|grandpa|niece",
  "nephew|baby|toddler|kid|dog|puppy|cat|hairdresser|assistant|babysitter|nanny",
  String.raw`(?:mother|father|sister|brother)[\s-]in[\s-]law`,
].join("|");
/** A relation with a capital is part of a heading, where capitals say nothing. */
const OWNER = "(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er)";

const INTRODUCTIONS: readonly { before: RegExp; trust: Trust }[] = [
  {
    before:
      /\b(?:my name(?:'?s| is)|i(?:'?m| am) called|is called|me llamo|ich hei(?:ß|ss)e|je m'appelle|the name(?:'?s| is)|goes by) /giu,
    trust: "named",
  },
  { before: /\b(?:call me|known as|name is|i(?:'?m| am)) /giu, trust: "related" },
  { before: /\b(?:this is|it'?s|here is|we are) /giu, trust: "listed" },
  {
    before:
      /(?:\b(?:name|patient|client|participant)(?:\s?:)? |\b(?:asked by|ask for|ask|talk to|contact|attn:?|signed,?) |\bfrom: |\bi, )/giu,
    trust: "likely",
  },
  {
    before: new RegExp(
      `\\b${OWNER} (?:(?:best|old|dear|new|little|big) )?(?:${RELATION})(?: is called)? `,
      "gu",
    ),
    trust: "related",
  },
  {
    before: new RegExp(`\\b(?:${OWNER}|[Tt]he) (?:${RELATION})(?:, | \\()`, "gu"),
    trust: "listed",
  },
  { before: new RegExp(`(?<![\\p{L}\\d.]|\\d )(?:${TITLE}) `, "giu"), trust: "likely" },
  { before: /(?<![\p{L}\d.]|\d )(?:mrs?|ms|mx|dr|prof)\. /giu, trust: "likely" },
];

/** In small letters these say what somebody does or is: "my friend will", "I'm frank". */
const NO_NAMES_WHEN_SMALL = new Set(
  (
    "will may drew chase sue rob grant pat jack skip ward frank rich sunny lucky art max guy red zen misty " +
    "star bliss patience single cole said kit eve min ray gem kay fern dot fay hal lane"
  ).split(" "),
);
const PARTICLES = new Set("von van de der den del della di da la le al el bin ní ó ter".split(" "));
const WORDS_OF_A_NAME_MAX = 4;
/** "St. John's wort", "Bloody Mary". */
const NO_PERSON_AFTER = new Set(["st", "saint", "bloody", "virgin", "santa", "san"]);
const SPEAKS_AFTER = new Set(["here", "asks", "says", "asked", "writes"]);
const GREETINGS = new Set(["hi", "hey", "hello"]);
const SIGN_OFF =
  /\b(?:thanks|thank you(?: so much)?|thx|cheers|regards|wishes|sincerely|truly|signed|love)(?<comma>[,!]?)\s+(?=(?<end>[^.!?]{2,60})[.!]?\s*$)/giu;

export function findNames(text: string): PersonalSpan[] {
  const words = wordsOf(text);
  const at = new Map(words.map((word, index) => [word.start, index]));
  /** The word that begins where the match ends. */
  const after = (match: RegExpExecArray) => at.get(match.index + match[0].length);
  return [
    ...introduced(text, words, after),
    ...[...words.keys()].filter((index) => standsAlone(words, index)).map(nameFrom(words)),
    ...signedOff(text, words, after),
  ].flatMap(([from, to]) => {
    const [first, last] = [words[from], words[to - 1]];
    if (first === undefined || last === undefined) return [];
    return { start: first.start, end: last.end, label: "name" as const };
  });
}

/** The first word of a name, and the word after its last. */
type WordRange = [from: number, to: number];
type WordAfter = (match: RegExpExecArray) => number | undefined;

function nameFrom(words: readonly Word[]): (index: number) => WordRange {
  return (index) => [index, nameEnd(words, index)];
}

/** Names after words that announce one, such as "my name is". */
function introduced(text: string, words: readonly Word[], after: WordAfter): WordRange[] {
  return INTRODUCTIONS.flatMap(({ before, trust }) =>
    [...text.matchAll(before)].flatMap((match) => {
      const index = after(match);
      if (index === undefined) return [];
      const first = TITLES.has(words[index]?.lower ?? "") ? index + 1 : index;
      return begins(words, first, trust) ? [nameFrom(words)(first)] : [];
    }),
  );
}

/** The name that ends a message after "thanks" or "regards". */
function signedOff(text: string, words: readonly Word[], after: WordAfter): WordRange[] {
  return [...text.matchAll(SIGN_OFF)].flatMap((match): WordRange[] => {
    const index = after(match);
    if (index === undefined) return [];
    const rest = words.slice(index);
    if (rest.length === 0 || rest.some(isPlain)) return [];
    const signed = rest.length < WORDS_OF_A_NAME_MAX && rest.every(({ capital }) => capital);
    const small = rest.length === 1 && match.groups?.comma === ",";
    return signed || small ? [[index, words.length]] : [];
  });
}

function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(/\p{L}+(?:['-]\p{L}+)*/gu)].map((match, index, all) => {
    const gap = text.slice(end, match.index);
    end = match.index + match[0].length;
    const word = match[0].replace(/'s$/, "");
    return {
      start: match.index,
      end: match.index + word.length,
      lower: word.toLowerCase(),
      capital: /^\p{Lu}(?:$|.*\p{Ll})/u.test(word),
      shouted:
        isUpper(word) && !isUpper(all[index - 1]?.[0] ?? "") && !isUpper(all[index + 1]?.[0] ?? ""),
      gap,
    };
  });
}

function isUpper(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}

/** Whether a name that is not only a given one begins at this word, by what comes before it. */
function begins(words: readonly Word[], index: number, trust: Trust): boolean {
  const word = words[index];
  if (word === undefined) return false;
  if (trust === "listed" && isPlain(word)) return false;
  const ambiguous = AMBIGUOUS_NAMES.has(word.lower);
  if (ambiguous && word.capital && trust !== "likely") return true;
  if (ambiguous && trust === "related") return !NO_NAMES_WHEN_SMALL.has(word.lower);
  if (isPlain(word)) return false;
  if (trust === "named") return true;
  if (trust === "listed") return false;
  if (word.capital) return !isTitleCase(words, index);
  return trust === "likely" && FAMILY_NAMES.has(word.lower);
}

/** Whether the word is a name whatever comes before it. */
function standsAlone(words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (word === undefined || NO_PERSON_AFTER.has(words[index - 1]?.lower ?? "")) return false;
  if (isGiven(word)) return true;
  if (!word.capital || isPlain(word)) return false;
  const end = nameEnd(words, index);
  const next = words[end];
  const spoken = next !== undefined && next.gap === " " && SPEAKS_AFTER.has(next.lower);
  const opening = index === 0 || (index === 1 && GREETINGS.has(words[0]?.lower ?? ""));
  // "Rosalind Achebe here", "Hope Winters, 29"; but "Sceptical here".
  if (end - index === 1) return opening && spoken && AMBIGUOUS_NAMES.has(word.lower);
  if (opening && spoken) return true;
  return AMBIGUOUS_NAMES.has(word.lower) && (spoken || next?.gap.startsWith(",") === true);
}

/** The index after the last word of the name that begins here. */
function nameEnd(words: readonly Word[], index: number): number {
  let end = index + 1;
  while (end < words.length && end - index < WORDS_OF_A_NAME_MAX) {
    const word = words[end];
    if (word === undefined || !/^(?:\.? )$/.test(word.gap)) break;
    const initial = word.capital && word.lower.length === 1 && word.lower !== "i";
    // A full stop ends the sentence, except after an initial.
    if (word.gap.startsWith(".") && words[end - 1]?.lower.length !== 1) break;
    const family = word.capital
      ? !isPlain(word) && !isTitleCase(words, end)
      : FAMILY_NAMES.has(word.lower);
    if (!initial && !family && !leadsToName(words, end)) break;
    end++;
  }
  return end;
}

/** Whether particles begin here and a capital follows them: "van der Berg", but not "al dente". */
function leadsToName(words: readonly Word[], index: number): boolean {
  let after = index;
  while (PARTICLES.has(words[after]?.lower ?? "")) after++;
  return after > index && words[after]?.capital === true;
}

function isGiven({ lower, shouted }: Word): boolean {
  if (shouted) return false;
  const [first = lower] = lower.split("-");
  return [lower, first].some((name) => GIVEN_NAMES.has(name) && !AMBIGUOUS_NAMES.has(name));
}

function isPlain({ lower }: Word): boolean {
  const [first = lower] = lower.split("'");
  return PLAIN_WORDS.has(lower) || PLAIN_WORDS.has(first) || /(?:ian|ish|ese)$/.test(lower);
}

/** "I'm Exhausted By Work": where the next plain word has a capital too, capitals say nothing. */
function isTitleCase(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  return (
    next !== undefined && next.gap === " " && next.capital && next.lower !== "i" && isPlain(next)
  );
}
