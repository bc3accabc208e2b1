/**
 * Answers are recorded one after the other, and between two of them the event loop turns: neither a
 * lock that another process holds nor a crowd behind it keeps anybody else waiting.
 * @module
 */
export class CommitLine {
  #last: Promise<unknown> | null = null;

  /** Runs `commit` at once where nobody is before it, else when all before it have ended. */
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
