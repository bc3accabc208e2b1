/** Runs the regular upkeep of the store in a thread of its own while the service runs. */
import { spawnWorker } from "../spawn-worker.ts";
import type { StatePlace } from "../store/state.ts";
import type { UpkeepReport, UpkeepTask } from "../store/upkeep-round.ts";
import type { Logger } from "../telemetry/logger.ts";

const MINUTE_MS = 60_000;
/**
 * Not at once: a start has enough to do, and a start that fails early must not have erased
 * anything.
 */
const FIRST_MS = 2 * MINUTE_MS;
const EVERY_MS = 6 * 60 * MINUTE_MS;

function spawnUpkeepWorker(): Worker {
  return spawnWorker("store/upkeep.worker.ts", { name: "upkeep", smol: true });
}

export interface UpkeepOptions {
  place: StatePlace;
  retainMs: number;
  logger: Logger;
  /** When the first round begins; set by tests. */
  firstMs?: number | undefined;
}

/** @returns a function that ends it at any moment */
export function startUpkeep({
  place,
  retainMs,
  logger,
  firstMs = FIRST_MS,
}: UpkeepOptions): () => void {
  let timer = setTimeout(round, firstMs);
  let worker: Worker | null = null;

  function round(): void {
    worker = spawnUpkeepWorker();
    worker.onmessage = ({ data }: MessageEvent<UpkeepReport>) => done(data);
    worker.onerror = (event) => {
      event.preventDefault();
      done({ erased: 0, held: null, fault: event.message.split("\n", 1)[0] ?? "" });
    };
    worker.postMessage({ place, retainMs, nowMs: Date.now() } satisfies UpkeepTask);
  }

  function done({ erased, held, fault }: UpkeepReport): void {
    worker?.terminate();
    worker = null;
    if (held !== null) logger.warn({ held }, "store upkeep");
    if (fault === null) logger.info({ erased }, "store upkeep");
    else logger.error({ erased, fault }, "store upkeep found a fault");
    timer = setTimeout(round, EVERY_MS);
  }

  return () => {
    clearTimeout(timer);
    worker?.terminate();
  };
}
