/**
 * Which of her own readings a text speaks of, and how: those asked for, those that the findings told report, none that has nothing to do with either.
 * @module
 */
import type { Phase } from "../../contract/vocabulary.ts";
import { subjectCredit } from "../evidence/fit.ts";
import { withoutAges } from "../question/ages.ts";
import type { Subject } from "../question/lexicon.ts";
import { READING_NAME, SUBJECT_OF } from "../question/names.ts";
import { isNotable } from "../question/notable.ts";
import type { SearchPlan, SubQuery } from "../question/search-plan.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { FEW_NIGHTS } from "./closings.ts";
import { plain, type Sentence } from "./draft.ts";
import {
  asideSentence,
  besideSentence,
  contextSentence,
  leadSentence,
  missingSentence,
  otherNightsSentence,
  premiseSentence,
  readingSentence,
} from "./own-data.ts";
import { premiseOf } from "./premise.ts";

const SIGNALS_BESIDE_MAX = 2;
const HEART_RATES: readonly SignalMeasure[] = [
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "resting_heart_rate_bpm",
];
/** The `spare` of a sentence that goes wherever it can. */
export const ASIDE = 9;

export interface DataSentences {
  sentences: Sentence[];
  /** Whether they compare a reading with her own nights, as far as one that is not about the question does not count. */
  compared: boolean;
}

/** Where she asks how or why something of hers is, or what she can do about it; what a habit does is told by the studies first. */
export function readingsFirst(plan: SearchPlan): boolean {
  const [first] = plan.sub_queries;
  if (plan.shape === "B") return true;
  if (first === undefined || plan.signals_asked === 0 || ofDevices(plan)) return false;
  return first.intent === "cause" || (first.intent === "action" && first.facets.behaviours.length === 0);
}

/**
 * @param reported what the findings told report
 * @param variant chooses among equal wordings
 */
export function dataSentences(
  plan: SearchPlan,
  reported: ReadonlySet<Subject>,
  variant: number,
): DataSentences {
  const [first, ...others] = plan.signals;
  if (!first) return { sentences: [], compared: false };
  const aside = { sentences: [plain("data", asideSentence(first), ASIDE)], compared: false };
  if (ofDevices(plan) || onlyOfSomebodyElse(plan)) return aside;
  if (plan.signals_asked > 0 && saysOtherwise(plan, first))
    return { sentences: [plain("data", otherNightsSentence(first), 0)], compared: false };
  const compared = first.baseline !== null;
  const beside = besideSignals(plan, first, others);
  const asked = plan.signals_asked > 0;
  // Where she asked nothing, what else has moved is told before a third study.
  const more = beside.length > 0 ? [plain("data", besideSentence(beside), plan.shape === "B" ? 1 : 3)] : [];
  // What stands out among all is said where nothing was named.
  if (plan.shape === "B" || (asked && plan.fallback !== null))
    return { sentences: [plain("data", leadSentence(first, phaseOf(plan)), 0), ...more], compared };
  const few = plain("data", FEW_NIGHTS, 2);
  if (readingsFirst(plan)) {
    const lead = plain("data", deniedPremise(plan, first) ?? readingSentence(first, variant), 0);
    return { sentences: [lead, ...(compared ? more : [few])], compared };
  }
  const missing = asked ? null : missingReading(plan);
  if (missing !== null) return { sentences: [plain("data", missingSentence(missing), 1)], compared: false };
  if (!asked && !isExplained(plan, first, reported)) return aside;
  const own = plain("data", contextSentence(first), 0);
  return { sentences: [own, ...(compared ? (plan.signals_asked > 1 ? more : []) : [few])], compared };
}

/** Whether a reading she did not ask about has to do with what she asked: the studies report it, or it says why she feels drained. */
function isExplained(plan: SearchPlan, signal: MeasureSignal, reported: ReadonlySet<Subject>): boolean {
  if (plan.signals_kindred === 0 || ofSomebodyElse(plan)) return false;
  const explains = isNotable(signal) && plan.sub_queries.some(complains);
  return explains || subjectCredit(SUBJECT_OF[signal.measure], reported) > 0;
}

