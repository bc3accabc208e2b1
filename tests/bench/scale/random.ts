/** Seeded chance: the same number in, the same literature out. */

export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniform from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** An index below `count`, the r-th about 1/r as often as the first: words of a language are spread like this. */
  zipf(count: number): number {
    return Math.min(count - 1, Math.floor((count + 1) ** this.next()) - 1);
  }

  zipfPick<T>(items: readonly T[]): T {
    return items[this.zipf(items.length)] as T;
  }
}
