/**
 * Commits answers one after the other, and lets the event loop turn between two of them. Neither
 * another process's lock nor a crowd of commits holds up other requests.
 * @module
 */
export class CommitQueue {
  #last: Promise<unknown> | null = null;

  /** Runs `commit` at once where none is before it, else after all before it have ended. */
  async run<T>(commit: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const mine = before === null ? commit() : before.then(commit);
    const ended = mine.then(turnOfTheLoop, turnOfTheLoop);
    this.#last = ended;
    try {
      return await mine;
    } finally {
      ended.then(() => {
        if (this.#last === ended) this.#last = null;
      });
    }
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
