/**
 * Evidence set + Signals → the text: her own readings, what studies found, one thing to do, an honest last word.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { Phase } from "../../contract/vocabulary.ts";
import type { FindingNearness } from "../evidence/nearest-findings.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import type { Subject } from "../question/lexicon.ts";
import { isNotable } from "../question/notable.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { MeasureSignal, Signals } from "../types.ts";
import { caveatSentence, practiceSentence } from "./advice.ts";
import { type Concern, closingSentences, FEW_NIGHTS } from "./closings.ts";
import { definitionSentences } from "./definitions.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import { findingSentences } from "./findings.ts";
import {
  asideSentence,
  besideSentence,
  contextSentence,
  leadSentence,
  missingSentence,
  premiseSentence,
  readingSentence,
} from "./own-data.ts";
import { premiseOf } from "./premise.ts";
import { unsaidSentence } from "./unsaid.ts";

/** Longer texts are read less; the contract's maximum is for the rare case that needs it. */
const COMFORTABLE_CHARS_MAX = 1_150;
const SIGNALS_BESIDE_MAX = 2;
/** The `spare` of a sentence that goes wherever it can. */
const ASIDE = 9;

export interface ComposeInput {
  plan: SearchPlan;
  selected: readonly SelectedDocument[];
  nearness: FindingNearness;
  signals: Signals;
  concern: Concern;
  /** Chooses among equal wordings; a pure function of question and readings. */
  variant: number;
}

/** The sentences of the text, in reading order; every source named in them is one of `selected`. */
export function compose(input: ComposeInput): Sentence[] {
  const { plan } = input;
  const data = dataSentences(input);
  const evidence = findingSentences(plan, input.selected, input.nearness);
  const inText = new Set(evidence.main.map(({ document }) => document?.doi ?? ""));
  const practice = practiceSentence(plan, input.selected, inText, input.variant);
  const closing = closingSentences(plan, input.signals, input.concern, input.variant, data.compared);
  const dataFirst =
    plan.shape === "B" || (plan.signals_asked > 0 && plan.sub_queries[0]?.intent !== "effect");
  // What is in reserve may still come into the text.
  const unsaid = unsaidSentence(plan, [...evidence.main, ...evidence.more, ...practice], input.selected);
  const found = unsaid === null ? evidence.main : [...evidence.main, unsaid];
  const body = dataFirst ? [...data.sentences, ...found] : [...found, ...data.sentences];
  const drafted = [
    ...definitionSentences(plan),
    ...body,
    ...practice,
    ...closing.needed.map((text) => plain("closing", text, 0)),
  ];
  const sentences = withoutAside(drafted);
  const reserve = [
    ...evidence.more,
    ...caveatSentence(plan, input.selected, inText),
    ...closing.spare.map((text) => plain("closing", text, 1)),
  ];
  return fitted(sentences, reserve);
}

/** A reading that has nothing to do with the question is left out where the text stands without it. */
function withoutAside(sentences: readonly Sentence[]): Sentence[] {
  const rest = sentences.filter(({ spare }) => spare !== ASIDE);
  return codePoints(assemble(rest)) >= RECOMMENDATION_CHARS_MIN ? rest : [...sentences];
}

function plain(role: Sentence["role"], text: string, spare: number): Sentence {
  return { role, text, document: null, spare };
}

/** Adds from the reserve while too short, leaves out the most dispensable while too long. */
function fitted(sentences: readonly Sentence[], reserve: readonly Sentence[]): Sentence[] {
  const text = [...sentences];
  const size = () => codePoints(assemble(text));
  for (const extra of reserve) {
    const caveat = extra.role === "caveat" && size() + extra.text.length <= COMFORTABLE_CHARS_MAX;
    if (size() >= RECOMMENDATION_CHARS_MIN && !caveat) continue;
    const after = text.findLastIndex(({ role }) => role === extra.role);
    const place =
      extra.role === "closing" ? text.length : extra.role === "caveat" ? closingStart(text) : after + 1;
    text.splice(place, 0, extra);
  }
  while (size() > COMFORTABLE_CHARS_MAX) {
    const spare = Math.max(...text.map((sentence) => sentence.spare));
    const drop = text.findLastIndex((sentence) => sentence.spare === spare);
    const rest = text.filter((_, at) => at !== drop);
    const tooShort = codePoints(assemble(rest)) < RECOMMENDATION_CHARS_MIN;
    if (spare === 0 || tooShort) {
      if (size() <= RECOMMENDATION_CHARS_MAX || tooShort || text.length <= 1) break;
    }
    text.splice(drop, 1);
  }
  return text;
}

