/**
 * Grades a whole message: each of its parts, and the parts that the text answers together.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../../contract/limits.ts";
import type { UserContext } from "../../contract/request.ts";
import {
  type Asker,
  type Confidence,
  gradePart,
  NO_CONFIDENCE,
  weakest,
} from "../evidence/confidence.ts";
import type { PartEvidence } from "../evidence/gather.ts";
import type { Answer } from "./answer.ts";

/** Grades each part. A part without an answer is graded by its best candidate. */
export function gradesOf(
  evidence: readonly PartEvidence[],
  answers: readonly (Answer | null)[],
  context: UserContext,
): Confidence[] {
  return evidence.map(({ part, entries, records }, at) => {
    const answer = answers[at] ?? null;
    const phases = part.facets.phases.length > 0 ? part.facets.phases : [context.cycle_phase];
    const asker: Asker = {
      stages: part.facets.stages.length > 0 ? part.facets.stages : [context.life_stage],
      phases: context.life_stage === "postmenopause" ? part.facets.phases : phases,
    };
    if (answer !== null) return gradePart(answer.answer_probability, answer.claims, asker);
    const nearest = Math.max(
      entries[0]?.answer_probability ?? 0,
      records[0]?.answer_probability ?? 0,
    );
    const nearestRecord = records
      .slice(0, 1)
      .map(({ document }) => ({ records: [document], against: [] }));
    return gradePart(nearest, nearestRecord, asker);
  });
}

/**
 * A second answer that misses the question spoils a good text, so it must be at least this sure. At
 * this probability it answers its whole question about as often as not, since `INTERCEPT_SHIFT`
 * counts partial answers too.
 */
const BESIDE_MIN = 0.8;

/** Drops an unsure answer where another part is answered well enough for the text. */
export function keepConfident(
  candidates: readonly (Answer | null)[],
  grades: readonly Confidence[],
): (Answer | null)[] {
  const isSure = (at: number) =>
    candidates[at] !== null && (grades[at]?.value ?? 0) >= PLATFORM_CONFIDENCE_FLOOR;
  if (!candidates.some((_, at) => isSure(at))) return [...candidates];
  // An alert does not raise the bar for the answers beside it.
  const best = Math.max(
    ...candidates.map((answer, at) =>
      isSure(at) && !answer?.entry?.alert ? (answer?.answer_probability ?? 0) : 0,
    ),
  );
  return candidates.map((answer, at) =>
    answer !== null &&
    isSure(at) &&
    (answer.answer_probability === best || answer.answer_probability >= BESIDE_MIN)
      ? answer
      : null,
  );
}

/** The text names a part that nothing answers, which makes the whole a little less sure. */
const PART_UNANSWERED = 0.9;

/**
 * The confidence of a message: the grade of its weakest answer, times `PART_UNANSWERED` where a
 * part has none. Where no part has an answer, the lowest grade of the parts. Where the service asks
 * the question itself, one good answer is enough.
 */
export function confidenceOf(
  grades: readonly Confidence[],
  answers: readonly (Answer | null)[],
  asked: boolean,
): Confidence {
  const answered = grades.filter((_, at) => answers[at] !== null);
  if (!asked) return strongest(grades);
  if (answered.length === 0 || answered.length === grades.length) return weakest(grades);
  const { value, parts } = weakest(answered);
  return {
    value: value * PART_UNANSWERED,
    parts: {
      coverage: parts.coverage * PART_UNANSWERED,
      specificity: parts.specificity * PART_UNANSWERED,
      consistency: parts.consistency * PART_UNANSWERED,
    },
  };
}

function strongest(grades: readonly Confidence[]): Confidence {
  return grades.reduce(
    (high, each) => (each.value > high.value ? each : high),
    grades[0] ?? NO_CONFIDENCE,
  );
}
