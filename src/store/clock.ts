/**
 * The store's time: it never goes back behind the newest stored row, and goes on from there.
 *
 * A machine's clock that steps back would otherwise open a second idempotency window and bill one
 * request twice. While the clock is behind, time passes as the process measures it.
 * @module
 */

/** A jump ahead of the newest row that is more likely a wrong clock than a quiet service. */
export const CLOCK_LEAP_MS = 45 * 86_400_000;

export class StoreClock {
  readonly #elapsedMs: () => number;
  #last = { atMs: 0, elapsedMs: 0 };

  /** @param elapsedMs milliseconds that no setting of the machine's clock changes */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /**
   * @param nowMs the machine's clock
   * @param newestMs the newest time that is stored
   */
  at(nowMs: number, newestMs: number): number {
    const elapsedMs = this.#elapsedMs();
    const ticked = Math.floor(this.#last.atMs + elapsedMs - this.#last.elapsedMs);
    const atMs = Math.max(nowMs, newestMs, ticked);
    // While it ticks the anchor stays, so that fractions of a millisecond are not lost at every look.
    if (atMs > ticked) this.#last = { atMs, elapsedMs };
    return atMs;
  }
}
