/**
 * The deadline of a request: one instant for all stages, counted from the request's arrival.
 * @module
 */
import { ServiceError, type UnavailableReason } from "../contract/error.ts";

const MESSAGES: Partial<Record<UnavailableReason, string>> = {
  slow_body: "The request body did not arrive in time; retry.",
};
const LATE = "The service could not answer in time; retry shortly.";

export class Deadline {
  #atMs: number;
  readonly spanMs: number;
  readonly #now: () => number;

  /**
   * @param arrivedMs on the clock of `now`
   * @param now a clock that never steps back
   */
  constructor(arrivedMs: number, spanMs: number, now: () => number = () => performance.now()) {
    this.#atMs = arrivedMs + spanMs;
    this.spanMs = spanMs;
    this.#now = now;
  }

  /** On the clock of `now`. */
  get atMs(): number {
    return this.#atMs;
  }

  get leftMs(): number {
    return this.#atMs - this.#now();
  }

  /** The same instant, which can be extended by itself. */
  copy(): Deadline {
    return new Deadline(this.#atMs - this.spanMs, this.spanMs, this.#now);
  }

  /** Extends the deadline to that of another request for the same work, if that is later. */
  putOff({ atMs }: Deadline): void {
    this.#atMs = Math.max(this.#atMs, atMs);
  }

  /** @throws ServiceError `service_unavailable` where the deadline has passed */
  check(reason: UnavailableReason = "deadline"): void {
    if (this.leftMs <= 0) throw late(reason);
  }

  /**
   * The result of `work`, if it comes in time. Late work goes on, but nobody waits for it. What is
   * there already is in time.
   * @throws ServiceError `service_unavailable` at the deadline
   */
  async within<T>(work: T | Promise<T>, reason: UnavailableReason = "deadline"): Promise<T> {
    if (!(work instanceof Promise)) return work;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => reject(late(reason)), Math.max(0, this.leftMs));
    work.then(resolve, reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

function late(reason: UnavailableReason): ServiceError {
  return new ServiceError("service_unavailable", MESSAGES[reason] ?? LATE, {
    reason,
    internal: `the deadline passed: ${reason}`,
  });
}
