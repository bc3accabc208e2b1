/**
 * How near each sentence of the chosen documents is to what was asked: of a study that answers, most findings answer something else.
 * @module
 */
import type { SearchPlan } from "../question/search-plan.ts";
import type { Retriever } from "../types.ts";
import type { SelectedDocument } from "./select.ts";

/** By its text, cosine of each finding and practice to the sub-query that its document was chosen for. */
export type SentenceNearness = ReadonlyMap<string, number>;

/** @throws what the retriever throws */
export async function sentenceNearness(
  retriever: Retriever,
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
): Promise<SentenceNearness> {
  const nearness = new Map<string, number>();
  for (const [index, { text }] of plan.sub_queries.entries()) {
    const sentences = selected
      .filter(({ sub_query }) => sub_query === index)
      .flatMap(({ document: { findings, practice } }) => [
        ...findings.map(({ statement }) => statement),
        ...(practice === undefined ? [] : [practice]),
      ]);
    if (sentences.length === 0) continue;
    const cosines = await retriever.nearness(text, sentences);
    for (const [at, sentence] of sentences.entries()) nearness.set(sentence, cosines[at] ?? 0);
  }
  return nearness;
}
