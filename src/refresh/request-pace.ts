/**
 * Sends the requests to one service one after the other, never more than the agreed number in any
 * second.
 * @module
 */
import type { Clock } from "./clock.ts";

/**
 * A margin, because requests travel at different speeds and may arrive closer together than they
 * were sent.
 */
const MARGIN = 1.2;
const MS_PER_S = 1000;

export class RequestPace {
  readonly #clock: Clock;
  readonly #interval_ms: number;
  #next_ms = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: Clock, requestsPerSecond: number) {
    this.#clock = clock;
    this.#interval_ms = (MS_PER_S / requestsPerSecond) * MARGIN;
  }

  /**
   * Resolves when the next request may be sent.
   * @throws the signal's reason when it is aborted
   */
  turn(signal?: AbortSignal): Promise<void> {
    const mine = this.#last.then(() => this.#wait(signal));
    // A caller that gave up does not delay those after it.
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /**
   * The interval counts from when a turn was actually given, so that no burst follows when the
   * machine was suspended.
   */
  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const wait = this.#next_ms - this.#clock.now();
    if (wait > 0) await this.#clock.sleep(wait, signal);
    this.#next_ms = this.#clock.now() + this.#interval_ms;
  }
}
