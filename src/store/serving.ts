/** One server for one data directory: two would each admit a key's whole rate limit and hold a cache of their own. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { type Lock, tryLock } from "../files/lock.ts";
import { stateDir } from "./index.ts";

/** Held for as long as the server runs; the system takes it back however the process ends. */
export function lockServing(dataDir: string): Lock {
  const folder = stateDir(dataDir);
  let lock: Lock | null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = tryLock(join(folder, "serving.lock"));
  } catch (error) {
    throw new OperatorError(`cannot write to ${folder}: check its owner, its permissions and the disk`, {
      cause: error,
    });
  }
  if (lock === null) {
    throw new OperatorError(`phasewise serves ${dataDir} already: stop it first, or give another --data-dir`);
  }
  return lock;
}
