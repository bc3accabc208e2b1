/**
 * The recommendation operation, in the order of the contract: consent → body → request_id → replay → schema → scope →
 * engine → audit row and cache entry in one commit → answer. A replay needs no engine, so it is served while one loads.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { AUDIT_BUSY_TIMEOUT_MS } from "../contract/limits.ts";
import type { Warning } from "../contract/response.ts";
import { scopeMessage } from "../contract/safety.ts";
import type { Engine } from "../engine/types.ts";
import { isLocked } from "../store/index.ts";
import type { AuditEntry, AuditRow, StateStore } from "../store/types.ts";
import { afterwards } from "../telemetry/afterwards.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tenant } from "../tenants/types.ts";
import { type JsonObject, readJsonObject } from "./body.ts";
import { consentRefusal, refusalResponse } from "./consent.ts";
import { errorResponse, INTERNAL_MESSAGE, jsonResponse } from "./envelope.ts";
import { featuresOf } from "./features.ts";
import { requestSha256 } from "./fingerprint.ts";
import type { EngineHost } from "./host.ts";
import type { Partner } from "./partner.ts";
import { type CheckedRequest, checkRequest, isUuid, readRequestId } from "./request.ts";
import { renderResponse } from "./response.ts";
import { SingleFlight } from "./single-flight.ts";

const MS_PER_SECOND = 1_000;
const LOCK_PAUSE_MS = 25;

export interface OriginContext {
  store: StateStore;
  engineHost: EngineHost;
  logger: Logger;
  metrics: Metrics;
  /** How long a locked database is waited for; for tests. */
  lockWaitMs?: number | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

/** A request as the gateway names it: `rid` in its log, `trace_id` for the caller. */
export interface Asked {
  request: Request;
  rid: string;
  trace_id: string;
}

interface Call {
  partner: Partner;
  tenant: Tenant;
  rid: string;
  trace_id: string;
  /** `performance.now()` at arrival. */
  arrived: number;
}

/** A body to send, and whether this very call produced it. */
interface Answer {
  body: string;
  computed: boolean;
}

/** Thrown inside the flight so that a consent that ended meanwhile reaches everybody who waits. */
class ConsentEnded extends Error {}

export class RecommendationOperation {
  readonly #context: OriginContext;
  readonly #flights = new SingleFlight<Answer>();

  constructor(context: OriginContext) {
    this.#context = context;
  }

  /** Never throws: every failure is a documented body. */
  async handle({ request, rid, trace_id }: Asked, partner: Partner, tenant: Tenant): Promise<Response> {
    const call: Call = { partner, tenant, rid, trace_id, arrived: performance.now() };
    let requestId: string | null = null;
    try {
      const refusal = consentRefusal(this.#context.store.consent, partner.client_id);
      if (refusal !== null) return refusalResponse(refusal);
      const body = await readJsonObject(request);
      requestId = readRequestId(body);
      const answer =
        requestId === null ? this.#refuse(body, call) : await this.#answer(body, requestId, call);
      if (!answer.computed) this.#context.metrics.cacheHit();
      return jsonResponse(200, answer.body, { "x-service-cache": answer.computed ? "miss" : "hit" });
    } catch (error) {
      const refusal =
        error instanceof ConsentEnded ? consentRefusal(this.#context.store.consent, partner.client_id) : null;
      if (refusal !== null) return refusalResponse(refusal);
      return errorResponse(this.#serviceError(error, call), requestId, call.trace_id);
    }
  }

  /** Resolves when no computation runs any more, vanished callers' included. */
  drained(): Promise<void> {
    return this.#flights.drained();
  }

  /** Without a usable request_id the check below cannot pass; it names the other faults too. */
  #refuse(body: JsonObject, call: Call): never {
    checkRequest(body, call.tenant, this.#context.now());
    throw new ServiceError("internal_error", INTERNAL_MESSAGE, { internal: "request_id passed its check" });
  }

  async #answer(body: JsonObject, requestId: string, call: Call): Promise<Answer> {
    const { client_id } = call.partner;
    const replay = this.#context.store.replay(client_id, requestId, this.#context.now());
    if (replay !== null) return { body: replay.body, computed: false };
    const flight = this.#flights.join(JSON.stringify([client_id, requestId]), () =>
      this.#compute(body, requestId, call),
    );
    const answer = await flight.outcome;
    return flight.leader ? answer : { body: answer.body, computed: false };
  }

  async #compute(body: JsonObject, requestId: string, call: Call): Promise<Answer> {
    const { now } = this.#context;
    const checked = checkRequest(body, call.tenant, now());
    const ready = this.#context.engineHost.current();
    if (ready === null)
      throw new ServiceError("service_unavailable", "The service is starting; retry shortly.", {
        reason: "not_ready",
        internal: "the engine is loading, or inference is gone",
      });
    const features = featuresOf(checked);
    const result = await ready.during(async () => {
      await requireScope(checked, ready.engine);
      return ready.engine.recommend(features);
    });
    const served_at = new Date(now()).toISOString();
    const extra_warnings = warningsOf(requestId);
    const response = renderResponse({
      request_id: requestId,
      trace_id: call.trace_id,
      served_at,
      model_version: ready.model_version,
      result,
      extra_warnings,
    });
    const outcome = result.suppression_reason ?? "served";
    const entry: AuditEntry = {
      client_id: call.partner.client_id,
      request_id: requestId,
      trace_id: call.trace_id,
      served_at,
      outcome,
      confidence: { value: result.confidence, ...result.confidence_parts },
      citations: result.citations.map(({ citation_id, relevance }) => ({ citation_id, relevance })),
      model_version: ready.model_version,
      corpus_version: result.corpus_version,
      timings_ms: result.timings_ms,
      request_sha256: requestSha256({ tenant: call.tenant.slug, ...withoutTraceId(checked) }),
      signals: {
        context: features.context,
        signals: features.signals,
        minimum_confidence: features.minimum_confidence,
        warnings: extra_warnings,
        answered_by: result.answered_by,
        ...(result.categories.length > 0 && { categories: result.categories }),
      },
      query: features.query,
      response,
    };
    const committing = performance.now();
    const row = await this.#commit(entry);
    const timings_ms = { ...result.timings_ms, commit: performance.now() - committing };
    afterwards(() => this.#report(call, checked, entry, timings_ms));
    // Another process may have answered the same request first; then its row is the answer.
    return { body: row.response, computed: row.trace_id === call.trace_id };
  }

  /**
   * Fail-closed: what cannot be recorded is not served. Another process's lock is waited for without holding up anybody else, and consent may end meanwhile.
   * @throws ServiceError `persistence_failed`
   */
  async #commit(entry: AuditEntry): Promise<AuditRow> {
    const { store, now, lockWaitMs = AUDIT_BUSY_TIMEOUT_MS } = this.#context;
    const started = performance.now();
    for (;;) {
      if (consentRefusal(store.consent, entry.client_id) !== null) throw new ConsentEnded();
      try {
        return store.commit(entry, now());
      } catch (error) {
        if (!isLocked(error) || performance.now() - started >= lockWaitMs) throw error;
      }
      await Bun.sleep(LOCK_PAUSE_MS);
    }
  }

