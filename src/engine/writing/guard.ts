/**
 * The last check of a text before it is served: wording, numbers, sources, length.
 *
 * A sentence that breaks a rule is left out. A text that still breaks one is not served.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import { numbersIn } from "../numbers.ts";
import type { EvidenceDocument, Signals } from "../types.ts";
import { markerOf } from "./authors.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import { formatLevel } from "./units.ts";
import { type Persona, wordingFault } from "./wording.ts";

/** Numbers that the user's readings allow in a text. */
export function numbersOfSignals(signals: Signals): Set<string> {
  return new Set(
    signals.measures.flatMap(({ measure, recent, baseline, latest, low, high }) =>
      [recent, latest, low, high, ...(baseline === null ? [] : [baseline])].flatMap((value) =>
        numbersIn(formatLevel(measure, value)),
      ),
    ),
  );
}

/** Each sentence of a text asks for the numbers of its sources. */
const numbersKnown = new WeakMap<EvidenceDocument, ReadonlySet<string>>();

/** Numbers that a source allows in a text, with and without thousands separators. */
export function numbersOfDocument(document: EvidenceDocument): ReadonlySet<string> {
  const known = numbersKnown.get(document);
  if (known !== undefined) return known;
  const numbers = readNumbers(document);
  numbersKnown.set(document, numbers);
  return numbers;
}

function readNumbers(document: EvidenceDocument): ReadonlySet<string> {
  const { findings, population, title, practice = "", limits = "" } = document;
  const texts = [
    ...findings.flatMap(({ statement, magnitude = "" }) => [statement, magnitude]),
    title,
    practice,
    limits,
    markerOf(document),
    population.age ?? "",
    String(population.n ?? ""),
  ];
  return new Set(
    texts
      .flatMap(numbersIn)
      .flatMap((number) => [
        number,
        number.replaceAll(",", ""),
        number.replace(/\.0+$/, ""),
        grouped(number),
      ]),
  );
}

function grouped(number: string): string {
  return /^\d{4,}$/.test(number) ? Number(number).toLocaleString("en-US") : number;
}

/**
 * A finding may name the people it studied to any user; the other sentences must fit the user's
 * stage.
 */
export function personaFor(role: Sentence["role"], persona: Persona): Persona {
  return role === "finding" || role === "limit" ? { ...persona, transition: true } : persona;
}

/** Whether a sentence breaks no rule. */
function maySay(
  sentence: Sentence,
  cited: ReadonlySet<EvidenceDocument>,
  signals: Signals,
  persona: Persona,
): boolean {
  const { text, role, sources, resting_on } = sentence;
  if (wordingFault(text, personaFor(role, persona)) !== null) return false;
  if (!sources.every((document) => text.includes(markerOf(document)))) return false;
  // A marker without a source.
  if (sources.length === 0 && /\(\D*\b(?:19|20)\d\d\)/.test(text)) return false;
  const allowed = new Set([
    ...(role === "data" ? numbersOfSignals(signals) : []),
    ...[...sources, ...resting_on.filter((document) => cited.has(document))].flatMap((document) => [
      ...numbersOfDocument(document),
    ]),
  ]);
  return numbersIn(text).every((number) => allowed.has(number));
}

export interface GuardedText {
  text: string;
  sentences: Sentence[];
}

/** Null where what is left is no valid text: too short, too long, without an answer or a source. */
export function guardText(
  sentences: readonly Sentence[],
  signals: Signals,
  persona: Persona,
): GuardedText | null {
  const cited = new Set(sentences.flatMap(({ sources }) => sources));
  const kept = sentences.filter((sentence) => maySay(sentence, cited, signals, persona));
  // A text without its first sentence answers nothing.
  if (sentences[0] !== undefined && kept[0] !== sentences[0]) return null;
  const text = assemble(kept);
  const size = codePoints(text);
  const sourced = kept.some(({ sources }) => sources.length > 0);
  if (!sourced || size < RECOMMENDATION_CHARS_MIN || size > RECOMMENDATION_CHARS_MAX) return null;
  return { text, sentences: kept };
}
