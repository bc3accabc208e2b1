/**
 * Who is computed for, and when. A few answers are computed at a time. Everybody else stands in one
 * line for each client, and the lines are served in turn. Whoever could not be answered in time by
 * the measured pace is refused on arrival.
 *
 * A client may have as many requests here as there is room left. So one that floods takes half of the
 * room at most, two that flood take a third each, and whoever comes next still finds a place.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import type { Deadline } from "./deadline.ts";

/** Of the time that is left, what is planned with; the rest is for answers that take longer. */
const PLANNED_SHARE = 0.8;
/** A request that has used this share of its time goes before all that are younger. */
const AGED_SHARE = 0.5;
/** Assumed until answers were measured: cautious, so that nobody is let in who then waits in vain. */
const FIRST_PACE_MS = 500;
const FIRST_PACE_ANSWERS = 4;
/** Each answer makes earlier ones count so much less: about the last twenty make the pace, */
const MEMORY = 0.95;
/** or those of about so long, where answers come slowly. */
const MEMORY_MS = 10_000;

interface Waiting {
  deadline: Deadline;
  start(): void;
  refuse(error: unknown): void;
}

export class Admission {
  readonly #answersAtOnce: number;
  readonly #now: () => number;
  /** By client; the first is served next. A client without anybody waiting has no line. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Requests of each client that run or wait; a client without any is not in it. */
  readonly #present = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #busyMs = FIRST_PACE_MS * FIRST_PACE_ANSWERS;
  #answers = FIRST_PACE_ANSWERS;
  /** When the last answer ended, or the first of those that run began. */
  #sinceMs = 0;

  /** @param now milliseconds on a clock that never steps back */
  constructor(answersAtOnce: number, now: () => number = () => performance.now()) {
    this.#answersAtOnce = answersAtOnce;
    this.#now = now;
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` when it is this client's turn.
   * @throws ServiceError `service_unavailable`: at once where the line is full, at its turn where
   *   the deadline has passed
   */
  async run<T>(client: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    if (!this.#hasRoom(client, deadline)) throw full();
    this.#present.set(client, this.#presentOf(client) + 1);
    try {
      if (this.#running < this.#answersAtOnce && this.#waiting === 0) this.#begin();
      else await this.#turn(client, deadline);
      try {
        return await work();
      } finally {
        this.#end();
      }
    } finally {
      const left = this.#presentOf(client) - 1;
      if (left > 0) this.#present.set(client, left);
      else this.#present.delete(client);
    }
  }

  #presentOf(client: string): number {
    return this.#present.get(client) ?? 0;
  }

  #hasRoom(client: string, deadline: Deadline): boolean {
    if (this.#running === 0 && this.#waiting === 0) return true;
    const inTime = Math.floor((deadline.leftMs * PLANNED_SHARE) / this.#paceMs());
    const room = inTime - this.#running - this.#waiting;
    return this.#presentOf(client) < room;
  }

  /** Milliseconds from one answer to the next while there is work; a stall counts while it lasts. */
  #paceMs(): number {
    const measured = this.#busyMs / this.#answers;
    if (this.#running === 0) return measured;
    const stalled = (this.#busyMs + this.#now() - this.#sinceMs) / (this.#answers + 1);
    return Math.max(measured, stalled);
  }

  #turn(client: string, deadline: Deadline): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.#lines.get(client) ?? [];
    line.push({ deadline, start: resolve, refuse: reject });
    this.#lines.set(client, line);
    this.#waiting += 1;
    return promise;
  }

  #begin(): void {
    if (this.#running === 0) this.#sinceMs = this.#now();
    this.#running += 1;
  }

  #end(): void {
    const now = this.#now();
    const tookMs = now - this.#sinceMs;
    const kept = MEMORY * Math.exp(-tookMs / MEMORY_MS);
    this.#busyMs = this.#busyMs * kept + tookMs;
    this.#answers = this.#answers * kept + 1;
    this.#sinceMs = now;
    this.#running -= 1;
    while (this.#running < this.#answersAtOnce) {
      const next = this.#next();
      if (next === undefined) return;
      try {
        next.deadline.check();
        this.#begin();
        next.start();
      } catch (error) {
        next.refuse(error);
      }
    }
  }

  /** The oldest where it is pressed for time, else the first of the client whose turn it is. */
  #next(): Waiting | undefined {
    const [turn] = this.#lines;
    if (turn === undefined) return undefined;
    const heads = [...this.#lines].flatMap(([client, [head]]) => (head ? [{ client, head }] : []));
    const oldest = heads.reduce((a, b) => (b.head.deadline.atMs < a.head.deadline.atMs ? b : a));
    const { leftMs, spanMs } = oldest.head.deadline;
    const [client, line] =
      leftMs < spanMs * AGED_SHARE ? [oldest.client, this.#lines.get(oldest.client) ?? []] : turn;
    // Out and in again: the client goes to the end of the turn.
    this.#lines.delete(client);
    const next = line.shift();
    if (line.length > 0) this.#lines.set(client, line);
    this.#waiting -= 1;
    return next;
  }
}

function full(): ServiceError {
  return new ServiceError("service_unavailable", "The service is busy; retry shortly.", {
    reason: "overloaded",
    internal: "the line is full",
  });
}