  #report(
    { rid, trace_id, partner, arrived }: Call,
    { client_trace_id }: CheckedRequest,
    { outcome, model_version }: AuditEntry,
    timings_ms: Readonly<Record<string, number>>,
  ): void {
    const { metrics, logger } = this.#context;
    const elapsedMs = performance.now() - arrived;
    metrics.answered(elapsedMs / MS_PER_SECOND, timings_ms);
    if (outcome !== "served") metrics.suppressed(outcome);
    const elapsed_ms = Math.round(elapsedMs);
    const { client_id } = partner;
    logger.info(
      { rid, trace_id, client_id, client_trace_id, outcome, model_version, elapsed_ms },
      "recommendation computed",
    );
  }

  /** Unexpected errors become a 500 without a word of their own; what happened stays in the log. */
  #serviceError(error: unknown, call: Call): ServiceError {
    const known =
      error instanceof ServiceError
        ? error
        : new ServiceError("internal_error", INTERNAL_MESSAGE, { cause: error });
    afterwards(() => this.#tellWhy(known, call));
    return known;
  }

  #tellWhy(known: ServiceError, { rid, trace_id, partner }: Call): void {
    const { logger, metrics } = this.#context;
    const entry = { rid, trace_id, client_id: partner.client_id, code: known.code };
    const cause = known.cause instanceof Error ? (known.cause.stack ?? known.cause.message) : known.internal;
    if (known.code === "service_unavailable") {
      metrics.unavailable(known.reason);
      logger.warn({ ...entry, reason: known.reason, cause }, "recommendation put off");
    } else if (known.status >= 500) {
      if (known.code === "persistence_failed") metrics.auditFailed();
      logger.error({ ...entry, cause }, "recommendation failed");
    } else logger.info(entry, "recommendation refused");
  }
}

/** @throws ServiceError `out_of_scope` with every category found, in strict mode */
async function requireScope(
  { safety_mode, query }: CheckedRequest,
  engine: Pick<Engine, "categories">,
): Promise<void> {
  if (safety_mode !== "strict" || query === null) return;
  const categories = await engine.categories(query);
  if (categories.length === 0) return;
  throw new ServiceError("out_of_scope", scopeMessage(categories), {
    details: categories.map((category) => ({ category })),
  });
}

/** The engine warns of what it sees in signals and evidence; the request_id is the origin's to judge. */
function warningsOf(requestId: string): Warning[] {
  return isUuid(requestId) ? [] : ["non_uuid_request_id"];
}

function withoutTraceId({ client_trace_id: _, newest_allowed_day: __, ...content }: CheckedRequest): object {
  return content;
}
