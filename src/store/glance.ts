/**
 * Shares one check of the database file among several questions that are asked without a wait in
 * between. Checking whether another process wrote to the file, or moved it, costs more than
 * everything else that a replay needs from the store.
 * @module
 */
export interface Glance {
  /** Runs `work` up to its first wait. Writes of other processes count from the next check on. */
  run<T>(work: () => T): T;
  /** Calls `look` once within a glance, and at every call outside one. */
  once<V>(look: () => V): () => V;
}

export function createGlance(): Glance {
  /** The number of the present glance; null outside one. */
  let running: number | null = null;
  let glances = 0;
  return {
    run(work) {
      if (running !== null) return work();
      running = ++glances;
      try {
        return work();
      } finally {
        running = null;
      }
    },
    once<V>(look: () => V) {
      let made: { glance: number; value: V } | null = null;
      return () => {
        if (running === null) return look();
        if (made?.glance !== running) made = { glance: running, value: look() };
        return made.value;
      };
    },
  };
}
