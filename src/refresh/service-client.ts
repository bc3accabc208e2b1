/**
 * A client of one service. It keeps the service's pace, retries passing faults, and follows no
 * redirect to another host.
 * @module
 */
import type { Clock } from "./clock.ts";
import {
  type Accept,
  bodyFault,
  type CacheValidator,
  exchange,
  type HttpAnswer,
  HttpFault,
} from "./http.ts";
import { RequestPace } from "./request-pace.ts";
import { backoffMs, retryAfterMs } from "./retry.ts";
import type { ServiceLimits } from "./service-limits.ts";

const REDIRECTS_MAX = 3;
const MS_PER_S = 1000;

export interface ServiceClientOptions {
  /** The service's usual name; it begins every message. */
  label: string;
  /** All addresses are below this one. */
  base: URL;
  /** Sent with every request, so that the service can write to the operator. */
  contact: string;
  limits: ServiceLimits;
  clock: Clock;
  chance: () => number;
  signal?: AbortSignal;
  /** Called for every pause other than the usual pace. */
  onPause?: (line: string) => void;
}

export interface ServiceRequest<T> {
  /** A path below the base address, such as `/works`. */
  path: string;
  parameters: Readonly<Record<string, string>>;
  post?: boolean;
  accept: Accept;
  validator?: CacheValidator;
  /**
   * Parses a body.
   * @throws HttpFault where it is not what was asked for
   */
  read(text: string): T;
}

export interface ServiceAnswer<T> {
  value: T;
  text: string;
  validator: CacheValidator | null;
}

export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #pace: RequestPace;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#pace = new RequestPace(options.clock, options.limits.requests_per_s);
  }

  get contact(): string {
    return this.#options.contact;
  }

  /**
   * The answer; null where the caller already has it (`validator`).
   * @throws HttpFault where the service cannot or will not answer, after all tries
   */
  async get<T>(ask: ServiceRequest<T>): Promise<ServiceAnswer<T> | null> {
    const { limits, clock, label } = this.#options;
    for (let failures = 1; ; failures++) {
      try {
        const answer = await this.#follow(ask);
        if (answer.kind !== "body") return null;
        return { value: ask.read(answer.text), text: answer.text, validator: answer.validator };
      } catch (error) {
        if (!(error instanceof HttpFault)) throw error;
        if (!error.passing) throw this.#named(error, "");
        if (failures >= limits.attempts_max) throw this.#named(error, ` (${failures} tries)`);
        const asked = retryAfterMs(error.retryAfter, clock.now()) ?? 0;
        if (asked > limits.retry_after_max_ms) {
          throw this.#named(error, ` and asks to come back in ${Math.ceil(asked / MS_PER_S)} s`);
        }
        const pause = Math.max(asked, backoffMs(failures, limits, this.#options.chance));
        this.#options.onPause?.(
          `${label}: ${error.message}; again in ${Math.max(1, Math.round(pause / MS_PER_S))} s`,
        );
        await clock.sleep(pause, this.#options.signal);
      }
    }
  }

  #named(fault: HttpFault, more: string): HttpFault {
    return new HttpFault(`${this.#options.label}: ${fault.message}${more}`, {
      passing: fault.passing,
      ...(fault.status !== null && { status: fault.status }),
    });
  }

  async #follow<T>(ask: ServiceRequest<T>): Promise<HttpAnswer> {
    const { base, limits, signal, contact } = this.#options;
    const parameters = new URLSearchParams(ask.parameters);
    let url = new URL(base.href.replace(/\/$/, "") + ask.path);
    if (ask.post !== true) url.search = parameters.toString();
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      await this.#pace.turn(signal);
      const answer = await exchange(
        {
          url,
          accept: ask.accept,
          ...(ask.post === true && { form: parameters }),
          userAgent: `phasewise (corpus refresh; mailto:${contact})`,
          ...(ask.validator !== undefined && { validator: ask.validator }),
        },
        limits,
        signal,
      );
      if (answer.kind !== "redirect") return answer;
      url = this.#sameHost(answer.to, url);
    }
    throw bodyFault("it redirects without end");
  }

  #sameHost(to: string, from: URL): URL {
    const url = URL.parse(to, from.href);
    if (url === null || url.origin !== from.origin) {
      throw new HttpFault("it redirects to another host, which is not followed", {
        passing: false,
      });
    }
    return url;
  }
}
