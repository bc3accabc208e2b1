/**
 * Lines on their way to a file descriptor. They wait in memory, and the thread pool writes them,
 * one write at a time. A caller that pushes a line never waits and never hears of a failed write.
 * @module
 */
import { write } from "node:fs";

/** About four thousand lines. While a reader stalls for longer, new lines are dropped. */
const WAITING_BYTES_MAX = 1024 * 1024;
/** One write takes at most this many, so that little is repeated after a partial write. */
const WRITE_BYTES_MAX = 64 * 1024;
/** The pause before the next try on a full volume or after a reader has left. */
const RETRY_MS = 1_000;
/** A full non-blocking pipe fails at once, so the next try comes sooner. */
const RETRY_FULL_PIPE_MS = 20;

export class LineQueue {
  readonly #descriptor: number;
  /** The line that says how many lines were dropped. */
  readonly #notice: (count: number) => string;
  #lines: string[] = [];
  #waitingBytes = 0;
  /** What is being written. Its bytes still count as waiting. */
  #unwritten: Buffer = Buffer.alloc(0);
  #busy = false;
  #dropped = 0;
  #unreportedDrops = 0;
  /** Called when nothing waits any more, or when a write failed. */
  #waiters: (() => void)[] = [];

  constructor(descriptor: number, notice: (count: number) => string) {
    this.#descriptor = descriptor;
    this.#notice = notice;
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** @param line with its line break */
  push(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > WAITING_BYTES_MAX) {
      this.#dropped += 1;
      this.#unreportedDrops += 1;
      return;
    }
    this.#add(line, bytes);
  }

  /** Resolves when everything is written, a write failed or the time is over. */
  async flush(timeoutMs: number): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const settled = Promise.withResolvers<void>();
    this.#waiters.push(settled.resolve);
    const timer = setTimeout(settled.resolve, timeoutMs);
    await settled.promise;
    clearTimeout(timer);
  }

  #add(line: string, bytes: number): void {
    this.#lines.push(line);
    this.#waitingBytes += bytes;
    if (this.#busy) return;
    this.#busy = true;
    // Waits for the lines that follow at once, because a write on another thread costs more than a
    // line.
    setImmediate(() => this.#advance());
  }

  #advance(): void {
    if (this.#unwritten.length === 0) this.#unwritten = Buffer.from(this.#take());
    if (this.#unwritten.length === 0) {
      this.#busy = false;
      this.#wakeWaiters();
      return;
    }
    write(this.#descriptor, this.#unwritten, 0, this.#unwritten.length, null, (error, written) => {
      if (error !== null) return this.#retry(error.code);
      this.#unwritten = this.#unwritten.subarray(written);
      this.#waitingBytes -= written;
      if (this.#unreportedDrops > 0) {
        const notice = this.#notice(this.#unreportedDrops);
        this.#unreportedDrops = 0;
        this.#add(notice, Buffer.byteLength(notice));
      }
      this.#advance();
    });
  }

  #retry(code: string | undefined): void {
    if (code !== "EAGAIN") this.#wakeWaiters();
    const timer = setTimeout(
      () => this.#advance(),
      code === "EAGAIN" ? RETRY_FULL_PIPE_MS : RETRY_MS,
    );
    // A log that cannot be written must not keep the process running.
    timer.unref();
  }

  #take(): string {
    let end = 0;
    for (let bytes = 0; end < this.#lines.length && bytes < WRITE_BYTES_MAX; end++)
      bytes += Buffer.byteLength(this.#lines[end] ?? "");
    const taken = this.#lines.slice(0, end).join("");
    this.#lines = this.#lines.slice(end);
    return taken;
  }

  #wakeWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
