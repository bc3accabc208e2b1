/**
 * The two calls of a partner.
 * @module
 */
import { errorOf, isObject, parsed, UnexpectedAnswerError } from "./errors.ts";
import { type Reply, type Send, send } from "./exchange.ts";
import { type Recommendation, recommendationOf } from "./recommendation.ts";
import type { Preflight, RecommendationRequests, Scenario, Tenant } from "./schema.ts";

/** A little more than the service's own deadline of 10 seconds. */
const TIMEOUT_MS = 12_000;
const ATTEMPTS = 4;

export interface ClientOptions<T extends Tenant> {
  /** Such as `https://phasewise.example`. */
  baseUrl: string;
  /** `pw_sandbox_…` or `pw_production_…`. Keep it on your server. */
  apiKey: string;
  /** The wearable that the key belongs to. */
  tenant: T;
  /** Of one try; 12,000 unless set. */
  timeoutMs?: number;
  /** How many tries at most; 4 unless set. */
  attempts?: number;
  /** The runtime's own unless set. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, its waits included; then the signal's reason is thrown. */
  signal?: AbortSignal;
  /** Sandbox keys only: the outcome to answer with. */
  scenario?: Scenario;
}

/** A request, whose id is made here unless it is given. */
type Question<T extends Tenant> = Omit<RecommendationRequests[T], "request_id"> & {
  request_id?: string;
};

export class PhasewiseClient<T extends Tenant> {
  readonly #options: ClientOptions<T>;
  readonly #base: string;

  constructor(options: ClientOptions<T>) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, "");
  }

  /**
   * Asks for a recommendation. It is tried again with the same `request_id` after 429, 502, 503, a
   * timeout or a lost connection.
   * @throws PhasewiseError
   */
  async recommend(question: Question<T>, options: CallOptions = {}): Promise<Recommendation> {
    const request = { ...question, request_id: question.request_id ?? crypto.randomUUID() };
    const reply = await this.#send(options, {
      url: `${this.#base}/v1/${this.#options.tenant}/recommendation`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.scenario !== undefined && { "x-sandbox-scenario": options.scenario }),
      },
      body: JSON.stringify(request),
    });
    return recommendationOf(reply);
  }

  /**
   * Tells the key's tenant, consent state, scopes and rate limit.
   * @throws PhasewiseError
   */
  async preflight({ signal }: Pick<CallOptions, "signal"> = {}): Promise<Preflight> {
    const reply = await this.#send(signal === undefined ? {} : { signal }, {
      url: `${this.#base}/v1/health/me`,
      method: "GET",
      headers: {},
      body: null,
    });
    const body = parsed(reply.text);
    if (!isPreflight(body)) throw new UnexpectedAnswerError(reply.text, reply);
    return body;
  }

  async #send(
    { signal }: CallOptions,
    request: Pick<Send, "url" | "method" | "headers" | "body">,
  ): Promise<Reply> {
    const { apiKey, timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS } = this.#options;
    const reply = await send({
      ...request,
      headers: { ...request.headers, authorization: `ApiKey ${apiKey}` },
      fetch: this.#options.fetch ?? globalThis.fetch.bind(globalThis),
      timeoutMs,
      attempts,
      signal,
    });
    if (reply.status !== 200) throw errorOf(reply);
    return reply;
  }
}

function isPreflight(body: unknown): body is Preflight {
  return isObject(body) && typeof body.tenant_id === "string";
}
