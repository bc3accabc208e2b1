/**
 * The folder where a new release is built, beside the installed releases. Only one command at a
 * time works there, and nothing unfinished stays.
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { removeLeftovers } from "../files/durable.ts";
import { type Lock, tryLock } from "../files/lock.ts";
import { releasesFolder } from "./installed-releases.ts";

const LOCK = ".lock";
/** The prefix of unfinished work. The next command removes what has it. */
export const UNFINISHED = "building-";

/**
 * Runs `work` as the only command that changes the releases, in a folder that is removed when it
 * ends. First it removes what a killed command left.
 * @throws OperatorError while another command is at work, or when nothing can be written
 */
export async function inBuildFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T> | T,
): Promise<T> {
  const working = inFreeBuildFolder(dataDir, work);
  if (working !== null) return working;
  throw new OperatorError(
    `another corpus command is changing ${releasesFolder(dataDir)}; try again when it is done`,
  );
}

/** The same; null, and nothing is done, while another command is at work. */
export function inFreeBuildFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T> | T,
): Promise<T> | null {
  const root = releasesFolder(dataDir);
  let lock: Lock | null;
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    lock = tryLock(join(root, LOCK));
  } catch (error) {
    throw new OperatorError(
      `cannot write to ${root}: ${(error as Error).message}; check its owner and disk`,
    );
  }
  return lock === null ? null : workUnder(lock, root, work);
}

async function workUnder<T>(
  lock: Lock,
  root: string,
  work: (folder: string) => Promise<T> | T,
): Promise<T> {
  try {
    removeUnfinished(root);
    const folder = mkdtempSync(join(root, UNFINISHED));
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Removes what killed commands left, unless a command is at work or this user may not. */
export function tidyReleases(dataDir: string): void {
  const root = releasesFolder(dataDir);
  if (!existsSync(root)) return;
  let lock: Lock | null = null;
  try {
    lock = tryLock(join(root, LOCK));
    if (lock !== null) removeUnfinished(root);
  } catch {
    // Nothing depends on it. The next command that writes there reports the fault.
  } finally {
    lock?.release();
  }
}

/** Needs the lock, so that no command is at work. */
function removeUnfinished(root: string): void {
  removeLeftovers(root);
  for (const name of readdirSync(root)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(root, name), { recursive: true, force: true });
  }
}
