/**
 * The service's metrics. No label holds anything of a person. Of a partner there is only the client
 * id, from a closed list.
 * @module
 */
import { type ConsentReason, DEGRADATIONS } from "../contract/body.ts";
import { type ErrorCode, UNAVAILABLE_REASONS, type UnavailableReason } from "../contract/error.ts";
import type { LoggedOperation } from "../contract/operations.ts";
import { SUPPRESSION_REASONS, type SuppressionReason } from "../contract/response.ts";
import {
  type CounterSeries,
  counter,
  flags,
  gauge,
  type HistogramSeries,
  histogram,
  type Instrument,
  info,
} from "./instruments.ts";
import { processInstruments } from "./process.ts";

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const MS_PER_SECOND = 1_000;
/** Upper bounds in seconds. An answer is expected within the middle ones. */
const ANSWER_SECONDS = [
  0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 7.5, 10,
];
const STAGE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Upper bounds of the confidence of an answer. */
const CONFIDENCE = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** How a request for a recommendation ended. */
export type Ending =
  | "served"
  | "replayed"
  | SuppressionReason
  | ErrorCode
  | ConsentReason
  /** No valid credential. */
  | "unauthorized"
  /** A credential for another tenant, or for none. */
  | "forbidden"
  | "throttled";

/** What the registry holds now, for a reader within the process. */
export interface Figures {
  endings: CounterSeries<"client_id" | "outcome">[];
  unavailable: CounterSeries<"reason">[];
  answers: HistogramSeries;
  stages: HistogramSeries[];
  confidence: HistogramSeries;
  queueDepth: number;
  missing: string | null;
}
/**
 * Why the server of the shared rate limit did not count a request: nothing was connected, its reply
 * came late, or it was an error.
 */
const LINK_FAILURES = ["unreachable", "late", "refused"] as const;
export type LinkFailure = (typeof LINK_FAILURES)[number];

/** Why the published corpus was not taken: the store cannot be read, or what it holds not used. */
const FOLLOW_FAILURES = ["unreachable", "refused"] as const;
export type FollowFailure = (typeof FOLLOW_FAILURES)[number];

export interface Metrics {
  /**
   * `unknown` stands for every path that is not served, so that a caller cannot create new series.
   * `sandbox` stands for recommendations that a sandbox scenario answered.
   */
  countRequest(operation: LoggedOperation | "sandbox", status: number): void;
  countCacheHit(): void;
  countSuppression(reason: SuppressionReason): void;
  /**
   * The end of a request for a recommendation.
   * @param clientId null where the caller is unknown
   */
  countEnding(clientId: string | null, ending: Ending): void;
  /** The confidence of a computed answer. */
  observeConfidence(value: number): void;
  /** The time from a request's arrival to its computed (not replayed) answer, and of the stages. */
  observeAnswer(seconds: number, timings_ms: Readonly<Record<string, number>>): void;
  /** A request that its key's rate limit refused. */
  countThrottling(clientId: string): void;
  /** Why a caller was told to retry. */
  countUnavailable(reason: UnavailableReason): void;
  /** An answer that could not be recorded and was not served. */
  countAuditFailure(): void;
  /** A request that the server of the shared rate limit did not count. */
  countLimiterFailure(failure: LinkFailure): void;
  /** A look at the published corpus that did not end with it in use. */
  countFollowFailure(failure: FollowFailure): void;
  /** An inference worker ended, and another one is started. */
  countWorkerLoss(): void;
  /** The page of `GET /metrics`. */
  text(): string;
  figures(): Figures;
}

