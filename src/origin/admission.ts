/**
 * Decides whose answer is computed, and when. A few answers are computed at a time. The other
 * requests wait in one queue per client, and the queues take turns. A request that cannot be
 * answered in time at the measured pace is refused on arrival.
 *
 * A client may have as many requests here as there is room left. So one client that floods gets at
 * most half of the room, two get a third each, and the next client still finds a place.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import type { Deadline } from "./deadline.ts";

/** The share of the time left that is planned with. The rest is a reserve for slow answers. */
const PLANNED_SHARE = 0.8;
/** A request that has used this share of its time goes before all younger ones. */
const URGENT_SHARE = 0.5;
/**
 * The pace assumed until answers are measured. It is cautious, so that nobody is admitted and then
 * waits in vain.
 */
const FIRST_PACE_MS = 500;
const FIRST_PACE_ANSWERS = 4;
/**
 * Each answer multiplies the weight of earlier ones by this, so about the last twenty set the pace.
 */
const DECAY_PER_ANSWER = 0.95;
/** Where answers are slow, their weight also fades with time. */
const DECAY_MS = 10_000;

interface WaitingRequest {
  deadline: Deadline;
  start(): void;
  refuse(error: unknown): void;
}

export class Admission {
  readonly #answersAtOnce: number;
  readonly #now: () => number;
  /** By client; the first client is served next. A client with no waiting request has no queue. */
  readonly #queues = new Map<string, WaitingRequest[]>();
  /** How many requests of each client run or wait; a client with none has no entry. */
  readonly #present = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #busyMs = FIRST_PACE_MS * FIRST_PACE_ANSWERS;
  #answers = FIRST_PACE_ANSWERS;
  /** When the last answer ended, or when work began after a pause. */
  #sinceMs = 0;

  /** @param now milliseconds on a clock that never steps back */
  constructor(answersAtOnce: number, now: () => number = () => performance.now()) {
    this.#answersAtOnce = answersAtOnce;
    this.#now = now;
  }

  /**
   * Runs `work` when it is this client's turn.
   * @throws ServiceError `service_unavailable`: at once where there is no room, at its turn where
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

  /** Milliseconds between answers while there is work. A stall counts while it lasts. */
  #paceMs(): number {
    const measured = this.#busyMs / this.#answers;
    if (this.#running === 0) return measured;
    const stalled = (this.#busyMs + this.#now() - this.#sinceMs) / (this.#answers + 1);
    return Math.max(measured, stalled);
  }

  #turn(client: string, deadline: Deadline): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = this.#queues.get(client) ?? [];
    queue.push({ deadline, start: resolve, refuse: reject });
    this.#queues.set(client, queue);
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
    const kept = DECAY_PER_ANSWER * Math.exp(-tookMs / DECAY_MS);
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

  /** The oldest request if its time is short, else the first of the client whose turn it is. */
  #next(): WaitingRequest | undefined {
    const [turn] = this.#queues;
    if (turn === undefined) return undefined;
    const heads = [...this.#queues].flatMap(([client, [head]]) => (head ? [{ client, head }] : []));
    const oldest = heads.reduce((a, b) => (b.head.deadline.atMs < a.head.deadline.atMs ? b : a));
    const { leftMs, spanMs } = oldest.head.deadline;
    const [client, queue] =
      leftMs < spanMs * URGENT_SHARE
        ? [oldest.client, this.#queues.get(oldest.client) ?? []]
        : turn;
    // The client is removed and added again, which moves it to the end of the turn.
    this.#queues.delete(client);
    const next = queue.shift();
    if (queue.length > 0) this.#queues.set(client, queue);
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
