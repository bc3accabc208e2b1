/**
 * One thing to do, and what its source cannot show.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";
import { documentSubjects, NO_REMEDY, subjectCredit } from "../evidence/fit.ts";
import type { SentenceNearness } from "../evidence/nearness.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import { DECISIVE_SUBJECTS } from "../question/decisive.ts";
import { statedFacets } from "../question/facets.ts";
import { TRAININGS, withoutTracking } from "../question/habits.ts";
import { SUBJECT_OF } from "../question/names.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import type { Sentence } from "./draft.ts";
import { isImperative, isOfSpecialPeople, lowerFirst, personaOf, withMarker } from "./sentences.ts";
import { wordingFault } from "./wording.ts";

const ANSWERS_ACTION = 3;
const NAMES_BEHAVIOUR = 2;
const NAMES_SUBJECT = 3;
/** Advice of a study that the text says nothing of answers to no finding in it. */
const ALREADY_CITED = 4;
const LATER_DOCUMENT = 0.4;
/** What a cosine of 1 to the question is worth, above what advice from a study that answers usually has. */
const NEARNESS_WORTH = 20;
const NEARNESS_USUAL = 0.45;
/** Advice that rests on something about her that nobody said. */
const SUPPOSES =
  /\bif (?:you (?:are|work|smoke|take|use|lean|drink|race|compete|live|train|rely|reach|vape|swim|run|sleep well|read|watch)|drinking|smoking)\b|\bvaccinat|\ba man['’]s\b/i;
/** "One thing to try: do not …" is none. */
const FORBIDS = /^do not\b/i;
/** Advice for one direction is out of place where the reading has moved the other way. */
const OF_RISE = /\b(?:up|rises?|raised|higher|warmer|faster|increases?d?|above)\b/i;
const OF_FALL = /\b(?:low|lower|falls?|drops?|dips?|down|below)\b/i;
const OTHER_HABIT = 1;
const OF_DECISIVE = 2;
const NAMES_READING = 3;
const OTHER_PHASE = 9;
/** Advice for days of the cycle that nobody asked about. */
const NOT_NOW = 3;
/** A drink or a smoke nobody spoke of. */
const UNASKED_VICE = 3;
const SUPPOSES_MUCH = 2;

/** The advice that speaks of what was asked; from a document of the text where it can be. */
export function practiceSentence(
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
  inText: ReadonlySet<string>,
  nearness: SentenceNearness,
  variant: number,
): Sentence[] {
  const persona = personaOf(plan);
  const behaviours = plan.sub_queries.flatMap(({ facets }) => facets.behaviours);
  const subjects = plan.sub_queries.flatMap(({ facets }) => facets.subjects);
  // Around the period is when cramps are eased, whatever phase she asks in.
  const phasesMeant =
    plan.shape === "B" ? plan.phases : plan.sub_queries.flatMap(({ facets }) => facets.phases);
  const action = plan.sub_queries.findLastIndex(({ intent }) => intent === "action");
  const [top] = plan.signals;
  const reading =
    top !== undefined && plan.signals_asked + plan.signals_kindred > 0 ? SUBJECT_OF[top.measure] : null;
  const usable = selected.flatMap(({ document, sub_query }, at) => {
    const { practice } = document;
    if (practice === undefined || wordingFault(practice, persona) !== null) return [];
    if (opposes(practice, plan) || supposesHabit(practice, behaviours)) return [];
    return [{ document, practice, sub_query, at }];
  });
  const ofHabit = usable.filter(({ document }) =>
    document.behaviours.some((behaviour) => behaviours.includes(behaviour)),
  );
  const best = (ofHabit.length > 0 ? ofHabit : usable)
    .flatMap(({ document, practice, sub_query, at }) => {
      const named = statedFacets(practice);
      const about = new Set(named.subjects);
      const decisive = subjects.some(
        (asked) => DECISIVE_SUBJECTS.has(asked) && documentSubjects(document).has(asked),
      );
      const answers =
        subjects.length === 0 ||
        decisive ||
        named.subjects.length + named.behaviours.length === 0 ||
        subjects.some((asked) => subjectCredit(asked, about) > 0) ||
        behaviours.some((asked) => named.behaviours.includes(asked));
      // Advice about something else is worse than none, unless it is what helps.
      if (!answers && sub_query !== action) return [];
      const worth =
        (sub_query === action ? ANSWERS_ACTION : 0) +
        (behaviours.some((asked) => named.behaviours.includes(asked)) ? NAMES_BEHAVIOUR : 0) +
        (decisive ? OF_DECISIVE : 0) +
        (reading === null ? 0 : NAMES_READING * subjectCredit(reading, about)) -
        (named.phases.length > 0 && !named.phases.some((phase) => phasesMeant.includes(phase))
          ? phasesMeant.length > 0
            ? OTHER_PHASE
            : NOT_NOW
          : 0) +
        NAMES_SUBJECT * Math.max(Number(decisive), ...subjects.map((asked) => subjectCredit(asked, about))) +
        NEARNESS_WORTH * ((nearness.get(practice) ?? 0) - NEARNESS_USUAL) +
        (inText.has(document.doi) ? ALREADY_CITED : 0) -
        (named.behaviours.some((each) => NO_REMEDY.has(each) && !behaviours.includes(each))
          ? UNASKED_VICE
          : 0) -
        (behaviours.length > 0
          ? OTHER_HABIT * named.behaviours.filter((behaviour) => !behaviours.includes(behaviour)).length
          : 0) -
        ((SUPPOSES.test(practice) && !behaviours.some((asked) => named.behaviours.includes(asked))) ||
        isOfSpecialPeople(practice, persona)
          ? SUPPOSES_MUCH
          : 0) -
        at * LATER_DOCUMENT;
      return [{ document, practice, worth }];
    })
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)[0];
  if (!best) return [];
  const advice = withMarker(best.practice, best.document);
  const led = isImperative(best.practice) && !FORBIDS.test(best.practice) && variant % 2 === 0;
  const text = led ? `One thing to try: ${lowerFirst(advice)}` : advice;
  return [{ role: "practice", document: best.document, spare: 0, text }];
}