/** Values that are read when the page is. */
export interface MetricSources {
  version: string;
  buildId: string;
  /** Every client there can be: the closed list of a label. */
  clientIds: readonly string[];
  /** Jobs that wait for or run on the busiest inference worker. */
  queueDepth(): number;
  /** The models and the corpus that answer; null while the service is not ready. */
  engine(): { model_version: string; corpus_version: string } | null;
  /** Why the service cannot answer now; null while it can. */
  missing(): string | null;
  /** What works less well than it should. */
  degraded(): readonly string[];
  log: { dropped(): number; waitingBytes(): number };
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of instruments
export function createMetrics(sources: MetricSources): Metrics {
  const requests = counter<"operation" | "status">(
    "phasewise_requests_total",
    "Answered requests by operation and status.",
  );
  const cacheHits = counter<never>(
    "phasewise_cache_hits_total",
    "Recommendations replayed from the idempotency window.",
    [{}],
  );
  const suppressions = counter<"reason">(
    "phasewise_suppressed_total",
    "Recommendations withheld, by suppression reason.",
    SUPPRESSION_REASONS.map((reason) => ({ reason })),
  );
  const endings = counter<"client_id" | "outcome">(
    "phasewise_recommendations_total",
    "Requests for a recommendation by client and how they ended.",
  );
  const throttled = counter<"client_id">(
    "phasewise_throttled_total",
    "Requests refused by the rate limit (429), by client.",
    sources.clientIds.map((client_id) => ({ client_id })),
  );
  const unavailable = counter<"reason">(
    "phasewise_unavailable_total",
    "Requests that were told to come back (503), by reason.",
    UNAVAILABLE_REASONS.map((reason) => ({ reason })),
  );
  const auditFailures = counter<never>(
    "phasewise_audit_failures_total",
    "Answers that could not be recorded and were not served (502).",
    [{}],
  );
  const uncounted = counter<"failure">(
    "phasewise_rate_limit_failures_total",
    "Requests that the server of the shared rate limit did not count, by what failed.",
    LINK_FAILURES.map((failure) => ({ failure })),
  );
  const notFollowed = counter<"failure">(
    "phasewise_corpus_follow_failures_total",
    "Looks at the published corpus that did not end with it in use, by what failed.",
    FOLLOW_FAILURES.map((failure) => ({ failure })),
  );
  const workersLost = counter<never>(
    "phasewise_worker_restarts_total",
    "Inference workers that ended and were started again.",
    [{}],
  );
  const answers = histogram(
    "phasewise_answer_seconds",
    "Time from arrival to a computed recommendation in seconds.",
    ANSWER_SECONDS,
  );
  const stages = histogram(
    "phasewise_stage_seconds",
    "Time of a computed recommendation's stages in seconds.",
    STAGE_SECONDS,
    [],
  );
  const confidence = histogram(
    "phasewise_confidence",
    "Confidence of computed recommendations.",
    CONFIDENCE,
  );
  function known(clientId: string | null): string {
    if (clientId === null) return "unknown";
    return sources.clientIds.includes(clientId) ? clientId : "other";
  }
  const page: readonly Instrument[] = [
    info("phasewise_build_info", "The executable that runs.", () => ({
      version: sources.version,
      build_id: sources.buildId,
    })),
    info("phasewise_engine_info", "The models and the corpus that answer.", () => {
      const engine = sources.engine();
      if (engine === null) return null;
      return { model_version: engine.model_version, corpus_version: engine.corpus_version };
    }),
    gauge("phasewise_ready", "1 when the next answer can be given, else 0.", () =>
      sources.engine() === null ? 0 : 1,
    ),
    info("phasewise_not_ready", "What the next answer needs and does not have.", () => {
      const missing = sources.missing();
      return missing === null ? null : { missing };
    }),
    flags(
      "phasewise_degraded",
      "1 where this part works less well than it should though answers go on.",
      "part",
      DEGRADATIONS,
      sources.degraded,
    ),
    requests,
    throttled,
    uncounted,
    notFollowed,
    unavailable,
    auditFailures,
    workersLost,
    cacheHits,
    suppressions,
    endings,
    confidence,
    answers,
    stages,
    gauge(
      "phasewise_inference_queue_depth",
      "Jobs at the busiest inference worker.",
      sources.queueDepth,
    ),
    gauge(
      "phasewise_log_dropped_total",
      "Log lines that found the line to the log full and were dropped.",
      sources.log.dropped,
      "counter",
    ),
    gauge(
      "phasewise_log_waiting_bytes",
      "Log lines that wait to be written.",
      sources.log.waitingBytes,
    ),
    ...processInstruments(),
  ];
  return {
    countRequest: (operation, status) => requests.add({ operation, status: String(status) }),
    countCacheHit: () => cacheHits.add({}),
    countSuppression: (reason) => suppressions.add({ reason }),
    observeAnswer(seconds, timings_ms) {
      answers.observe(seconds);
      for (const [stage, ms] of Object.entries(timings_ms))
        stages.observe(ms / MS_PER_SECOND, { stage });
    },
    countEnding: (clientId, outcome) => endings.add({ client_id: known(clientId), outcome }),
    observeConfidence: (value) => confidence.observe(value),
    countThrottling: (clientId) => throttled.add({ client_id: known(clientId) }),
    countUnavailable: (reason) => unavailable.add({ reason }),
    countAuditFailure: () => auditFailures.add({}),
    countFollowFailure: (failure) => notFollowed.add({ failure }),
    countLimiterFailure: (failure) => uncounted.add({ failure }),
    countWorkerLoss: () => workersLost.add({}),
    text: () =>
      page
        .flatMap((instrument) => instrument.lines())
        .concat("")
        .join("\n"),
    figures: () => ({
      endings: endings.counts(),
      unavailable: unavailable.counts(),
      answers: alone(answers),
      stages: stages.series(),
      confidence: alone(confidence),
      queueDepth: sources.queueDepth(),
      missing: sources.missing(),
    }),
  };
}

/** The one series of a histogram without labels. */
function alone(of: { series(): HistogramSeries[] }): HistogramSeries {
  const [only] = of.series();
  if (only === undefined) throw new Error("a histogram without labels has one series");
  return only;
}
