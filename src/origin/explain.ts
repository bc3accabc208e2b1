/**
 * Says what an audited answer rests on, to the client that got it.
 * @module
 */
import type { RecommendationResponse } from "../contract/response.ts";
import type { Explanation } from "../contract/tools.ts";
import type { AuditStore } from "../store/port.ts";
import { madeAt } from "./trace-id.ts";

/** Longer than any request may take, and than clocks of one machine differ. */
const SERVED_WITHIN_MS = 330_000;
const CLOCK_SLACK_MS = 1_000;

/**
 * The audited answer with this trace id; null where this client has none.
 * @param traceId in the form of our own, which tells when the request came
 */
export async function explain(
  audit: AuditStore,
  clientId: string,
  traceId: string,
): Promise<Explanation | null> {
  const arrivedMs = madeAt(traceId);
  const [row] = await audit.list({
    client_id: clientId,
    trace_id: traceId,
    since: new Date(arrivedMs - CLOCK_SLACK_MS).toISOString(),
    until: new Date(arrivedMs + SERVED_WITHIN_MS).toISOString(),
    limit: 1,
  });
  if (row === undefined) return null;
  const { id, request_id, served_at, outcome, confidence, model_version, corpus_version } = row;
  return {
    trace_id: traceId,
    request_id,
    served_at,
    outcome,
    confidence,
    answered_by: row.signals?.answered_by?.map((each) => ({ ...each })) ?? null,
    sources:
      row.response === null ? null : (JSON.parse(row.response) as RecommendationResponse).citations,
    model_version,
    corpus_version,
    audit_id: id,
    erased: row.response === null,
  };
}