const COMPLAINTS: ReadonlySet<Subject> = new Set<Subject>(["fatigue", "mood"]);

function complains({ facets }: SubQuery): boolean {
  return facets.subjects.some((subject) => COMPLAINTS.has(subject));
}

/** Says so where the first part that takes her reading for low or high is wrong; a question about another phase says nothing about the readings of now. */
function deniedPremise({ sub_queries, current_phase }: SearchPlan, signal: MeasureSignal): string | null {
  for (const query of sub_queries) {
    const { phases } = query.facets;
    const otherPhase = phases.length > 0 && current_phase !== null && !phases.includes(current_phase);
    const way = otherPhase ? null : premiseOf(query, signal.measure);
    if (way !== null) return premiseSentence(signal, way);
  }
  return null;
}

const SOMEBODY_ELSE =
  /\b(?:my|our) (?:\w+ ){0,2}(?:daughter|son|mum|mom|mother|sister|husband|wife|partner|boyfriend|girlfriend|friend|dad|father|kid)s?\b(?! (?:always )?(?:says?|said|thinks?|reckons?|tells? me|told me|claims?|swears?|insists?)\b)/gi;
const HERSELF = /\b(?:i|im|me|my|mine|myself)\b/i;

/** "My daughter sleeps badly": the readings are not hers. */
function ofSomebodyElse({ sub_queries }: SearchPlan): boolean {
  return sub_queries.some(({ asked }) => asked.search(SOMEBODY_ELSE) >= 0);
}

/** "Why is my husband's pulse so high?" has nothing of hers. */
function onlyOfSomebodyElse(plan: SearchPlan): boolean {
  return (
    ofSomebodyElse(plan) &&
    plan.sub_queries.every(({ asked }) => !HERSELF.test(asked.replace(SOMEBODY_ELSE, "")))
  );
}

/** Whether trackers tell the truth, or do one good, is not answered by what one of them shows; "my watch says my HRV is low, why?" is. */
function ofDevices({ sub_queries }: SearchPlan): boolean {
  return sub_queries.some(
    ({ intent, facets: { subjects, behaviours } }) =>
      subjects.includes("measurement_validity") ||
      (behaviours.includes("self_tracking") &&
        subjects.includes("anxiety") &&
        !(intent === "cause" && subjects.some((subject) => READING_NAME[subject] !== undefined))),
  );
}

/** Numbers of a question without its ages that may be readings: no days, times, doses or distances. */
const FIGURE =
  /(?<!\b(?:day|cd|vo2 ?max(?: is| was| of| at)?) )(?<![\d.,:+-])\b\d{2,3}\b(?![.,:]\d|-| ?(?:%|percent|years?|yrs?|min|h\b|hours?|[ap]m\b|days?|weeks?|months?|nights?|mg|g\b|k\b|km|miles?|laps?|kg|lbs?|pounds|reps?|times|steps|degrees|women|people))/gi;
const IN_FIGURES: ReadonlySet<SignalMeasure> = new Set<SignalMeasure>(["hrv_rmssd_ms", ...HEART_RATES]);
/** What could be a level of hers at all, as a share of the recorded one, and what is as good as it. */
const FIGURE_MIN = 0.4;
const FIGURE_MAX = 2.5;
const AS_GOOD_AS = 0.12;

function near(figure: number, level: number): boolean {
  return Math.abs(figure - level) <= AS_GOOD_AS * level;
}

