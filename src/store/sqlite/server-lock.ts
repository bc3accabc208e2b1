/**
 * Allows only one server per data directory. Two would each admit a key's whole rate limit, and
 * each would have its own cache.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { type Lock, tryLock } from "../../files/lock.ts";
import { stateDir } from "./index.ts";

/** Held while the server runs. The operating system releases it however the process ends. */
export function takeServerLock(dataDir: string): Lock {
  const folder = stateDir(dataDir);
  let lock: Lock | null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = tryLock(join(folder, "serving.lock"));
  } catch (error) {
    throw new OperatorError(
      `cannot write to ${folder}: check its owner, its permissions and the disk`,
      {
        cause: error,
      },
    );
  }
  if (lock === null) {
    throw new OperatorError(
      `phasewise serves ${dataDir} already: stop it first, or give another --data-dir`,
    );
  }
  return lock;
}
