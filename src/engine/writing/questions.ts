/**
 * Chooses suggested questions: those of guidance entries near what was asked, first those that may
 * answer a part of it, but never one that was just answered. Each has an answer, because its entry
 * is the answer.
 * @module
 */
import { SUGGESTED_QUESTIONS_MAX } from "../../contract/limits.ts";
import type { UserContext } from "../../contract/request.ts";
import type { Measure } from "../../contract/vocabulary.ts";
import type { PartEntries } from "../evidence/gather.ts";
import type { GuidanceEntry } from "../guidance/entry.ts";
import { isNotable } from "../signals/notable.ts";
import type { Retriever, Signals } from "../types.ts";
import { dot } from "../vectors.ts";
import { measuresShownBy } from "./chosen-readings.ts";

export const QUESTIONS_AFTER_ANSWER = 3;
export const QUESTIONS_IN_SHAPE_B = Math.min(4, SUGGESTED_QUESTIONS_MAX);
const NEAREST_READ = 40;
/** From this cosine on, a question asks the same as an answered one or another suggestion. */
const ALIKE_COSINE = 0.8;
/** Added to the cosine of a question about the user's phase, or about a reading that has moved. */
const PHASE_BONUS = 0.05;
const READING_BONUS = 0.04;
/** Below this cosine, a question is about something else. */
const NEAR_MIN = 0.25;

/** An entry that may answer a part of the message is what its writer most likely asks next. */
const ANSWERS_BONUS = 0.5;

export interface QuestionContext {
  /** The message's parts, or the question that the service asks itself, with what was found. */
  evidence: readonly PartEntries[];
  /** The entries that the text is written from. */
  answered: readonly GuidanceEntry[];
  context: UserContext;
  signals: Signals;
}

/** At most `wanted` questions, the nearest first. */
export function suggestedQuestions(
  retriever: Pick<Retriever, "guidanceNear" | "guidanceVector">,
  context: QuestionContext,
  wanted: number,
): string[] {
  const { evidence, answered } = context;
  const vectors = evidence.map(({ part }) => part.vector);
  const vectorOf = ({ id }: GuidanceEntry) => retriever.guidanceVector(id);
  const taken = [...vectors, ...answered.flatMap((entry) => vectorOf(entry) ?? [])];
  const chosen: string[] = [];
  for (const entry of nearestFirst(entryScores(retriever, context))) {
    if (chosen.length === wanted) break;
    const vector = vectorOf(entry);
    if (vector === null || answered.includes(entry)) continue;
    if (taken.some((each) => dot(each, vector) >= ALIKE_COSINE)) continue;
    taken.push(vector);
    chosen.push(entry.question);
  }
  return chosen;
}

/** The entries near the message that fit the user, each with its highest score. */
function entryScores(
  retriever: Pick<Retriever, "guidanceNear">,
  { evidence, context, signals }: QuestionContext,
): Map<GuidanceEntry, number> {
  const moved = new Set<Measure>(
    signals.measures.filter(isNotable).flatMap(({ measure }) => measuresShownBy(measure)),
  );
  const past = context.life_stage === "postmenopause";
  const answers = new Map(
    evidence.flatMap(({ entries }) =>
      entries.map(({ entry, answer_probability }) => [entry, answer_probability] as const),
    ),
  );
  const scores = new Map<GuidanceEntry, number>();
  for (const { entry, cosine } of evidence.flatMap(({ part }) =>
    retriever.guidanceNear(part.vector, NEAREST_READ),
  )) {
    if (!entry.stages.includes(context.life_stage) || cosine < NEAR_MIN) continue;
    const { phases, measures } = entry.about;
    // A question about another phase waits for that phase. After menopause there is no phase.
    if (phases.length > 0 && (past || !phases.includes(context.cycle_phase))) continue;
    const bonus =
      ANSWERS_BONUS * (answers.get(entry) ?? 0) +
      (phases.length > 0 ? PHASE_BONUS : 0) +
      (measures.some((each) => moved.has(each)) ? READING_BONUS : 0);
    scores.set(entry, Math.max(cosine + bonus, scores.get(entry) ?? 0));
  }
  return scores;
}

function nearestFirst(scores: ReadonlyMap<GuidanceEntry, number>): GuidanceEntry[] {
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1))
    .map(([entry]) => entry);
}
