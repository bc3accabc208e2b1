/**
 * Gathers questions that are asked while a statement is under way, and asks them all with the next
 * one. A single question is asked in the same turn of the event loop.
 * @module
 */
interface PendingQuestion<Q, A> {
  question: Q;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/** Beyond this, one statement would hold up those that wait. */
const TOGETHER_MAX = 256;

export class QuestionBatcher<Q, A> {
  readonly #ask: (questions: readonly Q[]) => Promise<readonly A[]>;
  #waiting: PendingQuestion<Q, A>[] = [];
  #asking = false;

  /** @param ask answers the questions in their order */
  constructor(ask: (questions: readonly Q[]) => Promise<readonly A[]>) {
    this.#ask = ask;
  }

  /** What the answer says was true when, or after, the question was asked. */
  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#asking) return;
      this.#asking = true;
      // What arrives in the same turn of the loop is asked together.
      setImmediate(() => this.#next());
    });
  }

  async #next(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, TOGETHER_MAX);
      try {
        const answers = await this.#ask(batch.map(({ question }) => question));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const answer = answers[at];
          if (answer === undefined) reject(new Error("a question got no answer"));
          else resolve(answer);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#asking = false;
  }
}
