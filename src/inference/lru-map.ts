/** A bounded map that drops the least recently used entries. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The stored value. Reading it does not count as a use. */
  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** The stored value, or a new one from `make`. */
  getOrMake(key: K, make: (key: K) => V): V {
    const kept = this.#entries.get(key);
    const value = kept ?? make(key);
    // A Map keeps insertion order, so deleting and inserting an entry makes it the newest.
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
