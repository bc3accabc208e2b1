/**
 * The recommendation operation, in the order of the contract: consent → body → request_id →
 * replay → schema → scope → engine → audit row and cache entry in one commit → answer.
 *
 * The gateway checks key, tenant and rate limit before it (`gateway/admit.ts`). A service that is
 * stopping, or that has too many requests open, refuses before consent is looked at. A replay needs
 * no engine, so it is served even while one loads.
 * @module
 */
import type { ConsentReason } from "../contract/body.ts";
import { ServiceError } from "../contract/error.ts";
import { ANSWERS_AT_ONCE, OPEN_REQUESTS_MAX, UNREAD_BODIES_BYTES_MAX } from "../contract/limits.ts";
import type { Scenario } from "../contract/scenario.ts";
import { stopwatchOf } from "../engine/stopwatch.ts";
import type { EngineResult } from "../engine/types.ts";
import { ConsentEndedError, KeyEndedError } from "../store/key-and-consent.ts";
import type { Caller, StateStore } from "../store/port.ts";
import type { ConsentState } from "../store/records.ts";
import { bestEffort } from "../telemetry/best-effort.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tenant } from "../tenants/types.ts";
import { Admission } from "./admission.ts";
import { auditEntry, type StoreQuery } from "./audit-entry.ts";
import { BodyAllowance, withBody } from "./body.ts";
import { BodyReader } from "./body-reader.ts";
import { consentRefusal, refusalResponse } from "./consent.ts";
import { Deadline } from "./deadline.ts";
import type { EngineHost, EngineLease } from "./engine-host.ts";
import { errorResponse, INTERNAL_MESSAGE, jsonResponse } from "./envelope.ts";
import { reportAnswer, reportRefusal, reportReplay } from "./outcome-report.ts";
import type { Partner } from "./partner.ts";
import type { PreparedRequest, ReadRequest } from "./prepare.ts";
import {
  FirstTryRefusals,
  isReplay,
  scenarioError,
  scenarioResult,
  unknownScenario,
} from "./sandbox.ts";
import { SingleFlight } from "./single-flight.ts";
import { requireScope } from "./strict-scope.ts";
import { draining, notReady, tooManyOpen } from "./unavailable.ts";

export interface OriginContext {
  store: StateStore;
  engineHost: EngineHost;
  logger: Logger;
  metrics: Metrics;
  /** From the arrival of a request to its answer. */
  requestDeadlineMs: number;
  storeQuery: StoreQuery;
  /** Epoch milliseconds. */
  now(): number;
}

export interface AdmittedRequest {
  exchange: {
    request: Request;
    /** The request's name in the log. */
    rid: string;
    /**
     * The request's name for the caller. A replay carries that of its first answer, so it makes
     * none.
     */
    readonly trace_id: string;
    /** `performance.now()` at arrival. */
    arrived: number;
  };
  partner: Partner;
  tenant: Tenant;
  /** The client's consent at arrival. */
  consent: ConsentState;
  caller: Caller;
  /** What the sandbox was asked to answer; null in production. */
  scenario: Scenario | null;
}

interface Call extends AdmittedRequest {
  deadline: Deadline;
  /** Times the stages around the engine's. */
  watch: ReturnType<typeof stopwatchOf>;
}

interface EngineAnswer {
  model_version: string;
  result: EngineResult;
}

/** A body to send, and whether this call computed it. */
interface ServedBody {
  body: string;
  computed: boolean;
}

export class RecommendationOperation {
  readonly #context: OriginContext;
  readonly #flights = new SingleFlight<ServedBody>();
  readonly #admission = new Admission(ANSWERS_AT_ONCE);
  readonly #allowance = new BodyAllowance(UNREAD_BODIES_BYTES_MAX);
  readonly #bodyReader = new BodyReader();
  readonly #firstTries = new FirstTryRefusals();
  #open = 0;
  #draining = false;
  #whenIdle: (() => void) | null = null;

