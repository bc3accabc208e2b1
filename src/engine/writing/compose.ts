/**
 * Evidence set + Signals → the text: her own readings, what studies found, one thing to do, an honest last word.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { SentenceNearness } from "../evidence/nearness.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { Signals } from "../types.ts";
import { caveatSentence, practiceSentence } from "./advice.ts";
import { type Concern, closingSentences } from "./closings.ts";
import { definitionSentences } from "./definitions.ts";
import { assemble, codePoints, plain, type Sentence } from "./draft.ts";
import { findingSentences } from "./findings.ts";
import { gapOf } from "./gaps.ts";
import { ASIDE, dataSentences, readingsFirst } from "./readings.ts";
import { personaOf } from "./sentences.ts";
import { unsaidSentence } from "./unsaid.ts";

/** Longer texts are read less; the contract's maximum is for the rare case that needs it. */
const COMFORTABLE_CHARS_MAX = 1_150;

/** A finding that says what a reading is leaves nothing to define, but for the unit that she asks about. */
const DEFINES =
  /^(?:HRV|heart rate variability)(?: \([^)]*\))? (?:describes|means|is (?:how|a measure of))\b/i;

export interface ComposeInput {
  plan: SearchPlan;
  selected: readonly SelectedDocument[];
  nearness: SentenceNearness;
  signals: Signals;
  concern: Concern;
  /** Chooses among equal wordings; a pure function of question and readings. */
  variant: number;
}

/** The sentences of the text, in reading order; every source named in them is one of `selected`. */
export function compose(input: ComposeInput): Sentence[] {
  const { plan } = input;
  const evidence = findingSentences(plan, input.selected, input.nearness);
  const data = dataSentences(plan, evidence.reported, input.variant);
  const defined =
    evidence.main.some(({ text }) => DEFINES.test(text)) &&
    plan.sub_queries.every(({ asked, facets }) => facets.subjects.includes("hrv") && !/rmssd/i.test(asked));
  const inText = new Set(evidence.main.map(({ document }) => document?.doi ?? ""));
  const practice = practiceSentence(plan, input.selected, inText, input.nearness, input.variant);
  const closing = closingSentences(plan, input.signals, input.concern, input.variant, data.compared);
  // What is in reserve may still come into the text.
  const told = [...evidence.main, ...evidence.more, ...practice];
  const gap = gapOf(plan, told, evidence.main, personaOf(plan));
  const unsaid = gap?.first ? null : unsaidSentence(plan, told, input.selected);
  const admitted = [gap?.sentence ?? [], unsaid ?? []].flat();
  const found = gap?.first ? [...admitted, ...evidence.main] : [...evidence.main, ...admitted];
  const body = readingsFirst(plan) ? [...data.sentences, ...found] : [...found, ...data.sentences];
  const drafted = [
    ...(defined ? [] : definitionSentences(plan)),
    ...body,
    ...practice,
    ...closing.needed.map((text) => plain("closing", text, 0)),
  ];
  const reserve = [
    ...evidence.more,
    ...caveatSentence(plan, input.selected, inText, evidence.main[0]?.document ?? null),
    ...closing.spare.map((text) => plain("closing", text, 1)),
  ];
  // A reading that has nothing to do with the question is left out where the text stands without it.
  const without = fitted(
    drafted.filter(({ spare }) => spare !== ASIDE),
    reserve,
  );
  return codePoints(assemble(without)) >= RECOMMENDATION_CHARS_MIN ? without : fitted(drafted, reserve);
}

/** Adds from the reserve while too short, leaves out the most dispensable while too long. */
function fitted(sentences: readonly Sentence[], reserve: readonly Sentence[]): Sentence[] {
  const text = [...sentences];
  const size = () => codePoints(assemble(text));
  for (const extra of reserve) {
    const caveat = extra.role === "caveat" && size() + extra.text.length <= COMFORTABLE_CHARS_MAX;
    if (size() >= RECOMMENDATION_CHARS_MIN && !caveat) continue;
    // What one study also found stands beside what it found.
    const own = text.findLastIndex(
      ({ role, document }) => role === extra.role && document === extra.document,
    );
    const after = own >= 0 ? own : text.findLastIndex(({ role }) => role === extra.role);
    // The last word is the one that had to be said.
    const place = extra.role === "closing" || extra.role === "caveat" ? closingStart(text) : after + 1;
    text.splice(place, 0, extra);
  }
  while (size() > COMFORTABLE_CHARS_MAX) {
    const spare = Math.max(...text.map((sentence) => sentence.spare));
    const drop = text.findLastIndex((sentence) => sentence.spare === spare);
    const rest = text.filter((_, at) => at !== drop);
    if (spare === 0 || codePoints(assemble(rest)) < RECOMMENDATION_CHARS_MIN) break;
    text.splice(drop, 1);
  }
  // Beyond what the contract allows the practice goes, then the last finding, never what had to be said.
  while (size() > RECOMMENDATION_CHARS_MAX) {
    const last = text.findLastIndex(({ role }) => role !== "closing");
    if (last < 0) break;
    text.splice(last, 1);
  }
  return text;
}

function closingStart(text: readonly Sentence[]): number {
  const at = text.findIndex(({ role }) => role === "closing");
  return at < 0 ? text.length : at;
}
