/**
 * Whole questions as the engine takes them: what it finds for each, and whether it answers.
 * @module
 */
import type { UserContext } from "../../src/contract/request.ts";
import type { Phase } from "../../src/contract/vocabulary.ts";
import { type Found, gather, type Ports } from "../../src/engine/evidence/gather.ts";
import { createEngine } from "../../src/engine/index.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
import { particularsOf } from "../../src/engine/question/particulars.ts";
import { topicWords } from "../../src/engine/question/plain-words.ts";
import type { SubQuery } from "../../src/engine/question/search-plan.ts";
import type { Signals } from "../../src/engine/types.ts";
import type { WholeQuestion } from "./calibration.ts";
import type { Progress } from "./measure.ts";

/** Enough nights, and nothing notable in them. */
const QUIET_NIGHTS: Signals = {
  measures: [],
  nights: 14,
  days: 14,
  first_day: "2026-11-01",
  newest_day: "2026-11-14",
  sufficient: true,
  stale: false,
  offset_mismatch: false,
  age_band: null,
};

/** What the engine finds for a question of which nothing but its words is known. @throws whatever the ports throw */
export async function findFor(ports: Ports, question: string): Promise<Found> {
  const facets = detectFacets(question);
  const subQuery = {
    text: question,
    asked: question,
    facets,
    intent: "effect" as const,
    unknown: topicWords(facets.leftover),
    reworded: null,
    named: facets.phrases,
    particulars: particularsOf(question),
  } satisfies SubQuery;
  const [found] = await gather(ports, [subQuery], { time: (_, work) => work() });
  if (found === undefined) throw new Error("one sub-query gives one result");
  return found;
}

const DAY_IN: Record<Phase, number> = { menstrual: 2, follicular: 9, ovulatory: 14, luteal: 24 };

/** Somebody who asks this: of the life stage and in the phase that the question names. */
function askerOf(question: string): UserContext {
  const { life_stages, phases, subjects } = detectFacets(question);
  const stage = life_stages[0] ?? (subjects.includes("hot_flashes") ? "perimenopause" : "reproductive");
  const phase = phases[0] ?? "luteal";
  return { cycle_phase: phase, cycle_day: DAY_IN[phase], life_stage: stage };
}

export interface AskedQuestion {
  question: string;
  /** Whether any record answers or touches it. */
  onTopic: boolean;
}

export async function measureQuestions<Q extends AskedQuestion>(
  ports: Ports,
  asked: readonly Q[],
  progress: Progress,
): Promise<(Q & WholeQuestion & { confidence: number; found: Found })[]> {
  const engine = createEngine(ports);
  const questions = [];
  for (const [done, each] of asked.entries()) {
    progress(`whole questions: ${done} of ${asked.length}`);
    const found = await findFor(ports, each.question);
    const { recommendation, confidence } = await engine.recommend({
      query: each.question,
      context: askerOf(each.question),
      signals: QUIET_NIGHTS,
      minimum_confidence: 0,
    });
    questions.push({
      ...each,
      best: found.documents[0]?.relevance ?? 0,
      served: recommendation !== null,
      confidence,
      found,
    });
  }
  return questions;
}
