/**
 * Searches the literature release for evidence, without a person's data.
 * @module
 */
import { EVIDENCE_RECORDS_DEFAULT } from "../contract/limits.ts";
import type { EvidenceQuery, EvidenceRecords } from "../contract/tools.ts";
import { toCitation } from "../engine/writing/citation.ts";
import type { Deadline } from "./deadline.ts";
import { maskPersonal } from "./mask.ts";
import type { RecommendationOperation } from "./recommendation.ts";

/**
 * Takes the client's turn for the engine, as an answer does.
 * @throws ServiceError `service_unavailable`
 */
export function searchRecords(
  engine: Pick<RecommendationOperation, "onEngine">,
  clientId: string,
  { query, limit = EVIDENCE_RECORDS_DEFAULT }: EvidenceQuery,
  deadline: Deadline,
): Promise<EvidenceRecords> {
  return engine.onEngine(clientId, deadline, async ({ engine, corpus_version }) => {
    const records = await engine.search(maskPersonal(query.trim()), limit);
    return {
      corpus_version,
      records: records.map(({ document, relevance }) => ({
        ...toCitation(document, relevance),
        journal: document.journal,
        design: document.design,
        findings: document.findings.map(({ statement }) => statement),
      })),
    };
  });
}
