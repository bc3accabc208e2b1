/**
 * Shares the event loop. Work comes in small steps. When the steps of one turn of the loop have
 * used their time, the next step waits for the next turn, so that a burst of requests does not hold
 * up the others.
 * @module
 */

/** The time of one turn; one step takes about a millisecond. */
const TURN_MS = 5;

export class EventLoopTurns {
  #beganMs: number | null = null;
  #waiting: (() => void)[] = [];

  /** Resolves when the caller may take its step. */
  async take(): Promise<void> {
    while (!this.#hasTime()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #hasTime(): boolean {
    if (this.#beganMs !== null) return performance.now() - this.#beganMs < TURN_MS;
    this.#beganMs = performance.now();
    setImmediate(() => {
      this.#beganMs = null;
      for (const ask of this.#waiting.splice(0)) ask();
    });
    return true;
  }
}
