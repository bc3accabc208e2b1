/** Opens the state store for one command and closes it whatever happens. */
import { duringMaintenance, openState } from "../store/state.ts";
import type { StateStore } from "../store/types.ts";
import { printFailure } from "./output.ts";
import { placeOf, type StateSettings } from "./state.ts";

/**
 * @param create creates the store where there is none; a command that only reads must not
 * @throws OperatorError where there is no store, or it cannot be used
 */
export async function withStore<T>(
  settings: StateSettings,
  use: (store: StateStore) => T | Promise<T>,
  { create = false }: { create?: boolean } = {},
): Promise<T> {
  const store = await openState(placeOf(settings), { create });
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
 * @throws OperatorError where there is no store
 */
export async function maintainStore<T>(
  settings: StateSettings,
  use: (store: StateStore) => T | Promise<T>,
): Promise<T> {
  return duringMaintenance(placeOf(settings), () => withStore(settings, use));
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
