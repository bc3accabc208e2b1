/** Opens the state store for one command and closes it whatever happens. */
import { openStore } from "../store/index.ts";
import type { StateStore } from "../store/types.ts";

export async function withStore<T>(dataDir: string, use: (store: StateStore) => T | Promise<T>): Promise<T> {
  const store = openStore(dataDir);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}
