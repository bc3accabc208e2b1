/**
 * The last look at a text before it is served: wording, numbers, sources, length.
 *
 * A sentence that breaks a rule is left out; a text that cannot be mended that way is never served.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { EvidenceDocument, Signals } from "../types.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import { markerOf } from "./sentences.ts";
import { formatLevel } from "./units.ts";
import { numbersIn, type Persona, wordingFault } from "./wording.ts";

/** Numbers that the person's own readings put into a text. */
export function numbersOfSignals(signals: Signals): Set<string> {
  return new Set(
    signals.measures.flatMap(({ measure, recent, baseline }) =>
      numbersIn(
        [recent, ...(baseline === null ? [] : [baseline])].map((v) => formatLevel(measure, v)).join(" "),
      ),
    ),
  );
}

/** Numbers that a source may put into a text: those of its own sentences and its year. */
export function numbersOfDocument(document: EvidenceDocument): Set<string> {
  const texts = document.findings.flatMap(({ statement, magnitude }) => [statement, magnitude ?? ""]);
  return new Set(
    numbersIn([...texts, document.practice ?? "", document.limits ?? "", markerOf(document)].join(" ")),
  );
}

/** The first rule a sentence breaks, or null. */
export function sentenceFault(sentence: Sentence, signals: Signals, persona: Persona): string | null {
  const wording = wordingFault(sentence.text, persona);
  if (wording) return wording;
  const { document } = sentence;
  if (document && !sentence.text.includes(`(${markerOf(document)})`)) return "source without its marker";
  if (!document && /\(\D*\b(?:19|20)\d\d\)/.test(sentence.text)) return "marker without a source";
  const allowed = document ? numbersOfDocument(document) : numbersOfSignals(signals);
  const stray = numbersIn(sentence.text).find((number) => !allowed.has(number));
  return stray === undefined ? null : `number ${stray} is in no reading or source`;
}

export interface Guarded {
  text: string;
  sentences: Sentence[];
  /** Rules broken by sentences that were left out; for the log and the tests. */
  dropped: string[];
}

/** Null where what is left is no text any more: too short, too long or without a source. */
export function guardText(
  sentences: readonly Sentence[],
  signals: Signals,
  persona: Persona,
): Guarded | null {
  const dropped: string[] = [];
  const kept = sentences.filter((sentence) => {
    const fault = sentenceFault(sentence, signals, persona);
    if (fault !== null) dropped.push(fault);
    return fault === null;
  });
  const text = assemble(kept);
  const size = codePoints(text);
  const sourced = kept.some(({ document }) => document !== null);
  if (!sourced || size < RECOMMENDATION_CHARS_MIN || size > RECOMMENDATION_CHARS_MAX) return null;
  return { text, sentences: kept, dropped };
}
