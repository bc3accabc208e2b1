/**
 * The bounded queue in front of one inference worker. It keeps the deadlines and replaces the
 * worker when it ends.
 * @module
 */
import { ServiceError, type UnavailableReason } from "../contract/error.ts";
import type { Reply, Task } from "./protocol.ts";
import type { WorkerLink } from "./worker-link.ts";

/** Consecutive starts without an answered task before the queue gives up. */
const RESTARTS_MAX = 5;
const BACKOFF_FIRST_MS = 50;
const CLOSE_WAIT_MS = 2000;

export interface QueueOptions {
  /** Tasks that may wait, not counting the running one. */
  queueMax: number;
  /**
   * From submission to answer. A worker that is still busy with a task at twice its deadline is
   * replaced.
   */
  deadlineMs: number;
  open(): Promise<WorkerLink>;
  watch?: WorkerWatch | undefined;
}

/** Hears what callers do not: why a worker ended, and that no other will replace it. */
export interface WorkerWatch {
  lost(why: string): void;
  failed(why: string): void;
}

interface Job {
  task: Task;
  resolve(reply: Reply): void;
  reject(error: ServiceError): void;
  deadline: Timer;
}

function unavailable(reason: UnavailableReason, internal: string): ServiceError {
  return new ServiceError(
    "service_unavailable",
    "The service is busy or restarting. Try again shortly.",
    {
      reason,
      internal,
    },
  );
}

export class InferenceQueue {
  readonly #options: QueueOptions;
  readonly #waiting: Job[] = [];
  #running: Job | null = null;
  #link: WorkerLink | null;
  #restarts = 0;
  #backoff: Timer | undefined;
  #ended: "failed" | "closed" | null = null;

  constructor(link: WorkerLink, options: QueueOptions) {
    this.#options = options;
    this.#link = link;
    this.#watch(link);
  }

  /** Tasks that wait or run. */
  get depth(): number {
    return this.#waiting.length + (this.#running === null ? 0 : 1);
  }

  /** True when the worker ended too often, so that nothing is served any more. */
  get failed(): boolean {
    return this.#ended === "failed";
  }

  /**
   * @throws ServiceError `service_unavailable` when the queue is full, the deadline passes or the
   *   worker ends
   */
  submit(task: Task): Promise<Reply> {
    if (this.#ended !== null)
      return Promise.reject(unavailable("worker", `the inference queue has ${this.#ended}`));
    if (this.#waiting.length >= this.#options.queueMax) {
      return Promise.reject(unavailable("queue_full", "the inference queue is full"));
    }
    return new Promise((resolve, reject) => {
      const job: Job = {
        task,
        resolve,
        reject,
        deadline: setTimeout(() => this.#expire(job), this.#options.deadlineMs),
      };
      this.#waiting.push(job);
      this.#advance();
    });
  }

  /** Fails the pending tasks and ends the worker. It waits only briefly for a stuck one. */
  async close(): Promise<void> {
    const link = this.#link;
    this.#end("closed");
    link?.retire();
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, CLOSE_WAIT_MS);
    await Promise.race([link?.gone, waited.promise]);
    clearTimeout(timer);
  }

  #advance(): void {
    const link = this.#link;
    if (link === null || this.#running !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#running = job;
    link.ask(job.task).then(
      (reply) => {
        // The late answer of a worker that was already given up.
        if (this.#link !== link) return;
        this.#restarts = 0;
        this.#running = null;
        clearTimeout(job.deadline);
        job.resolve(reply);
        this.#advance();
      },
      // The worker ended: `#watch` fails this job with the others.
      () => undefined,
    );
  }

  #expire(job: Job): void {
    job.reject(unavailable("deadline", "the inference deadline has passed"));
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    // Native inference cannot be interrupted, so it gets as long again before another worker takes
    // over.
    else job.deadline = setTimeout(() => this.#lose("it is stuck"), this.#options.deadlineMs);
  }

  #watch(link: WorkerLink): void {
    link.gone.then((reason) => {
      if (this.#link === link) this.#lose(reason);
    });
  }

  /** Gives the worker up, fails the pending tasks and starts another worker. */
  #lose(reason: string): void {
    this.#link?.retire();
    this.#link = null;
    this.#failPending(`the inference worker is gone: ${reason}`);
    this.#restart(reason);
  }

  /** @param why the worker ended, or the last one could not be started */
  #restart(why: string): void {
    if (this.#ended !== null) return;
    if (this.#restarts >= RESTARTS_MAX) {
      this.#end("failed");
      this.#options.watch?.failed(why);
      return;
    }
    this.#options.watch?.lost(why);
    const delay = BACKOFF_FIRST_MS * 2 ** this.#restarts;
    this.#restarts += 1;
    this.#backoff = setTimeout(() => {
      this.#options.open().then(
        (link) => this.#adopt(link),
        (error: unknown) => this.#restart(error instanceof Error ? error.message : String(error)),
      );
    }, delay);
  }

  #adopt(link: WorkerLink): void {
    if (this.#ended !== null) {
      link.retire();
      return;
    }
    this.#link = link;
    this.#watch(link);
    this.#advance();
  }

  #end(how: "failed" | "closed"): void {
    this.#ended = how;
    this.#link = null;
    clearTimeout(this.#backoff);
    this.#failPending(`the inference queue has ${how}`);
  }

  #failPending(why: string): void {
    const jobs = [...this.#waiting.splice(0), ...(this.#running === null ? [] : [this.#running])];
    this.#running = null;
    for (const job of jobs) {
      clearTimeout(job.deadline);
      job.reject(unavailable("worker", why));
    }
  }
}
