/**
 * The grade of a whole message: of each part, and of the parts that are told together.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../../contract/limits.ts";
import type { UserContext } from "../../contract/request.ts";
import { type Asker, type Confidence, gradePart, NO_CONFIDENCE, weakest } from "../evidence/confidence.ts";
import type { Found } from "../evidence/gather.ts";
import type { Answer } from "./answer.ts";

/** A part without an answer is graded by what came nearest to one. */
export function gradesOf(
  found: readonly Found[],
  answers: readonly (Answer | null)[],
  context: UserContext,
): Confidence[] {
  return found.map(({ part, entries, records }, at) => {
    const answer = answers[at] ?? null;
    const phases = part.facets.phases.length > 0 ? part.facets.phases : [context.cycle_phase];
    const asker: Asker = {
      stages: part.facets.stages.length > 0 ? part.facets.stages : [context.life_stage],
      phases: context.life_stage === "postmenopause" ? part.facets.phases : phases,
    };
    if (answer !== null) return gradePart(answer.coverage, answer.claims, asker);
    const nearest = Math.max(entries[0]?.answers ?? 0, records[0]?.answers ?? 0);
    const beside = records.slice(0, 1).map(({ document }) => ({ records: [document], against: [] }));
    return gradePart(nearest, beside, asker);
  });
}

/**
 * A second answer beside a good one spoils the text where it misses, so it must be this sure: about
 * as likely to answer its question wholly as not (`WORTH_TELLING` is taken back).
 */
const BESIDE_MIN = 0.8;

/**
 * Where one part is answered well enough to be told, another that is less sure counts as
 * unanswered.
 */
export function sureOnes(
  candidates: readonly (Answer | null)[],
  grades: readonly Confidence[],
): (Answer | null)[] {
  const isSure = (at: number) =>
    candidates[at] !== null && (grades[at]?.value ?? 0) >= PLATFORM_CONFIDENCE_FLOOR;
  if (!candidates.some((_, at) => isSure(at))) return [...candidates];
  // An alert is no answer that another has to stand beside.
  const best = Math.max(
    ...candidates.map((answer, at) => (isSure(at) && !answer?.entry?.alert ? (answer?.coverage ?? 0) : 0)),
  );
  return candidates.map((answer, at) =>
    answer !== null && isSure(at) && (answer.coverage === best || answer.coverage >= BESIDE_MIN)
      ? answer
      : null,
  );
}

/** What the text says that nothing here answers makes the whole a little less sure. */
const PART_UNANSWERED = 0.9;

/**
 * The weakest of the parts that the text answers; a part that nothing answers is named in the text
 * and lowers the grade. Of what the service asks by itself one good answer makes the text.
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

/** Of what the service asks by itself, one good answer makes the text. */
function strongest(grades: readonly Confidence[]): Confidence {
  return grades.reduce((high, each) => (each.value > high.value ? each : high), grades[0] ?? NO_CONFIDENCE);
}
