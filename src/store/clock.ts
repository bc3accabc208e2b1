/**
 * The store's clock, which never goes back behind the newest stored row.
 *
 * If it followed the machine's clock back, a second idempotency window would open and one request
 * would be billed twice. While the machine's clock is behind, time passes as the process measures
 * it.
 * @module
 */

/** A jump of this much past the newest row is more likely a wrong clock than a quiet service. */
export const CLOCK_LEAP_MS = 45 * 86_400_000;

export class StoreClock {
  readonly #elapsedMs: () => number;
  #last = { atMs: 0, elapsedMs: 0 };

  /** @param elapsedMs milliseconds of a clock that nobody sets */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /**
   * @param nowMs the machine's clock
   * @param newestMs the newest stored time
   */
  at(nowMs: number, newestMs: number): number {
    const elapsedMs = this.#elapsedMs();
    const ticked = Math.floor(this.#last.atMs + elapsedMs - this.#last.elapsedMs);
    const atMs = Math.max(nowMs, newestMs, ticked);
    // The anchor stays while the clock ticks, so that fractions of a millisecond are not lost at
    // each call.
    if (atMs > ticked) this.#last = { atMs, elapsedMs };
    return atMs;
  }
}
