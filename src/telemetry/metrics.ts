/**
 * What the service counts about itself. No label holds anything of a partner or a person.
 * @module
 */
import type { OperationId } from "../contract/operations.ts";
import type { SuppressionReason } from "../contract/response.ts";
import { counter, gauge, histogram } from "./instruments.ts";

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Upper bounds in seconds; an answer is expected within the middle ones. */
const ANSWER_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  /** `unknown` stands for every path that is none of ours: a caller must not be able to open new series. */
  request(operation: OperationId | "unknown", status: number): void;
  cacheHit(): void;
  suppressed(reason: SuppressionReason): void;
  /** Time from the request's arrival to a computed (not replayed) answer. */
  answered(seconds: number): void;
  /** The page that `GET /metrics` answers. */
  text(): string;
}

/** @param queueDepth jobs that wait for or run on the busiest inference worker now */
export function createMetrics(queueDepth: () => number): Metrics {
  const requests = counter<"operation" | "status">(
    "phasewise_requests_total",
    "Answered requests by operation and status.",
  );
  const cacheHits = counter<never>(
    "phasewise_cache_hits_total",
    "Recommendations replayed from the idempotency window.",
  );
  const suppressions = counter<"reason">(
    "phasewise_suppressed_total",
    "Recommendations withheld, by suppression reason.",
  );
  const answers = histogram(
    "phasewise_answer_seconds",
    "Time to a computed recommendation in seconds.",
    ANSWER_SECONDS,
  );
  const depth = gauge("phasewise_inference_queue_depth", "Jobs at the busiest inference worker.", queueDepth);
  return {
    request: (operation, status) => requests.add({ operation, status: String(status) }),
    cacheHit: () => cacheHits.add({}),
    suppressed: (reason) => suppressions.add({ reason }),
    answered: (seconds) => answers.observe(seconds),
    text: () =>
      [requests, cacheHits, suppressions, answers, depth]
        .flatMap((instrument) => instrument.lines())
        .concat("")
        .join("\n"),
  };
}
