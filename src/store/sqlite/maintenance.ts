/** Lets only one process of a data directory erase, seal, verify or restore at a time. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { type Lock, tryLock } from "../../files/lock.ts";

const WAIT_MS = 10_000;
const PAUSE_MS = 50;

/** @throws OperatorError where another maintenance does not end in time */
export async function duringMaintenance<T>(
  stateDir: string,
  work: () => T | Promise<T>,
): Promise<T> {
  const lock = await waitForLock(stateDir);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function waitForLock(stateDir: string): Promise<Lock> {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const started = performance.now();
  for (;;) {
    const lock = tryLock(join(stateDir, "maintenance.lock"));
    if (lock !== null) return lock;
    if (performance.now() - started > WAIT_MS) {
      throw new OperatorError(
        "an erasure, a sealing, a check or a restore is under way in this data directory: try again when it is done",
      );
    }
    await Bun.sleep(PAUSE_MS);
  }
}
