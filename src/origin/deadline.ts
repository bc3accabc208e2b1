/**
 * One instant by which a request is answered or put off, from its arrival through every stage.
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

  /** The same instant, to be put off by itself. */
  copy(): Deadline {
    return new Deadline(this.#atMs - this.spanMs, this.spanMs, this.#now);
  }

  /** Somebody waits for the same work, and perhaps for longer. */
  putOff({ atMs }: Deadline): void {
    this.#atMs = Math.max(this.#atMs, atMs);
  }

  /** @throws ServiceError `service_unavailable` where the deadline has passed */
  check(reason: UnavailableReason = "deadline"): void {
    if (this.leftMs <= 0) throw late(reason);
  }

  /**
   * What `work` gives, where it comes in time. Work that is late goes on; nobody waits for it.
   * @throws ServiceError `service_unavailable` at the deadline
   */
  async within<T>(work: Promise<T>, reason: UnavailableReason = "deadline"): Promise<T> {
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
