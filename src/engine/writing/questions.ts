/**
 * Suggested questions: those of guidance entries near what was asked and answered, never one that
 * was just answered. An entry's question is answerable by itself: the entry is its answer.
 * @module
 */
import { SUGGESTED_QUESTIONS_MAX } from "../../contract/limits.ts";
import type { UserContext } from "../../contract/request.ts";
import type { Measure } from "../../contract/vocabulary.ts";
import type { GuidanceEntry } from "../guidance/entry.ts";
import type { Retriever, Signals } from "../types.ts";
import { dot } from "../vectors.ts";
import { isNotable } from "./notable.ts";
import { shownBy } from "./readings.ts";

export const QUESTIONS_AFTER_ANSWER = 3;
export const QUESTIONS_IN_SHAPE_B = Math.min(4, SUGGESTED_QUESTIONS_MAX);
const NEAR_LOOKED_AT = 40;
/** A question as near as this to one that was answered, or to another suggestion, asks the same. */
const ALIKE_COSINE = 0.8;
/** What about her phase, or about a reading that has moved, is worth in cosine. */
const HER_PHASE = 0.05;
const HER_READING = 0.04;
/** What is further away than this from what she asked is about something else. */
const NEAR_MIN = 0.25;

export interface Around {
  /** Of the message, or of what the service asks in her place. */
  vectors: readonly Float32Array[];
  /** Entries that the text is written from. */
  answered: readonly GuidanceEntry[];
  context: UserContext;
  signals: Signals;
}

/** At most `wanted` questions, the nearest first. */
export function suggestedQuestions(
  retriever: Pick<Retriever, "guidanceNear" | "guidanceVector">,
  { vectors, answered, context, signals }: Around,
  wanted: number,
): string[] {
  const moved = new Set<Measure>(
    signals.measures.filter(isNotable).flatMap(({ measure }) => shownBy(measure)),
  );
  const past = context.life_stage === "postmenopause";
  const worth = new Map<GuidanceEntry, number>();
  for (const vector of vectors)
    for (const { entry, cosine: score } of retriever.guidanceNear(vector, NEAR_LOOKED_AT)) {
      if (!entry.stages.includes(context.life_stage) || score < NEAR_MIN) continue;
      const { phases, measures } = entry.about;
      // A question about another phase than hers waits for that phase; after menopause there is
      // none.
      if (phases.length > 0 && (past || !phases.includes(context.cycle_phase))) continue;
      const bonus =
        (phases.length > 0 ? HER_PHASE : 0) + (measures.some((each) => moved.has(each)) ? HER_READING : 0);
      worth.set(entry, Math.max(score + bonus, worth.get(entry) ?? 0));
    }
  const vectorOf = ({ id }: GuidanceEntry) => retriever.guidanceVector(id);
  const taken = [...vectors, ...answered.flatMap((entry) => vectorOf(entry) ?? [])];
  const chosen: string[] = [];
  for (const [entry] of [...worth].sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1))) {
    if (chosen.length === wanted) break;
    const vector = vectorOf(entry);
    if (
      vector === null ||
      answered.includes(entry) ||
      taken.some((each) => dot(each, vector) >= ALIKE_COSINE)
    )
      continue;
    taken.push(vector);
    chosen.push(entry.question);
  }
  return chosen;
}
