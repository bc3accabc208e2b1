/**
 * Preloaded into a service (`BUN_OPTIONS=--preload …`): sets its clock back, or makes its inference
 * workers die of an error of their own, when a file in the folder `TAMPER_DIR` says so.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.TAMPER_DIR ?? "";
/** Holds by how many milliseconds the clock is wrong. */
const CLOCK_FILE = join(folder, "clock");
/** While it is there, the workers that run when it comes die once. */
const KILL_FILE = join(folder, "kill-workers");
const LOOK_EVERY_MS = 50;

const RealDate = globalThis.Date;
const RealWorker = globalThis.Worker;
let shiftMs = 0;
let workers: Worker[] = [];

globalThis.Date = class extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
} as DateConstructor;

globalThis.Worker = class extends RealWorker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    if (/inference/.test(String(given[0]))) workers.push(this);
  }
};

setInterval(() => {
  shiftMs = existsSync(CLOCK_FILE) ? Number(readFileSync(CLOCK_FILE, "utf8")) : 0;
  if (!existsSync(KILL_FILE)) return;
  // A message that is none: the worker throws where it reads it, and ends.
  for (const worker of workers) worker.postMessage(null);
  workers = [];
}, LOOK_EVERY_MS).unref();
