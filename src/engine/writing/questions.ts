/**
 * Suggested questions: from the bank, nearest to what this answer is about, each checked to be answerable.
 *
 * The check runs the same plan, search, reranking and grading as a real question, over fewer candidates. Its result
 * depends only on the question, the persona and the models and corpus of this engine, so it is remembered: the same
 * request gets the same questions whether or not they were checked before.
 * @module
 */

import { SUGGESTED_QUESTIONS_MAX } from "../../contract/limits.ts";
import type { UserContext } from "../../contract/request.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import { documentSubjects } from "../evidence/fit.ts";
import { laterStage } from "../question/context.ts";
import { fold } from "../question/fold.ts";
import { TRAININGS } from "../question/habits.ts";
import type { Subject } from "../question/lexicon.ts";
import { meantSubjects } from "../question/names.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import { type BankQuestion, QUESTION_BANK } from "./question-bank.ts";

/** After an answer a few ways on are enough; where questions are the answer, there are more. */
export const QUESTIONS_AFTER_ANSWER = 3;
export const QUESTIONS_IN_SHAPE_B = Math.min(4, SUGGESTED_QUESTIONS_MAX);
/** What the bank asks, in its order. */
export const BANK_TEXTS: readonly string[] = QUESTION_BANK.map(({ text }) => text);
/** Checks cost inference, so the far end of the bank is only looked at while nothing has passed yet. */
const CHECKS_MAX = 8;

const SAME_SUBJECT = 3;
const SIDE_SUBJECT = 2;
const SAME_HABIT = 4;
const KINDRED_HABIT = 1.5;
/** What the sources of the answer are about counts less than what she asked about. */
const OF_SOURCES = 0.4;
/** A cosine that says nothing, and what one more than that is worth: 0.7 to what she asked is as good as the same habit. */
const FAR = 0.35;
const CLOSE = 12;
/** Below this a question is about something else, whatever labels they share: exercise eases cramps, but steps were what she asked about. */
const BESIDE_THE_POINT = 0.15;
/** She has just been told the answer to a question as near as this to hers. */
const ALIKE = 0.8;
/** What is about her phase or stage wins among questions that are otherwise as near; her phase is aside where she asked of nothing like it. */
const HER_PHASE = 0.5;
const HER_STAGE = 0.4;
const PHASE_ASIDE = -2;
/** Habits that someone who asks about one may well wonder about next. */
const KINDRED: readonly (readonly Behaviour[])[] = [
  ["alcohol", "caffeine", "meal_timing", "diet_quality", "hydration", "magnesium"],
  ["screens", "light_exposure", "sleep_timing", "sleep_hygiene", "naps", "travel", "shift_work"],
  [...TRAININGS, "exercise_timing", "recovery"],
  ["slow_breathing", "mindfulness", "yoga", "relaxation", "stress_management"],
  ["heat_exposure", "cold_exposure", "cooling"],
];

/**
 * Bank questions that fit this person, the nearest to what she asked and to the sources of the answer first. Only those that have to do with either;
 * where she named nothing that is known here and there is no answer, what else there is to ask is better than nothing.
 * @param sources none where there is no answer
 * @param cosines of each question of the bank to what she asked, in their order; none where she asked nothing
 */
export function rankQuestions(
  plan: SearchPlan,
  context: UserContext,
  query: string | null,
  sources: readonly EvidenceDocument[],
  cosines: readonly number[],
): BankQuestion[] {
  const subjects = [...new Set(plan.sub_queries.flatMap(({ facets }) => meantSubjects(facets)))];
  const behaviours = new Set(plan.sub_queries.flatMap(({ facets }) => facets.behaviours));
  const kin = new Set(KINDRED.filter((group) => group.some((each) => behaviours.has(each))).flat());
  const cycleMeant =
    query === null || plan.sub_queries.some(({ facets }) => facets.cycle || facets.phases.length > 0);
  const phaseWorth = cycleMeant ? (behaviours.size > 0 ? 0 : HER_PHASE) : PHASE_ASIDE;
  const stageWorth = behaviours.size > 0 ? 0 : HER_STAGE;
  const asked = query === null ? null : fold(query);
  const stage = (query === null ? null : laterStage(query)) ?? context.life_stage;
  const toldSubjects = [...new Set(sources.flatMap((document) => [...documentSubjects(document)]))];
  const toldBehaviours = new Set(sources.flatMap(({ behaviours }) => behaviours));
  const answered = query !== null && sources.length > 0;
  const ranked = [...QUESTION_BANK.entries()]
    .filter(
      ([, { text, stages, phases }]) =>
        (stages.length === 0 || stages.includes(stage)) &&
        (phases.length === 0 || phases.includes(context.cycle_phase)) &&
        (asked === null || fold(text) !== asked),
    )
    .filter(([at]) => !answered || (cosines[at] ?? 0) < ALIKE)
    .map(([at, question]) => {
      const near =
        nearness(question, subjects, behaviours, kin) +
        CLOSE * Math.max(0, (cosines[at] ?? 0) - FAR) +
        OF_SOURCES * nearness(question, toldSubjects, toldBehaviours, NO_KIN);
      const personal =
        phaseWorth * Number(question.phases.length > 0) + stageWorth * Number(question.stages.length > 0);
      const beside = query !== null && (cosines[at] ?? 0) < BESIDE_THE_POINT;
      return { question, at, near: beside ? 0 : near, worth: near + personal };
    })
    .sort((a, b) => b.worth - a.worth || a.at - b.at);
  const related = ranked.filter(({ near }) => near > 0);
  const named =
    subjects.length + behaviours.size > 0 ||
    plan.sub_queries.some(({ particulars }) => particulars.length > 0);
  const all = query === null || (sources.length === 0 && related.length === 0 && !named);
  return (all ? ranked : related).map(({ question }) => question);
}

const NO_KIN: ReadonlySet<Behaviour> = new Set();

function nearness(
  question: BankQuestion,
  subjects: readonly Subject[],
  behaviours: ReadonlySet<Behaviour>,
  kin: ReadonlySet<Behaviour>,
): number {
  const about = question.subjects.findIndex((subject) => subjects.includes(subject));
  const subject = about < 0 ? 0 : about === 0 ? SAME_SUBJECT : SIDE_SUBJECT;
  if (question.behaviours.some((behaviour) => behaviours.has(behaviour))) return subject + SAME_HABIT;
  return subject + (question.behaviours.some((behaviour) => kin.has(behaviour)) ? KINDRED_HABIT : 0);
}

/** The first `wanted` that pass; in Shape B the search goes on until at least one does. */
export async function answerableQuestions(
  ranked: readonly BankQuestion[],
  wanted: number,
  atLeastOne: boolean,
  isAnswerable: (question: string) => Promise<boolean>,
  asked: ReadonlySet<Behaviour> = new Set(),
): Promise<string[]> {
  const offered: string[] = [];
  const behaviours = new Set<string>();
  for (const [checked, { text, behaviours: about }] of ranked.entries()) {
    if (offered.length === wanted) break;
    if (checked >= CHECKS_MAX && !(atLeastOne && offered.length === 0)) break;
    // Two questions about the same habit would be one too many, unless it is what she asked about.
    if (about.some((behaviour) => behaviours.has(behaviour) && !asked.has(behaviour))) continue;
    if (!(await isAnswerable(text))) continue;
    offered.push(text);
    for (const behaviour of about) behaviours.add(behaviour);
  }
  return offered;
}
