/**
 * Concurrent equal work runs once; everybody who asked meanwhile gets its outcome. A caller that goes away cancels nothing.
 * @module
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** `leader` is true for the caller whose work runs; a failure reaches all of them and leaves nothing behind. */
  join(key: string, work: () => Promise<T>): { outcome: Promise<T>; leader: boolean } {
    const running = this.#running.get(key);
    if (running !== undefined) return { outcome: running, leader: false };
    const outcome = work().finally(() => this.#running.delete(key));
    this.#running.set(key, outcome);
    return { outcome, leader: true };
  }

  /** Resolves when nothing that was running is running any more. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
