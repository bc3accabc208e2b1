/**
 * Follows a file that commands replace while the service runs.
 * @module
 */
import { statSync } from "node:fs";

/** What could not be used is tried again, because the fault may pass. */
const RETRY_MS = 30_000;

/**
 * Calls `apply` when a command has replaced a file, and again from time to time while that throws.
 * @returns a function to call repeatedly; it resolves when nothing is in progress
 */
export function onReplaced(
  file: string,
  apply: () => Promise<void>,
  refused: (error: unknown) => void,
): () => Promise<void> {
  let seen = "";
  let tryAgainAt = 0;
  let inProgress: Promise<void> | null = null;
  async function look(): Promise<void> {
    const state = stateOf(file);
    if (state === seen && performance.now() < tryAgainAt) return;
    seen = state;
    tryAgainAt = Number.POSITIVE_INFINITY;
    await apply().catch((error: unknown) => {
      tryAgainAt = performance.now() + RETRY_MS;
      refused(error);
    });
  }
  return () => {
    inProgress ??= look().finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
}

/**
 * Changes whenever a file is replaced, appears or disappears. Its reader reports why it cannot be
 * read.
 */
function stateOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
