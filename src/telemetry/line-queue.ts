/**
 * Lines on their way to a descriptor: they wait in memory and are written by the thread pool, one
 * write at a time. Whoever pushes a line never waits, and never hears that it could not be written.
 * @module
 */
import { write } from "node:fs";

/** About four thousand lines. A reader that stands still for longer loses the newest ones. */
const WAITING_BYTES_MAX = 1024 * 1024;
/** One write takes so many, so that little has to be repeated where a part fits. */
const WRITE_BYTES_MAX = 64 * 1024;
/** A full volume or a reader that left is looked at again so often. */
const RETRY_MS = 1_000;
/** A pipe that does not block says at once that it is full. */
const RETRY_FULL_PIPE_MS = 20;

export class LineQueue {
  readonly #descriptor: number;
  /** The line that says how many were dropped. */
  readonly #notice: (count: number) => string;
  #lines: string[] = [];
  #waitingBytes = 0;
  /** What is being written; its bytes still count as waiting. */
  #unwritten: Buffer = Buffer.alloc(0);
  #busy = false;
  #dropped = 0;
  #untold = 0;
  /** Told as soon as nothing waits, or a write failed. */
  #settled: (() => void)[] = [];

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
      this.#untold += 1;
      return;
    }
    this.#add(line, bytes);
  }

  /** Resolves when everything is written, a write failed or the time is over. */
  async flush(timeoutMs: number): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const settled = Promise.withResolvers<void>();
    this.#settled.push(settled.resolve);
    const timer = setTimeout(settled.resolve, timeoutMs);
    await settled.promise;
    clearTimeout(timer);
  }

  #add(line: string, bytes: number): void {
    this.#lines.push(line);
    this.#waitingBytes += bytes;
    if (this.#busy) return;
    this.#busy = true;
    // Together with what is pushed next: handing a write to another thread costs more than a line.
    setImmediate(() => this.#advance());
  }

  #advance(): void {
    if (this.#unwritten.length === 0) this.#unwritten = Buffer.from(this.#take());
    if (this.#unwritten.length === 0) {
      this.#busy = false;
      this.#settle();
      return;
    }
    write(this.#descriptor, this.#unwritten, 0, this.#unwritten.length, null, (error, written) => {
      if (error !== null) return this.#retry(error.code);
      this.#unwritten = this.#unwritten.subarray(written);
      this.#waitingBytes -= written;
      if (this.#untold > 0) {
        const told = this.#notice(this.#untold);
        this.#untold = 0;
        this.#add(told, Buffer.byteLength(told));
      }
      this.#advance();
    });
  }

  #retry(code: string | undefined): void {
    if (code !== "EAGAIN") this.#settle();
    const timer = setTimeout(() => this.#advance(), code === "EAGAIN" ? RETRY_FULL_PIPE_MS : RETRY_MS);
    // A log that cannot be written is no reason to go on running.
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

  #settle(): void {
    for (const resolve of this.#settled.splice(0)) resolve();
  }
}
