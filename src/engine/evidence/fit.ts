/**
 * How well a document fits what was asked and who is asking. Used to choose and to grade, never to change relevance.
 * @module
 */
import type { Behaviour, LifeStage, Phase } from "../../contract/vocabulary.ts";
import { TRAININGS } from "../question/habits.ts";
import type { Subject } from "../question/lexicon.ts";
import { type Particular, spokenOf } from "../question/particulars.ts";
import type { SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument, Finding } from "../types.ts";

/** Subjects that say something about each other, though not the same thing. */
const KIN: readonly (readonly Subject[])[] = [
  ["sleep_quality", "sleep_duration", "sleep_stages", "sleep_onset", "sleep_timing"],
  ["resting_heart_rate", "heart_rate"],
  ["vo2max", "fitness", "performance", "strength", "cardiovascular_health"],
  ["performance", "perceived_exertion", "recovery", "overreaching", "fatigue", "activity"],
  ["mood", "stress", "anxiety", "pms_symptoms", "quality_of_life"],
  ["respiratory_rate", "breathing", "spo2", "oxygen"],
  ["hot_flashes", "quality_of_life"],
];
const KIN_CREDIT = 0.7;

/** Those of `particulars` that any sentence of the record names. */
export function studiedOf(particulars: readonly Particular[], document: EvidenceDocument): Particular[] {
  const { title, findings, practice = "", limits = "" } = document;
  return spokenOf(
    particulars,
    [title, ...findings.map(({ statement }) => statement), practice, limits].join(". "),
  );
}

/** Whether the question names something by name that the record says nothing of. */
export function missesParticulars(particulars: readonly Particular[], document: EvidenceDocument): boolean {
  return particulars.length > 0 && studiedOf(particulars, document).length === 0;
}

const EITHER_OR = /\b(?:or|vs\.?|versus|rather than|than)\b/i;

/** What a question names that one study rarely speaks of together: each remedy or circumstance, a phase beside a habit, and both habits of an either-or. */
export function namedThings({
  particulars,
  facets,
  asked,
}: SubQuery): ((document: EvidenceDocument) => boolean)[] {
  const habits = EITHER_OR.test(asked) && facets.behaviours.length > 1 ? facets.behaviours : [];
  return [
    ...particulars.map((each) => (document: EvidenceDocument) => studiedOf([each], document).length > 0),
    ...(facets.behaviours.length > 0 && facets.phases.length > 0
      ? [(document: EvidenceDocument) => facets.phases.some((phase) => document.phases.includes(phase))]
      : []),
    ...habits.map((habit) => (document: EvidenceDocument) => document.behaviours.includes(habit)),
  ];
}

export function documentSubjects(document: EvidenceDocument): Set<Subject> {
  return new Set<Subject>([
    ...document.measures,
    ...document.outcomes,
    ...document.findings.flatMap(({ measure, outcome }) => [measure, outcome]).filter((s) => s !== undefined),
  ]);
}

/** 1 where the subject itself is reported, less where only a related one is, else 0. */
export function subjectCredit(asked: Subject, reported: ReadonlySet<Subject>): number {
  if (reported.has(asked)) return 1;
  const related = KIN.some(
    (group) => group.includes(asked) && group.some((subject) => reported.has(subject)),
  );
  return related ? KIN_CREDIT : 0;
}

const NEIGHBOUR_STAGE = 0.6;

/** 1 for her stage or no stated stage, less for the neighbouring stage, 0 for the far one. */
export function stageFit(document: EvidenceDocument, stages: readonly LifeStage[]): number {
  const studied = document.population.life_stage;
  if (studied.length === 0 || stages.some((stage) => studied.includes(stage))) return 1;
  // What is found only after the cycle has begun to change does not carry over to someone whose cycle has not.
  if (stages.every((stage) => stage === "reproductive")) return 0;
  const far =
    stages.every((stage) => stage === "postmenopause") && studied.every((s) => s === "reproductive");
  return far ? 0 : NEIGHBOUR_STAGE;
}

