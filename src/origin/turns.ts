/**
 * Shares the event loop: work that needs it comes in small steps, and when those of one turn of the
 * loop have taken their time, the next waits for the next turn. So a crowd that arrives at once keeps
 * nobody else waiting.
 * @module
 */

/** Of one turn; one step takes about a millisecond. */
const TURN_MS = 5;

export class Turns {
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