/** "64 instead of 56", "from 58 to 71", "now it's 29": the level she means is of now. */
const OF_NOW =
  /(?<!\d)(\d{2,3}) (?:ms |bpm )?(?:instead of|rather than|not(?= my)) (?:my |the )?(?:usual |normal )?\d{2,3}\b(?! ?%)|\bfrom (?:about |around |roughly )?\d{2,3} (?:\w+ ){0,2}to (?:about |around |like |roughly )?(\d{2,3})\b(?! ?%)|\bnow (?:it['’]?s |its |it is |at |about |around |only |down to |up to |sits? at ){0,3}(\d{2,3})\b(?! ?%)/i;

const SECONDS_PER_HOUR = 3_600;
/** "I sleep only 5 hours." */
const HOURS_SLEPT =
  /\b(?:(?:sleep|slept|sleeping)(?: (?:only|just|about|around|maybe|like|barely|nearly|almost|roughly|for|a|good|solid|full))* (\d{1,2}(?:\.\d)?) ?(?:h|hrs?|hours?)\b(?! (?:less|more|later|earlier|before|after|ago|shorter|longer|nap))|(?:get|got|getting|had|managed)(?: (?:only|just|about|around|maybe|like|barely|nearly|almost|roughly|a|good|solid|full))* (\d{1,2}(?:\.\d)?) ?(?:h|hrs?|hours?) (?:of )?sleep\b)/gi;

/** She says how long she sleeps, and her nights were of another length. */
function sleepsOtherwise({ sub_queries }: SearchPlan, { recent, baseline }: MeasureSignal): boolean {
  const said = sub_queries.flatMap(({ asked }) =>
    [...asked.matchAll(HOURS_SLEPT)].map(([, slept, got]) => Number(slept ?? got) * SECONDS_PER_HOUR),
  );
  return (
    said.length > 0 &&
    !said.some((seconds) => near(seconds, recent) || (baseline !== null && near(seconds, baseline)))
  );
}

/** She names levels, and none of them, or not that of now, is what her device has sent. */
function saysOtherwise(plan: SearchPlan, signal: MeasureSignal): boolean {
  const { sub_queries, signals } = plan;
  const { measure, recent, baseline } = signal;
  if (measure === "total_sleep_s") return !ofSomebodyElse(plan) && sleepsOtherwise(plan, signal);
  if (!IN_FIGURES.has(measure) || sub_queries.some(({ asked }) => asked.search(SOMEBODY_ELSE) >= 0))
    return false;
  const ofAnother = (figure: number) =>
    signals.some(
      (other) => other.measure !== measure && IN_FIGURES.has(other.measure) && near(figure, other.recent),
    );
  const texts = sub_queries.map(({ asked }) => withoutAges(asked));
  const figures = texts
    .flatMap((text) => text.match(FIGURE) ?? [])
    .map(Number)
    .filter((figure) => figure >= FIGURE_MIN * recent && figure <= FIGURE_MAX * recent);
  const [, ...levels] = texts.map((text) => OF_NOW.exec(text)).find(Boolean) ?? [];
  const latest = Number(levels.find((level) => level !== undefined));
  if (figures.includes(latest)) return !near(latest, recent);
  return (
    figures.length > 0 &&
    !figures.some((figure) => near(figure, recent) || (baseline !== null && near(figure, baseline))) &&
    !figures.every(ofAnother)
  );
}

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
  // Beside a reading of sleep only its like are told, and beside one of the heart, unless she asked nothing.
  const sleep = new Set<Subject>(["sleep_quality"]);
  const ofSleep = (signal: MeasureSignal) => subjectCredit(SUBJECT_OF[signal.measure], sleep) > 0;
  const moved = others.filter(
    (signal) =>
      isNotable(signal) &&
      !asked.includes(signal) &&
      (plan.shape === "B" || ofSleep(signal) === ofSleep(first)),
  );
  // What she named is told, moved or not, before what she did not.
  const named = new Set(plan.sub_queries.flatMap(({ facets }) => facets.subjects));
  const still = asked.filter((signal) => !isNotable(signal));
  const isNamed = (signal: MeasureSignal) => named.has(SUBJECT_OF[signal.measure]);
  return [
    ...still.filter((signal) => isNamed(signal) && !named.has(SUBJECT_OF[first.measure])),
    ...asked.filter(isNotable),
    ...still.filter(isNamed),
    ...moved,
    ...still,
  ]
    .filter((signal, at, all) => all.indexOf(signal) === at)
    .filter((signal) => signal.baseline !== null && !sameThing(signal, first))
    .slice(0, SIGNALS_BESIDE_MAX);
}

function sameThing(a: MeasureSignal, b: MeasureSignal): boolean {
  return a.measure === b.measure || (HEART_RATES.includes(a.measure) && HEART_RATES.includes(b.measure));
}
