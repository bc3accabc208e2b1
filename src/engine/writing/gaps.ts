/**
 * What she asked about by name and no source of the text looked at is said, rather than left for her to find out.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";
import { documentSubjects, studiedOf, subjectCredit } from "../evidence/fit.ts";
import { detectFacets, statedFacets } from "../question/facets.ts";
import type { Subject } from "../question/lexicon.ts";
import { READING_NAME, SUBJECT_NAME } from "../question/names.ts";
import { askingOf } from "../question/parts.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import { plain, type Sentence } from "./draft.ts";
import { type Persona, wordingFault } from "./wording.ts";

const NAMED_MAX = 2;
/** What is asked about as itself: a study of something akin is easily taken for an answer, too. */
const AS_ITSELF: ReadonlySet<Subject> = new Set<Subject>([
  "strength",
  "vo2max",
  "bone_health",
  "blood_pressure",
  "anxiety",
  "menstrual_pain",
]);
/** The same where nothing else is asked about; beside something else they are often only how she is. */
const ALONE: ReadonlySet<Subject> = new Set<Subject>(["stress", "fatigue"]);
/** "Muscle" may mean how much there is of it. */
const MUSCLE_ALONE = /^(?!.*\b(?:stren|strong|weak|power|lift)).*\bmuscles?\b/i;
/** Taken for its own sake: what another does says nothing of it. */
const TAKEN: Partial<Record<Behaviour, string>> = {
  vitamin_d: "vitamin D",
  magnesium: "magnesium",
  omega_3: "omega-3",
  calcium: "calcium",
  iron: "iron",
  isoflavones: "isoflavones",
};
/** Who asks how she sleeps means both. */
const OF_NIGHTS: ReadonlySet<Subject> = new Set<Subject>(["sleep_quality", "sleep_duration"]);
const SLEEP = "sleep at night";

export interface Gap {
  sentence: Sentence;
  /** Nothing of what she asked about by name was looked at, or not the state she is in: the text had better begin with that. */
  first: boolean;
}

const OF_MENOPAUSE = /menopaus|\bperi\b/i;

/** Phases that she named beside a habit, and a stage she named: what is found for anyone is easily taken for them. */
function unstudiedTimes({ sub_queries }: SearchPlan, sources: readonly EvidenceDocument[]): string[] {
  const besideHabit = sub_queries.some(({ facets }) => facets.behaviours.length > 0);
  // What she only tells ("my period woke me") is not asked about.
  const phases = besideHabit ? sub_queries.flatMap(({ asked }) => detectFacets(askingOf(asked)).phases) : [];
  const noPhase = phases.length > 0 && sources.every((document) => document.phases.length === 0);
  const ofMenopause = ({ population: { life_stage } }: EvidenceDocument) =>
    life_stage.some((stage) => stage !== "reproductive");
  const noStage = sub_queries.some(({ asked }) => OF_MENOPAUSE.test(asked)) && !sources.some(ofMenopause);
  return [noPhase ? "phases of the cycle" : [], noStage ? "women around or after menopause" : []].flat();
}

/**
 * Null where the sources of the text speak of all that she named, or she named nothing of the kind.
 * @param told all that is in the text or in reserve
 * @param found what studies found, as it stands in the text
 */
export function gapOf(
  plan: SearchPlan,
  told: readonly Sentence[],
  found: readonly Sentence[],
  persona: Persona,
): Gap | null {
  if (plan.shape === "B") return null;
  const { sub_queries } = plan;
  const sources = told.flatMap(({ document }): EvidenceDocument[] => (document === null ? [] : [document]));
  const named = [...new Set(sub_queries.flatMap(({ particulars }) => particulars))];
  const studied = new Set(sources.flatMap((document) => studiedOf(named, document)));
  const missing = named.filter((each) => !studied.has(each));
  // One reading is no other, and a study of another is easily taken for an answer.
  const subjects = [...new Set(sub_queries.flatMap(({ facets }) => facets.subjects))];
  const isAlone = subjects.length === 1 && named.length === 0;
  const asItself = (subject: Subject) => AS_ITSELF.has(subject) || (isAlone && ALONE.has(subject));
  // Who is hot at night asks about flushes, not about a reading.
  const isFelt = (subject: Subject) => subject === "temperature" && subjects.includes("hot_flashes");
  const asked = subjects.filter(
    (subject) =>
      (READING_NAME[subject] !== undefined && !isFelt(subject)) ||
      (asItself(subject) &&
        !(subject === "strength" && sub_queries.some(({ asked }) => MUSCLE_ALONE.test(asked)))),
  );
  // Whatever a study was labelled with, what its sentences speak of in the text was looked at.
  const spoken = new Set(found.flatMap(({ text }) => statedFacets(text).subjects));
  const sleeps = found.some(({ text }) => /(?<!\b(?:during|in|of) )\bsleep/i.test(text));
  const isSpoken = (subject: Subject) => spoken.has(subject) || (OF_NIGHTS.has(subject) && sleeps);
  const unread = asked.filter(
    (subject) =>
      !isSpoken(subject) &&
      sources.every((document) => {
        const credit = subjectCredit(subject, documentSubjects(document));
        return asItself(subject) ? credit < 1 : credit === 0;
      }),
  );
  const readings = unread.map((subject) => (OF_NIGHTS.has(subject) ? SLEEP : SUBJECT_NAME[subject]));
  const untaken = sub_queries
    .flatMap(({ facets }) => facets.behaviours)
    .filter((habit) => sources.every(({ behaviours }) => !behaviours.includes(habit)))
    .flatMap((habit) => TAKEN[habit] ?? []);
  const when = unstudiedTimes(plan, sources);
  const names = [...new Set([...missing.map(({ name }) => name), ...untaken, ...readings, ...when])]
    .filter((name) => wordingFault(name, persona) === null)
    .slice(0, NAMED_MAX);
  if (names.length === 0) return null;
  return {
    sentence: plain("finding", `None of the studies used here looked at ${names.join(" or ")}.`, 0),
    first:
      untaken.length > 0 ||
      (missing.length > 0 && (missing.length === named.length || missing.some(({ care }) => care))),
  };
}
