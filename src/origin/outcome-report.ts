/**
 * What the log and the metrics are told of a recommendation.
 * @module
 */
import type { ServiceError } from "../contract/error.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { AuditEntry } from "../store/records.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Partner } from "./partner.ts";
import type { PreparedRequest } from "./prepare.ts";

const MS_PER_SECOND = 1_000;

/** Scenarios of the sandbox are logged and not counted: the figures are of real requests. */
interface Telemetry {
  logger: Logger;
  metrics: Metrics;
}

/** A request as the log names it. */
interface LoggedRequest {
  exchange: { rid: string; readonly trace_id: string };
  partner: Partner;
  scenario: Scenario | null;
}

export function reportAnswer(
  { logger, metrics }: Telemetry,
  {
    exchange: { rid, trace_id },
    partner: { client_id },
    scenario,
    watch,
  }: LoggedRequest & { watch: { timings(): Record<string, number> } },
  { client_trace_id }: PreparedRequest,
  { outcome, confidence, model_version }: AuditEntry,
  elapsedMs: number,
): void {
  if (scenario === null) {
    metrics.observeAnswer(elapsedMs / MS_PER_SECOND, watch.timings());
    metrics.countEnding(client_id, outcome);
    metrics.observeConfidence(confidence.value);
    if (outcome !== "served") metrics.countSuppression(outcome);
  }
  const elapsed_ms = Math.round(elapsedMs);
  logger.info(
    { rid, trace_id, client_id, client_trace_id, outcome, model_version, elapsed_ms },
    "recommendation computed",
  );
}

export function reportRefusal(
  { logger, metrics }: Telemetry,
  refusal: ServiceError,
  { exchange: { rid, trace_id }, partner: { client_id }, scenario }: LoggedRequest,
): void {
  const entry = { rid, trace_id, client_id, code: refusal.code };
  const cause =
    refusal.cause instanceof Error
      ? (refusal.cause.stack ?? refusal.cause.message)
      : refusal.internal;
  if (scenario !== null) {
    logger.info(entry, "recommendation refused");
    return;
  }
  metrics.countEnding(client_id, refusal.code);
  if (refusal.code === "service_unavailable") {
    metrics.countUnavailable(refusal.reason);
    logger.warn({ ...entry, reason: refusal.reason, cause }, "recommendation put off");
  } else if (refusal.status >= 500) {
    if (refusal.code === "persistence_failed") metrics.countAuditFailure();
    logger.error({ ...entry, cause }, "recommendation failed");
  } else logger.info(entry, "recommendation refused");
}

/** An answer that was computed for an earlier request, or for one that came at the same time. */
export function reportReplay({ metrics }: Telemetry, { partner, scenario }: LoggedRequest): void {
  if (scenario !== null) return;
  metrics.countCacheHit();
  metrics.countEnding(partner.client_id, "replayed");
}
