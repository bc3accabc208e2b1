/** An audit entry as the origin would commit it; no test runner needed. */
import type { AuditEntry } from "../../src/store/records.ts";

export const NOON_MS = Date.parse("2026-11-20T12:00:00.000Z");

export function entry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    client_id: "sandbox-oura",
    request_id: "0192f0c4-0000-7000-8000-000000000001",
    trace_id: "trace-1",
    served_at: new Date(NOON_MS).toISOString(),
    outcome: "served",
    confidence: { value: 0.71, coverage: 0.8, specificity: 0.6, consistency: 0.9 },
    citations: [{ citation_id: "cit_00000000000000000000000000", relevance: 0.9312 }],
    model_version: "model-1",
    corpus_version: "corpus-1",
    timings_ms: { retrieve: 12.5, rerank: 80 },
    request_sha256: "ab".repeat(32),
    signals: {
      context: { cycle_phase: "luteal", cycle_day: 20, life_stage: "reproductive" },
      signals: {
        measures: [],
        nights: 7,
        days: 7,
        first_day: "2026-11-13",
        newest_day: "2026-11-19",
        sufficient: true,
        stale: false,
        offset_mismatch: false,
        age_band: "30-34",
      },
      minimum_confidence: 0.5,
      warnings: [],
    },
    query: "Why is my HRV lower before my period?",
    response: '{"request_id":"0192f0c4-0000-7000-8000-000000000001","recommendation":"…"}',
    ...changes,
  };
}