const NO_PHASE_STATED = 0.75;
const OTHER_PHASE = 0.4;

/** 1 where nothing about phases is asked or her phase is studied. */
export function phaseFit(document: EvidenceDocument, phases: readonly Phase[]): number {
  if (phases.length === 0) return 1;
  if (document.phases.length === 0) return NO_PHASE_STATED;
  return phases.some((phase) => document.phases.includes(phase)) ? 1 : OTHER_PHASE;
}

const SEX_FIT = { female: 1, mixed: 0.9, male: 0.6 } as const;

export function sexFit(document: EvidenceDocument): number {
  return SEX_FIT[document.population.sex];
}

/** Pooled and randomised evidence first where several documents say the same. */
const DESIGN_FIT: Record<string, number> = {
  "meta-analysis": 1.2,
  "systematic review": 1.15,
  guideline: 1.1,
  "randomised trial": 1.1,
  "crossover trial": 1.05,
  cohort: 1.05,
  "cross-sectional": 0.95,
  "qualitative study": 0.85,
};
const SMALL_SAMPLE = 30;
const SMALL_SAMPLE_FIT = 0.85;

/** Used to choose between documents only. */
export function designFit(document: EvidenceDocument): number {
  const { n } = document.population;
  return (DESIGN_FIT[document.design] ?? 1) * (n !== undefined && n < SMALL_SAMPLE ? SMALL_SAMPLE_FIT : 1);
}

/** Less of these is better; of all other subjects more is. */
const LESS_IS_BETTER: ReadonlySet<Subject> = new Set<Subject>([
  "resting_heart_rate",
  "heart_rate",
  "blood_pressure",
  "fatigue",
  "stress",
  "anxiety",
  "pms_symptoms",
  "menstrual_pain",
  "hot_flashes",
  "perceived_exertion",
  "sleep_onset",
  "overreaching",
]);

/** Does a finding report the change one would want of its subject? */
export function isWanted({ effect, outcome, measure }: Finding): boolean {
  const subject = outcome ?? measure;
  return subject !== undefined && effect === (LESS_IS_BETTER.has(subject) ? "decrease" : "increase");
}

const TRAINING_KIN: ReadonlySet<Behaviour> = new Set<Behaviour>([...TRAININGS, "hrv_guided_training"]);
const OTHER_KIN: readonly (readonly Behaviour[])[] = [
  ["cbt", "cbt_i"],
  ["sleep_hygiene", "sleep_timing"],
];

/** 1 where a study looked at the habit itself, less where only at another of its kind, else 0. */
export function behaviourCredit(asked: Behaviour, { behaviours }: EvidenceDocument): number {
  if (behaviours.includes(asked)) return 1;
  const trains = (each: Behaviour) => TRAINING_KIN.has(each);
  // When one trains is asked of any training; a study of waking early is none of lifting.
  if ((trains(asked) || asked === "exercise_timing") && behaviours.some(trains)) return KIN_CREDIT;
  const kin = OTHER_KIN.some(
    (group) => group.includes(asked) && group.some((each) => behaviours.includes(each)),
  );
  return kin ? KIN_CREDIT : 0;
}

/** What people live with or are better off with less of; a benefit found for these is not advice. */
export const NO_REMEDY: ReadonlySet<Behaviour> = new Set<Behaviour>([
  "alcohol",
  "smoking",
  "caffeine",
  "screens",
  "shift_work",
  "travel",
  "altitude",
]);

/** Did the source look at something one could take up? What was asked about by name always counts; who was only measured tried nothing. */
export function triedRemedy(document: EvidenceDocument, asked: readonly Behaviour[]): boolean {
  return document.behaviours.some(
    (behaviour) => asked.includes(behaviour) || (behaviour !== "self_tracking" && !NO_REMEDY.has(behaviour)),
  );
}
