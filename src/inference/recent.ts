/** A bounded memory that forgets what was not used for longest. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The remembered value; it stays as old as it is. */
  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** The remembered value, or what `make` gives. */
  getOrMake(key: K, make: (key: K) => V): V {
    const known = this.#entries.get(key);
    const value = known ?? make(key);
    // A Map keeps insertion order: taking the entry out and in again makes it the newest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#max) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }
}
