/**
 * Shares one check of the database file among several reads that follow each other without a wait.
 * Checking whether another process wrote to the file, or moved it, costs more than everything else
 * that a replay needs from the store.
 * @module
 */
export interface ReadBatch {
  /** Runs `work` up to its first wait. Writes of other processes count from the next check on. */
  run<T>(work: () => T): T;
  /** Calls `check` once within a batch, and at every call outside one. */
  oncePerBatch<V>(check: () => V): () => V;
}

export function createReadBatch(): ReadBatch {
  /** The number of the present batch; null outside one. */
  let running: number | null = null;
  let batches = 0;
  return {
    run(work) {
      if (running !== null) return work();
      running = ++batches;
      try {
        return work();
      } finally {
        running = null;
      }
    },
    oncePerBatch<V>(check: () => V) {
      let made: { batch: number; value: V } | null = null;
      return () => {
        if (running === null) return check();
        if (made?.batch !== running) made = { batch: running, value: check() };
        return made.value;
      };
    },
  };
}
