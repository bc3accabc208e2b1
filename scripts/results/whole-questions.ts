/**
 * Whole questions as the engine asks them: the best relevance among the candidates it reranks, and what lies nearest.
 * @module
 */
import { type Found, gather, type Ports } from "../../src/engine/evidence/gather.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
import type { WholeQuestion } from "./calibration.ts";
import type { Progress } from "./measure.ts";

export interface AskedQuestion {
  question: string;
  /** Whether any record answers or touches it. */
  onTopic: boolean;
}

/** What the engine finds for a question of which nothing but its words is known. @throws whatever the ports throw */
export async function findFor(ports: Ports, question: string): Promise<Found> {
  const facets = detectFacets(question);
  const subQuery = {
    text: question,
    asked: question,
    facets,
    intent: "effect",
    unknown: [],
    named: 1,
  } as const;
  const [found] = await gather(ports, [{ ...subQuery, unknown: [] }], { time: (_, work) => work() });
  if (found === undefined) throw new Error("one sub-query gives one result");
  return found;
}

export async function measureQuestions(
  ports: Ports,
  asked: readonly AskedQuestion[],
  progress: Progress,
): Promise<WholeQuestion[]> {
  const questions: WholeQuestion[] = [];
  for (const [done, { question, onTopic }] of asked.entries()) {
    progress(`whole questions: ${done} of ${asked.length}`);
    const { documents, nearest } = await findFor(ports, question);
    questions.push({ onTopic, best: documents[0]?.relevance ?? 0, nearest });
  }
  return questions;
}
