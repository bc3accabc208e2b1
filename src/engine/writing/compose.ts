/**
 * Evidence set + Signals → the text: her own readings, what studies found, one thing to do, an honest last word.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import { isNotable } from "../question/notable.ts";
import type { SearchPlan } from "../question/plan.ts";
import type { Finding, MeasureSignal, Signals } from "../types.ts";
import { closingSentences, FEW_NIGHTS } from "./closings.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import {
  besideSentence,
  contextSentence,
  leadSentence,
  premiseSentence,
  readingSentence,
} from "./own-data.ts";
import { premiseOf } from "./premise.ts";
import { isImperative, lowerFirst, nearDuplicate, personaOf, rankFindings, withMarker } from "./sentences.ts";
import { wordingFault } from "./wording.ts";

/** Longer texts are read less; the contract's maximum is for the rare case that needs it. */
const COMFORTABLE_CHARS_MAX = 1_150;
const FINDINGS_MAX = 3;
const SIGNALS_BESIDE_MAX = 2;

export interface ComposeInput {
  plan: SearchPlan;
  selected: readonly SelectedDocument[];
  signals: Signals;
  /** The question asks for a diagnosis, a prescription or a test (permissive mode only). */
  clinical: boolean;
  /** Chooses among equal wordings; a pure function of question and readings. */
  variant: number;
}

/** The sentences of the text, in reading order; every source named in them is one of `selected`. */
export function compose(input: ComposeInput): Sentence[] {
  const { plan } = input;
  const data = dataSentences(input);
  const evidence = findingSentences(input);
  const practice = practiceSentence(input, evidence);
  const closing = closingSentences(plan, input.signals, input.clinical, input.variant);
  const dataFirst =
    plan.shape === "B" || (plan.signals_asked > 0 && plan.sub_queries[0]?.intent !== "effect");
  const body = dataFirst ? [...data, ...evidence.main] : [...evidence.main, ...data];
  const sentences = [...body, ...practice, ...closing.needed.map((text) => plain("closing", text, 0))];
  const reserve = [
    ...evidence.more,
    ...caveatSentence(input, evidence.main),
    ...closing.spare.map((text) => plain("closing", text, 1)),
  ];
  return fitted(sentences, reserve);
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

function dataSentences({ plan, variant }: ComposeInput): Sentence[] {
  const [first, ...others] = plan.signals;
  if (!first) return [];
  const beside = besideSignals(plan, first, others);
  const more = beside.length > 0 ? [plain("data", besideSentence(beside), 3)] : [];
  const cause = plan.sub_queries[0];
  const asked = plan.signals_asked > 0;
  if (plan.shape === "B" || (asked && cause?.facets.own_data))
    return [plain("data", leadSentence(first, plan.phases[0] ?? null), 0), ...more];
  if (!asked || cause?.intent === "effect") return [plain("data", contextSentence(first), 0)];
  const way = cause ? premiseOf(cause) : null;
  const premise = way === null ? null : premiseSentence(first, way);
  const lead = plain("data", premise ?? readingSentence(first, variant), 0);
  return first.baseline === null ? [lead, plain("data", FEW_NIGHTS, 2)] : [lead, ...more];
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

interface Chosen extends Sentence {
  finding: Finding;
}

/** One finding per document, the sub-queries in order; what is left over is reserve for short texts. */
function findingSentences({ plan, selected }: ComposeInput): { main: Sentence[]; more: Sentence[] } {
  const persona = personaOf(plan);
  const main: Chosen[] = [];
  const more: Sentence[] = [];
  const inOrder = [...selected].sort((a, b) => a.sub_query - b.sub_query);
  const perQuery = Math.max(1, Math.ceil(FINDINGS_MAX / plan.sub_queries.length));
  for (const { document, sub_query } of inOrder) {
    const query = plan.sub_queries[sub_query];
    if (!query) continue;
    const already = inOrder
      .filter((each) => each.sub_query === sub_query)
      .indexOf(inOrder.find((each) => each.document === document) ?? { document, sub_query, relevance: 0 });
    for (const [at, { finding, worth }] of rankFindings(document, query, persona).entries()) {
      if ([...main, ...more].some(({ text }) => nearDuplicate(text, finding.statement))) continue;
      const room = main.length < FINDINGS_MAX + 1 && already < perQuery;
      const sentence = {
        role: "finding" as const,
        document,
        spare: 0,
        text: withMarker(finding.statement, document),
      };
      if (at === 0 && worth > 0 && room)
        main.push({
          ...sentence,
          finding,
          spare: already === 0 ? 0 : 1 + already,
          text: joined(finding, sentence.text, main),
        });
      else more.push(sentence);
    }
  }
  return { main, more };
}

/** Says so where a finding contradicts the one before it on the same thing. */
function joined(finding: Finding, text: string, before: readonly Chosen[]): string {
  const last = before.at(-1)?.finding;
  const subject = (each: Finding) => each.outcome ?? each.measure;
  if (
    !last ||
    subject(last) === undefined ||
    subject(last) !== subject(finding) ||
    last.phase !== finding.phase
  )
    return text;
  const clear = [last.effect, finding.effect].every((effect) => effect !== "mixed");
  if (!clear || last.effect === finding.effect) return text;
  const shared = last.effect === "none" || finding.effect === "none";
  return shared ? `The picture is not uniform: ${lowerFirst(text)}` : text;
}

function practiceSentence(
  { plan, selected, variant }: ComposeInput,
  evidence: { main: readonly Sentence[] },
): Sentence[] {
  const persona = personaOf(plan);
  const inText = new Set(evidence.main.map(({ document }) => document?.doi));
  const behaviours = plan.sub_queries.flatMap(({ facets }) => facets.behaviours);
  const action = plan.sub_queries.findLastIndex(({ intent }) => intent === "action");
  const ranked = selected
    .filter(
      ({ document }) => document.practice !== undefined && wordingFault(document.practice, persona) === null,
    )
    .map((each, at) => ({
      ...each,
      worth:
        (each.sub_query === action ? 3 : 0) +
        (behaviours.some((behaviour) => each.document.behaviours.includes(behaviour)) ? 2 : 0) +
        (inText.has(each.document.doi) ? 1.5 : 0) -
        at * 0.5,
    }))
    .sort((a, b) => b.worth - a.worth);
  const best = ranked[0]?.document;
  if (best?.practice === undefined) return [];
  const advice = withMarker(best.practice, best);
  const lead =
    isImperative(best.practice) && variant % 2 === 0 ? `One thing to try: ${lowerFirst(advice)}` : advice;
  return [{ role: "practice", document: best, spare: 0, text: lead }];
}

/** What the source itself says it cannot show; only where there is room. */
function caveatSentence({ plan, selected }: ComposeInput, main: readonly Sentence[]): Sentence[] {
  const persona = personaOf(plan);
  const inText = new Set(main.map(({ document }) => document?.doi));
  const source = selected.find(
    ({ document }) =>
      inText.has(document.doi) &&
      document.limits !== undefined &&
      wordingFault(document.limits, persona) === null,
  )?.document;
  if (source?.limits === undefined) return [];
  const text = `A caveat: ${withMarker(lowerFirst(source.limits), source)}`;
  return [{ role: "caveat", document: source, spare: 4, text }];
}
