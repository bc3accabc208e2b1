/**
 * One look at the file for several questions that are asked without a wait in between. To see
 * whether another process wrote, or moved the file, costs more than all else that a replay needs of
 * the store.
 * @module
 */
export interface Glance {
  /**
   * Runs `work` up to where it first waits; what others write meanwhile counts from the next look.
   */
  run<T>(work: () => T): T;
  /** `look`, made once in a glance, and at every call outside of one. */
  once<V>(look: () => V): () => V;
}

export function createGlance(): Glance {
  /** Counts the glances; null outside of one. */
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
