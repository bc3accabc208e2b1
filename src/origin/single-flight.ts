/**
 * Runs concurrent equal work once and gives every caller its outcome. A caller that leaves cancels
 * nothing, and the work has until the latest deadline of its callers.
 * @module
 */
import type { Deadline } from "./deadline.ts";

export class SingleFlight<T> {
  readonly #running = new Map<string, { outcome: Promise<T>; deadline: Deadline }>();

  /**
   * `leader` is true for the caller whose work runs. A failure reaches every caller and is not
   * kept.
   * @param own the caller's deadline, which does not change
   * @param work gets the deadline that later callers extend
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

  /** Resolves when all work that is running now has ended. */
  async whenDrained(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ outcome }) => outcome));
  }
}
