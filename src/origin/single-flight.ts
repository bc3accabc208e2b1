/**
 * Concurrent equal work runs once; everybody who asked meanwhile gets its outcome. A caller that goes
 * away cancels nothing, and the work has until the latest deadline of those who asked.
 * @module
 */
import type { Deadline } from "./deadline.ts";

export class SingleFlight<T> {
  readonly #running = new Map<string, { outcome: Promise<T>; deadline: Deadline }>();

  /**
   * `leader` is true for the caller whose work runs; a failure reaches all of them and leaves nothing
   * behind.
   * @param own the caller's deadline, which stays as it is
   * @param work is given the deadline that later callers put off
   */
  join(
    key: string,
    own: Deadline,
    work: (deadline: Deadline) => Promise<T>,
  ): { outcome: Promise<T>; leader: boolean } {
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.deadline.putOff(own);
      return { outcome: running.outcome, leader: false };
    }
    const deadline = own.copy();
    const outcome = work(deadline).finally(() => this.#running.delete(key));
    this.#running.set(key, { outcome, deadline });
    return { outcome, leader: true };
  }

  /** Resolves when nothing that was running is running any more. */
  async drained(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ outcome }) => outcome));
  }
}
