/**
 * Checks who else could have written into a folder: links, owners and permissions up to the root.
 * @module
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../contract/error.ts";

const GROUP_MAY_WRITE = 0o020;
const ALL_MAY_WRITE = 0o002;
/** With the sticky bit, only the owner of an entry (and of the folder) may rename or remove it. */
const STICKY = 0o1000;
const ROOT = 0;

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    // A file has nothing below it. Opening the path reports the fault.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return false;
    throw error;
  }
}

/**
 * Refuses symbolic links, which could lead the program to read or write elsewhere.
 * @throws OperatorError where one of the paths is a symbolic link; a missing path is no fault
 */
export function refuseLinks(...paths: readonly string[]): void {
  for (const path of paths) {
    if (isLink(path)) {
      throw new OperatorError(
        `${path} is a symbolic link, which is not followed: put the folder or file itself there, or choose another --data-dir`,
      );
    }
  }
}

/**
 * Code is loaded from below this folder, so nobody else may be able to write into it or replace a
 * folder above it.
 * @throws OperatorError which names the folder that somebody else can write
 */
export function requirePrivate(folder: string): void {
  refuseLinks(folder);
  const user = process.geteuid?.();
  if (user === undefined) return;
  const { uid, mode } = statSync(folder);
  if (uid !== user || (mode & (GROUP_MAY_WRITE | ALL_MAY_WRITE)) !== 0) {
    throw new OperatorError(
      `${folder} belongs to or can be written by another user; remove it or give --data-dir a private folder`,
    );
  }
  for (let path = dirname(realpathSync(folder)); ; path = dirname(path)) {
    if (othersMaySwap(path, user)) {
      throw new OperatorError(
        `${path} belongs to or can be written by another user, who could swap what is loaded from ${folder}: remove that permission (chown, chmod go-w), or choose another --data-dir`,
      );
    }
    if (path === dirname(path)) return;
  }
}

/** Whether a user other than this one and root can rename the entries of a folder. */
function othersMaySwap(folder: string, user: number): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid !== user && uid !== ROOT) return true;
  if ((mode & STICKY) !== 0) return false;
  // Many systems give every user a group of the same number with no other member.
  const ownGroup = gid === user || gid === ROOT;
  return (mode & ALL_MAY_WRITE) !== 0 || ((mode & GROUP_MAY_WRITE) !== 0 && !ownGroup);
}