/** What is done in many ways and asked about in any. */
const TRAINING: ReadonlySet<Behaviour> = new Set<Behaviour>([
  ...TRAININGS,
  "hrv_guided_training",
  "exercise_timing",
  "recovery",
]);

/** "If you smoke, …" to somebody who has not said so. */
function supposesHabit(practice: string, asked: readonly Behaviour[]): boolean {
  const [clause] = /\bif you [^,]+,/i.exec(practice) ?? [];
  if (clause === undefined) return false;
  const supposed = withoutTracking(statedFacets(clause).behaviours);
  const trains = asked.some((each) => TRAINING.has(each));
  return (
    supposed.length > 0 && !supposed.some((each) => asked.includes(each) || (trains && TRAINING.has(each)))
  );
}

function opposes(practice: string, { shape, signals }: SearchPlan): boolean {
  const [top] = signals;
  if (shape !== "B" || top === undefined) return false;
  if (top.direction === "lower") return OF_RISE.test(practice) && !OF_FALL.test(practice);
  return top.direction === "higher" && OF_FALL.test(practice) && !OF_RISE.test(practice);
}

/** What a source of the text itself says it cannot show. */
export function caveatSentence(
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
  inText: ReadonlySet<string>,
  lead: EvidenceDocument | null,
): Sentence[] {
  const persona = personaOf(plan);
  // Of what is told first, then of the rest.
  for (const { document } of [...selected].sort(
    (a, b) => Number(b.document === lead) - Number(a.document === lead),
  )) {
    const { doi, limits } = document;
    if (limits === undefined || !inText.has(doi) || wordingFault(limits, persona) !== null) continue;
    const text = `A caveat: ${lowerFirst(withMarker(limits, document))}`;
    return [{ role: "caveat", document, spare: 4, text }];
  }
  return [];
}
