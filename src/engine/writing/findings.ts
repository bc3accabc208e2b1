/**
 * What studies found: one sentence per document, the sub-queries in order.
 * @module
 */
import type { SelectedDocument } from "../evidence/select.ts";
import type { SearchPlan } from "../question/plan.ts";
import type { EvidenceDocument, Finding } from "../types.ts";
import type { Sentence } from "./draft.ts";
import { lowerFirst, nearDuplicate, personaOf, rankFindings, withMarker } from "./sentences.ts";

const FINDINGS_MAX = 3;

interface Chosen extends Sentence {
  finding: Finding;
}

/** `main` goes into the text; `more` is the reserve of a text that would be too short. */
export function findingSentences(
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
): { main: Sentence[]; more: Sentence[] } {
  const persona = personaOf(plan);
  const perQuery = Math.ceil(FINDINGS_MAX / plan.sub_queries.length);
  const main: Chosen[] = [];
  const more: Sentence[] = [];
  for (const [index, query] of plan.sub_queries.entries()) {
    let used = 0;
    for (const { document } of selected.filter(({ sub_query }) => sub_query === index)) {
      const ranked = rankFindings(document, query, persona).filter(
        ({ finding }) => ![...main, ...more].some(({ text }) => nearDuplicate(text, finding.statement)),
      );
      for (const [at, { finding, worth }] of ranked.entries()) {
        const text = withMarker(finding.statement, document);
        const sentence: Sentence = { role: "finding", document, text, spare: 0 };
        // The first of each sub-query is its answer and stays; the others go first when there is no room.
        if (at === 0 && worth > 0 && used < perQuery)
          main.push({
            ...sentence,
            finding,
            spare: used++,
            text: withContrast(finding, document, text, main.at(-1)),
          });
        else more.push(sentence);
      }
    }
  }
  return { main, more };
}

/** Says so where a finding contradicts the one before it on the same thing. */
function withContrast(
  finding: Finding,
  document: EvidenceDocument,
  text: string,
  before: Chosen | undefined,
): string {
  const last = before?.finding;
  const subject = finding.outcome ?? finding.measure;
  if (!last || subject === undefined || subject !== (last.outcome ?? last.measure)) return text;
  const tried = (each: EvidenceDocument | null) => [...(each?.behaviours ?? [])].sort().join();
  if (tried(before?.document ?? null) !== tried(document)) return text;
  const oneFoundNothing = (last.effect === "none") !== (finding.effect === "none");
  const unclear = last.effect === "mixed" || finding.effect === "mixed";
  if (!oneFoundNothing || unclear || last.phase !== finding.phase) return text;
  return `The picture is not uniform: ${lowerFirst(text)}`;
}