  constructor(context: OriginContext) {
    this.#context = context;
  }

  /**
   * Every failure except one becomes a documented body.
   * @throws KeyEndedError where the credential became invalid while the request was open
   */
  async handle(admitted: AdmittedRequest): Promise<Response> {
    const { exchange, partner, scenario } = admitted;
    const deadline = new Deadline(exchange.arrived, this.#context.requestDeadlineMs);
    const watch = stopwatchOf(() => performance.now());
    const call: Call = { ...admitted, deadline, watch };
    const named: { requestId: string | null } = { requestId: null };
    this.#open += 1;
    try {
      if (this.#draining) throw draining();
      if (this.#open > OPEN_REQUESTS_MAX) throw tooManyOpen();
      const refusal = consentRefusal(admitted.consent);
      if (refusal !== null) return this.#withoutConsent(refusal, partner);
      if (scenario?.outcome.kind === "consent") return refusalResponse(scenario.outcome.detail);
      const read = await this.#receive(call);
      named.requestId = read.requestId;
      if (scenario?.outcome.kind === "unknown") throw unknownScenario();
      let answer = await this.#answer(read, call);
      // The store gives what a retry would get.
      if (isReplay(scenario)) answer = await this.#answer(read, call);
      if (!answer.computed) bestEffort(() => reportReplay(this.#context, call));
      return jsonResponse(200, answer.body, {
        "x-service-cache": answer.computed ? "miss" : "hit",
      });
    } catch (error) {
      if (error instanceof KeyEndedError) throw error;
      const refusal = error instanceof ConsentEndedError ? consentRefusal(error.state) : null;
      if (refusal !== null) return this.#withoutConsent(refusal, partner);
      return errorResponse(this.#serviceError(error, call), named.requestId, exchange.trace_id);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#whenIdle?.();
    }
  }

  /**
   * Runs `work` on the engine when it is this client's turn.
   * @throws ServiceError `service_unavailable` where the engine or the time for it is lacking
   */
  onEngine<T>(
    client_id: string,
    deadline: Deadline,
    work: (ready: EngineLease) => Promise<T>,
  ): Promise<T> {
    return this.#admission.run(client_id, deadline, () => {
      const ready = this.#ready();
      return ready.during(() => work(ready));
    });
  }

  /** True from the moment the service is told to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Admits no new request. Resolves when no request is open and no work runs, including work whose
   * caller has gone.
   */
  async drain(): Promise<void> {
    this.#draining = true;
    if (this.#open > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await this.#flights.whenDrained();
  }

  close(): void {
    this.#bodyReader.close();
  }

  #withoutConsent(reason: ConsentReason, { client_id }: Partner): Response {
    bestEffort(() => this.#context.metrics.countEnding(client_id, reason));
    return refusalResponse(reason);
  }

  async #receive(call: Call): Promise<ReadRequest> {
    const { exchange, tenant, deadline, watch } = call;
    return await watch.time("receive", () =>
      withBody(exchange.request, this.#allowance, deadline, (chunks) =>
        this.#bodyReader.read(chunks, tenant, this.#context.now(), deadline),
      ),
    );
  }

  async #answer(read: ReadRequest, call: Call): Promise<ServedBody> {
    const { requestId } = read;
    const { store } = this.#context;
    const { client_id } = call.partner;
    if (requestId === null) {
      await call.deadline.within(store.requireKeyAndConsent(call.caller));
      // Without a usable request_id the check cannot pass, and it names the other faults too.
      read.prepare();
      throw new ServiceError("internal_error", INTERNAL_MESSAGE, {
        internal: "a request without request_id passed its check",
      });
    }
    for (;;) {
      const replay = await call.deadline.within(store.replay(client_id, requestId, call.caller));
      if (replay !== null) return { body: replay.body, computed: false };
      const pair = JSON.stringify([client_id, requestId]);
      const flight = this.#flights.join(pair, call.deadline, (deadline) =>
        this.#compute(read, requestId, { ...call, deadline }),
      );
      const answer = await call.deadline.within(flight.outcome).catch((error) => {
        // The key of the caller that computed it became invalid; this caller's key may still hold.
        if (flight.leader || !(error instanceof KeyEndedError)) throw error;
        return null;
      });
      if (flight.leader && answer !== null) return answer;
      // The caller that computed it was checked before the commit. Callers that waited are checked
      // here.
      await call.deadline.within(store.requireKeyAndConsent(call.caller));
      if (answer !== null) return { body: answer.body, computed: false };
    }
  }

  async #compute(read: ReadRequest, requestId: string, call: Call): Promise<ServedBody> {
    const { store, now } = this.#context;
    const { watch, partner, scenario, caller, deadline } = call;
    const prepared = await watch.time("prepare", async () => read.prepare());
    const ready = this.#ready();
    const { model_version, result } =
      scenario === null
        ? await this.#recommend(prepared, call)
        : this.#playScenario(scenario, requestId, prepared, ready, call);
    for (const [stage, ms] of Object.entries(result.timings_ms)) watch.add(stage, ms);
    const entry = auditEntry({
      client_id: partner.client_id,
      request_id: requestId,
      trace_id: call.exchange.trace_id,
      served_at: new Date(now()).toISOString(),
      model_version,
      prepared,
      scenario: scenario?.name ?? null,
      result,
      timings_ms: watch.timings(),
      storeQuery: this.#context.storeQuery,
    });
    // An answer that cannot be recorded is not served, and a late one is not recorded.
    const row = await watch.time("commit", () => store.commit(entry, caller, deadline));
    const elapsedMs = performance.now() - call.exchange.arrived;
    bestEffort(() => reportAnswer(this.#context, call, prepared, entry, elapsedMs));
    // Another process may have answered the same request first. Then its row is the answer.
    return { body: row.response, computed: row.trace_id === call.exchange.trace_id };
  }

  /** Waits for the caller's turn. The engine may have been replaced meanwhile. */
  #recommend(prepared: PreparedRequest, call: Call): Promise<EngineAnswer> {
    const { deadline, watch, partner } = call;
    const waiting = performance.now();
    return this.onEngine(partner.client_id, deadline, async ({ engine, model_version }) => {
      watch.add("line", performance.now() - waiting);
      // The engine reads the message here and caches the reading for the answer.
      await watch.time("understand", () => requireScope(prepared, engine));
      const result = await engine.recommend(prepared.features, () => deadline.check());
      return { model_version, result };
    });
  }

  /**
   * Takes no turn, because the pace of the turns is that of real answers.
   * @throws ServiceError where the scenario is a refusal
   */
  #playScenario(
    { outcome }: Scenario,
    requestId: string,
    { features }: PreparedRequest,
    { model_version, corpus_version }: EngineLease,
    { partner }: Call,
  ): EngineAnswer {
    const tried = JSON.stringify([partner.client_id, requestId]);
    if (outcome.kind === "error" && this.#firstTries.refuses(outcome, tried))
      throw scenarioError(outcome);
    return { model_version, result: scenarioResult(outcome, features, corpus_version) };
  }

  /**
   * @throws ServiceError `service_unavailable` while the engine is loading or inference has failed
   */
  #ready(): EngineLease {
    const ready = this.#context.engineHost.current();
    if (ready !== null) return ready;
    throw notReady("the engine is loading, or inference is gone");
  }

  /** An unexpected error becomes a 500 that reveals nothing. The cause goes to the log. */
  #serviceError(error: unknown, call: Call): ServiceError {
    const refusal =
      error instanceof ServiceError
        ? error
        : new ServiceError("internal_error", INTERNAL_MESSAGE, { cause: error });
    bestEffort(() => reportRefusal(this.#context, refusal, call));
    return refusal;
  }
}
