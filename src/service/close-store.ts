/** Closes the state store after work that is committed. */
import type { StateStore } from "../store/port.ts";

/**
 * A fault of the closing is no failure of the work, so it is reported and not thrown.
 * @param report takes the line for the operator
 */
export async function closeStore(
  store: StateStore,
  report: (line: string) => unknown,
): Promise<void> {
  try {
    await store.close();
  } catch (error) {
    const why = (error as Error).message.replaceAll("\n", " ");
    await report(
      `the work is done and kept; only the database's closing checkpoint failed (${why}): free disk space, the next command makes it up`,
    );
  }
}
