/**
 * The ways to read a message before it is searched for what must not be answered: misspelt, spaced out, in digits and in short forms.
 * @module
 */
import { LEXICON_WORDS } from "./facets.ts";
import { fold, joinSpacedLetters, singular, withoutDigitLetters } from "./fold.ts";
import { nearestWord } from "./spelling.ts";

/** Words that people misspell and that the patterns wait for. */
const SCOPE_WORDS = [
  "diagnose",
  "diagnosed",
  "diagnosis",
  "pregnant",
  "pregnancy",
  "cancer",
  "endometriosis",
  "prescription",
  "prescribe",
  "medication",
  "medicine",
  "antidepressant",
  "antibiotic",
  "ibuprofen",
  "paracetamol",
  "dosage",
  "depression",
  "diabetes",
  "thyroid",
  "anemia",
  "ultrasound",
  "ferritin",
  "suicide",
  "suicidal",
  "sertraline",
  "painkiller",
  "disease",
  "disorder",
  "syndrome",
  "infection",
  "arrhythmia",
  "contraceptive",
  "progesterone",
  "estrogen",
  "treatment",
  "miscarriage",
  "tumor",
  "fainted",
  "propranolol",
  "levothyroxine",
];
const KNOWN_WORDS = new Set([...SCOPE_WORDS, ...LEXICON_WORDS]);

function mended(folded: string): string {
  return folded
    .split(" ")
    .map((word) => (KNOWN_WORDS.has(singular(word)) ? word : (nearestWord(word, KNOWN_WORDS) ?? word)))
    .join(" ");
}

/** Patterns are written for the long form. */
const SHORTHAND: Record<string, string> = {
  cud: "could",
  cld: "could",
  wud: "would",
  wld: "would",
  shud: "should",
  shld: "should",
  wanna: "want to",
  gonna: "going to",
  gotta: "got to",
  wat: "what",
  wot: "what",
  preggo: "pregnant",
  preggers: "pregnant",
  u: "you",
  wks: "weeks",
  yrs: "years",
  nite: "night",
};

function inFull(folded: string): string {
  return folded.replace(/[a-z]+/g, (word) =>
    Object.hasOwn(SHORTHAND, word) ? (SHORTHAND[word] ?? word) : word,
  );
}

function spellings(query: string): string[] {
  const folded = fold(query);
  const joined = joinSpacedLetters(folded.replace(/[.@$%]/g, (sign) => (sign === "." ? " " : sign)));
  const lettered = withoutDigitLetters(joined);
  // Most questions have one spelling only, and it need not be read four times.
  return [...new Set([folded, joined, lettered, inFull(mended(lettered))])];
}

/** Whether a message, read in any of its spellings, matches any of the patterns, which are written for folded text. */
export function matchesAny(message: string, patterns: readonly RegExp[]): boolean {
  return spellings(message).some((spelling) => patterns.some((pattern) => pattern.test(spelling)));
}
