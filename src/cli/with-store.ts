/** Opens the state store for one command and closes it whatever happens. */
import { existsSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import { openStore, stateDir, storePath } from "../store/index.ts";
import { duringMaintenance } from "../store/maintenance.ts";
import type { StateStore } from "../store/types.ts";
import { printFailure } from "./output.ts";

/**
 * @param create creates the store where there is none; a command that only reads must not
 * @throws OperatorError where there is no store, or it cannot be used
 */
export async function withStore<T>(
  dataDir: string,
  use: (store: StateStore) => T | Promise<T>,
  { create = false }: { create?: boolean } = {},
): Promise<T> {
  if (!create) requireStore(dataDir);
  const store = openStore(dataDir);
  let done = false;
  try {
    const result = await use(store);
    done = true;
    return result;
  } finally {
    // If both fail, the command's own fault is reported.
    await closeStore(store, done ? printFailure : () => undefined);
  }
}

/**
 * The same, while no other process erases, seals, checks or restores there.
 * @throws OperatorError where there is no store; the lock, which would create a folder, is not
 *   taken then
 */
export async function maintainStore<T>(
  dataDir: string,
  use: (store: StateStore) => T | Promise<T>,
): Promise<T> {
  requireStore(dataDir);
  return duringMaintenance(stateDir(dataDir), () => withStore(dataDir, use));
}

function requireStore(dataDir: string): void {
  const path = storePath(dataDir);
  // A log without its database is a fault of its own, which the store reports.
  if (existsSync(path) || existsSync(`${path}-wal`)) return;
  throw new OperatorError(
    `there is no state store in ${dataDir}: check --data-dir; serve and keys issue make one`,
  );
}

/**
 * The command's work is committed by then, so a fault of the closing is reported but is no failure.
 */
export async function closeStore(
  store: StateStore,
  tell: (line: string) => unknown = printFailure,
): Promise<void> {
  try {
    await store.close();
  } catch (error) {
    const why = (error as Error).message.replaceAll("\n", " ");
    await tell(
      `the work is done and kept; only the database's closing checkpoint failed (${why}): free disk space, the next command makes it up`,
    );
  }
}
