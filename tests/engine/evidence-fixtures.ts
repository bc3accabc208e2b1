/** Documents and search results for tests of the evidence room. */
import type { Found } from "../../src/engine/evidence/gather.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
import type { EvidenceDocument, Finding } from "../../src/engine/types.ts";

/** A cohort study that found lower HRV in the luteal phase. */
export function document(doi: string, changes: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return {
    doi,
    title: `Title of ${doi}`,
    authors: [`Ada ${doi.replace(/\W/g, "")}`],
    year: 2020,
    journal: "Journal",
    design: "cohort",
    population: { sex: "female", life_stage: ["reproductive"] },
    measures: ["hrv"],
    phases: ["luteal"],
    behaviours: [],
    outcomes: ["hrv"],
    findings: [
      {
        statement: "HRV was lower in the luteal phase.",
        effect: "decrease",
        measure: "hrv",
        outcome: "hrv",
        phase: "luteal",
      },
    ],
    ...changes,
  };
}

/** A study of sleep in anyone. */
export function study(
  doi: string,
  findings: Finding[],
  changes: Partial<EvidenceDocument> = {},
): EvidenceDocument {
  return document(doi, { measures: [], outcomes: ["sleep_quality"], phases: [], findings, ...changes });
}

export function slept(statement: string, effect: Finding["effect"] = "increase"): Finding {
  return { outcome: "sleep_quality", effect, statement };
}

/** Documents with their relevance, which is also their match. */
export const found = (
  entries: [EvidenceDocument, number][],
  query = "Why is HRV lower in the luteal phase?",
): Found => ({
  sub_query: {
    text: query,
    asked: query,
    facets: detectFacets(query),
    intent: "cause",
    unknown: [],
    reworded: null,
    named: 1,
    particulars: [],
  },
  documents: entries.map(([each, relevance]) => ({
    document: each,
    relevance,
    match: relevance,
    share: null,
  })),
  nearest: 1,
  answered: null,
  unanswered: 0,
});
