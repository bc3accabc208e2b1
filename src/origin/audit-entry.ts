/**
 * Builds the audit entry of an answer, together with the response as it is sent.
 * @module
 */
import type { Warning } from "../contract/response.ts";
import type { EngineResult } from "../engine/types.ts";
import type { AuditEntry } from "../store/records.ts";
import type { PreparedRequest } from "./prepare.ts";
import { isUuid } from "./request.ts";
import { renderResponse } from "./response.ts";

/** Whether the audit row keeps the masked question, or no question at all. */
export type StoreQuery = "masked" | "none";

type EntryFacts = Pick<
  AuditEntry,
  "client_id" | "request_id" | "trace_id" | "served_at" | "model_version" | "timings_ms"
>;

/** The audit row of one answered request, as the store appends it. */
export function auditEntry({
  prepared: { features, request_sha256 },
  result,
  scenario,
  storeQuery,
  ...facts
}: EntryFacts & {
  prepared: PreparedRequest;
  result: EngineResult;
  /** The sandbox scenario that the result stands for. */
  scenario: string | null;
  storeQuery: StoreQuery;
}): AuditEntry {
  const { request_id, trace_id, served_at, model_version } = facts;
  const extra_warnings = warningsOf(request_id);
  const dropped = features.query !== null && storeQuery === "none";
  return {
    ...facts,
    outcome: result.suppression_reason ?? "served",
    confidence: { value: result.confidence, ...result.confidence_parts },
    citations: result.citations.map(({ citation_id, relevance }) => ({ citation_id, relevance })),
    corpus_version: result.corpus_version,
    request_sha256,
    signals: {
      context: features.context,
      signals: features.signals,
      minimum_confidence: features.minimum_confidence,
      warnings: extra_warnings,
      answered_by: result.answered_by,
      ...(result.categories.length > 0 && { categories: result.categories }),
      ...(scenario !== null && { scenario }),
      ...(dropped && { query_stored: false }),
    },
    query: dropped ? null : features.query,
    response: renderResponse({
      request_id,
      trace_id,
      served_at,
      model_version,
      result,
      extra_warnings,
    }),
  };
}

/** The engine warns about signals and evidence; the origin checks the request_id. */
function warningsOf(requestId: string): Warning[] {
  return isUuid(requestId) ? [] : ["non_uuid_request_id"];
}
