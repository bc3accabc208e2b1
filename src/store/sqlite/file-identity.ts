/**
 * Whether the database that a process has open is still the one at its path. A process can still
 * write to a file that was moved away or replaced, but nobody will ever read it.
 * @module
 */
import { statSync } from "node:fs";

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** @returns a function that returns what is wrong, or null */
export function watchFileIdentity(path: string): () => string | null {
  const own = identityOf(path);
  return () =>
    identityOf(path) === own
      ? null
      : `state store ${path} was moved away or replaced while it was open: put it back, or stop phasewise and start it again`;
}
