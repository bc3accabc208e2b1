/**
 * How near each finding of the chosen documents is to what was asked: of a study that answers, most findings answer something else.
 * @module
 */
import type { SearchPlan } from "../question/search-plan.ts";
import type { Finding, Retriever } from "../types.ts";
import type { SelectedDocument } from "./select.ts";

/** Cosine of each finding to the sub-query that its document was chosen for. */
export type FindingNearness = ReadonlyMap<Finding, number>;

/** @throws what the retriever throws */
export async function findingNearness(
  retriever: Retriever,
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
): Promise<FindingNearness> {
  const nearness = new Map<Finding, number>();
  for (const [index, { text }] of plan.sub_queries.entries()) {
    const findings = selected
      .filter(({ sub_query }) => sub_query === index)
      .flatMap(({ document }) => document.findings);
    if (findings.length === 0) continue;
    const cosines = await retriever.nearness(
      text,
      findings.map(({ statement }) => statement),
    );
    for (const [at, finding] of findings.entries()) nearness.set(finding, cosines[at] ?? 0);
  }
  return nearness;
}
