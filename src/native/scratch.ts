/**
 * The folder for this process's temporary files, `<data>/tmp/<runtime>-<random>/`.
 *
 * LanceDB creates folders for files that do not fit into memory, and ends the whole process where
 * `/tmp` cannot be written. A lock in the folder tells other processes that its owner is alive. The
 * folder's name says which unpacked version its owner uses.
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { type Lock, tryLock } from "../files/lock.ts";
import { refuseLinks, requirePrivate } from "../files/private.ts";
import { setEnv } from "./libc.ts";

const LOCK = ".lock";
/** Another process may remove a folder that was just made and is not locked yet. */
const TRIES = 3;

let current: { root: string; folder: string; lock: Lock } | null = null;

function scratchRoot(dataDir: string): string {
  return resolve(dataDir, "tmp");
}

/**
 * Gives this process, native code included, a folder of its own.
 * @param version of the runtime that this process loads
 * @throws OperatorError where nothing can be written below the data directory
 */
export function enterScratch(dataDir: string, version: string): void {
  const root = scratchRoot(dataDir);
  if (current?.root !== root) {
    leaveScratch();
    makeRoot(root);
    current = { root, ...newScratch(root, version) };
  }
  setEnv("TMPDIR", current.folder);
  process.env.TMPDIR = current.folder;
}

function makeRoot(root: string): void {
  refuseLinks(root);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(root, (error as Error).message);
  }
  requirePrivate(root);
}

function unwritable(root: string, why: string): OperatorError {
  return new OperatorError(
    `cannot make a temporary folder in ${root}: ${why}; check its owner, its permissions and the disk`,
  );
}

function newScratch(root: string, version: string): { folder: string; lock: Lock } {
  let why = "it is swept again and again";
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const folder = mkdtempSync(join(root, `${version}-`));
      const lock = tryLock(join(folder, LOCK));
      if (lock !== null) return { folder, lock };
    } catch (error) {
      why = (error as Error).message;
    }
  }
  throw unwritable(root, why);
}

/** Removes this process's folder. The next start removes what a killed process leaves. */
export function leaveScratch(): void {
  if (current === null) return;
  const { folder, lock } = current;
  current = null;
  try {
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next start removes it.
  }
}

/**
 * Removes the folders of processes that have ended.
 * @returns the versions of the runtime that living processes load
 */
export function sweepScratch(dataDir: string): Set<string> {
  const root = scratchRoot(dataDir);
  const inUse = new Set<string>();
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    if (folder === current?.folder || isHeld(folder)) inUse.add(name.replace(/-[^-]*$/, ""));
    else rmSync(folder, { recursive: true, force: true });
  }
  return inUse;
}

function isHeld(folder: string): boolean {
  try {
    const lock = tryLock(join(folder, LOCK));
    lock?.release();
    return lock === null;
  } catch {
    // It was just removed, or is no folder.
    return false;
  }
}
