/** Opens the state store for one command and closes it whatever happens. */
import { closeStore } from "../service/close-store.ts";
import { placeOf, type StateSettings } from "../service/state.ts";
import type { StateStore } from "../store/port.ts";
import { duringMaintenance, openState } from "../store/state.ts";
import { printFailure } from "./output.ts";

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
