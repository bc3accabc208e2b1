/** Seeded chance: the same number in, the same literature out. */
import { seededChance } from "../../../src/refresh/retry.ts";

export class Chance {
  /** Uniform from 0 to below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededChance(seed);
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /**
   * An index below `count`, the r-th about 1/r as often as the first: words of a language are
   * spread like this.
   */
  zipf(count: number): number {
    return Math.min(count - 1, Math.floor((count + 1) ** this.next()) - 1);
  }

  zipfPick<T>(items: readonly T[]): T {
    return items[this.zipf(items.length)] as T;
  }
}