function closingStart(text: readonly Sentence[]): number {
  const at = text.findIndex(({ role }) => role === "closing");
  return at < 0 ? text.length : at;
}

interface DataSentences {
  sentences: Sentence[];
  /** Whether they compare a reading with her own nights, as far as one that is not about the question does not count. */
  compared: boolean;
}

function dataSentences({ plan, variant }: ComposeInput): DataSentences {
  const [first, ...others] = plan.signals;
  if (!first) return { sentences: [], compared: false };
  const compared = first.baseline !== null;
  const beside = besideSignals(plan, first, others);
  const more = beside.length > 0 ? [plain("data", besideSentence(beside), 3)] : [];
  const cause = plan.sub_queries[0];
  const asked = plan.signals_asked > 0;
  // What stands out among all is said where nothing was named.
  if (plan.shape === "B" || (asked && plan.fallback !== null))
    return { sentences: [plain("data", leadSentence(first, phaseOf(plan)), 0), ...more], compared };
  if (!asked || cause?.intent === "effect") {
    const missing = asked ? null : missingReading(plan);
    if (missing !== null) return { sentences: [plain("data", missingSentence(missing), 1)], compared: false };
    if (asked || plan.signals_kindred > 0)
      return { sentences: [plain("data", contextSentence(first), 0)], compared };
    return { sentences: [plain("data", asideSentence(first), ASIDE)], compared: false };
  }
  const otherPhase =
    cause !== undefined &&
    cause.facets.phases.length > 0 &&
    plan.current_phase !== null &&
    !cause.facets.phases.includes(plan.current_phase);
  // A question about another phase says nothing about the readings of now.
  const way = cause && !otherPhase ? premiseOf(cause) : null;
  const premise = way === null ? null : premiseSentence(first, way);
  const lead = plain("data", premise ?? readingSentence(first, variant), 0);
  return { sentences: compared ? [lead, ...more] : [lead, plain("data", FEW_NIGHTS, 2)], compared };
}

const READING_NAME: Partial<Record<Subject, string>> = {
  hrv: "HRV",
  resting_heart_rate: "heart rate",
  heart_rate: "heart rate",
  temperature: "skin temperature",
  sleep_stages: "sleep stages",
  sleep_quality: "sleep times",
  sleep_duration: "sleep times",
  respiratory_rate: "breathing rate",
  spo2: "blood oxygen",
  vo2max: "VO2max",
};

/** "Why is my …" about something that can be measured and was not sent. */
function missingReading({ sub_queries }: SearchPlan): string | null {
  const [first] = sub_queries;
  const [subject] = first?.facets.subjects ?? [];
  if (!first || subject === undefined || !/\b(?:my|did i|have i)\b/i.test(first.asked)) return null;
  return READING_NAME[subject] ?? null;
}

/** The phase is named where the evidence that follows speaks of it. */
function phaseOf({ sub_queries, current_phase }: SearchPlan): Phase | null {
  return sub_queries.some(({ facets }) => facets.phases.length > 0) ? current_phase : null;
}

/** The next readings worth a clause: those also asked for, else those that have moved too. */
function besideSignals(
  plan: SearchPlan,
  first: MeasureSignal,
  others: readonly MeasureSignal[],
): MeasureSignal[] {
  const asked = others.slice(0, Math.max(0, plan.signals_asked - 1));
  const moved = others.filter((signal) => isNotable(signal) && !asked.includes(signal));
  return [...asked.filter(isNotable), ...moved, ...asked.filter((signal) => !isNotable(signal))]
    .filter((signal) => signal.baseline !== null && !sameThing(signal, first))
    .slice(0, SIGNALS_BESIDE_MAX);
}

const HEART_RATES: readonly string[] = ["lowest_heart_rate_bpm", "heart_rate_bpm", "resting_heart_rate_bpm"];

function sameThing(a: MeasureSignal, b: MeasureSignal): boolean {
  return a.measure === b.measure || (HEART_RATES.includes(a.measure) && HEART_RATES.includes(b.measure));
}
