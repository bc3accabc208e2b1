/**
 * Requests to one service, spread evenly: never more than the agreed number in any second.
 * @module
 */
import type { Clock } from "./clock.ts";

/** Two requests may travel at different speed; this much closer they may arrive. */
const MARGIN = 1.1;
const MS_PER_S = 1000;

export class Pace {
  readonly #clock: Clock;
  readonly #interval_ms: number;
  #next_ms = 0;

  constructor(clock: Clock, requestsPerSecond: number) {
    this.#clock = clock;
    this.#interval_ms = (MS_PER_S / requestsPerSecond) * MARGIN;
  }

  /** Resolves when the next request may be sent. */
  async turn(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const at = Math.max(now, this.#next_ms);
    this.#next_ms = at + this.#interval_ms;
    if (at > now) await this.#clock.sleep(at - now, signal);
  }
}
