/**
 * The runtime folder, `<data>/runtime/<digest>/`: the executable's embedded files as real files.
 *
 * One process at a time unpacks and cleans up. Every start checks the hashes.
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { copyTreeDurably, firstDamaged, type ListedFile } from "../files/durable.ts";
import { type Lock, tryLock } from "../files/lock.ts";
import { refuseLinks, requirePrivate } from "../files/private.ts";
import { enterScratch, sweepScratch } from "./scratch.ts";

/** Written into the executable by `scripts/build.ts`. */
export interface AssetManifest {
  digest: string;
  starter: string;
  files: ListedFile[];
}

const READ_AND_EXECUTE = 0o500;
const LOCK = ".lock";
const LOCK_WAIT_MS = 60_000;
const LOCK_PAUSE_MS = 20;

/**
 * Provides the manifest's files below the data directory and checks each of them.
 * @param embedded folder inside the executable
 * @returns the folder they are in
 * @throws OperatorError with one line that says what to do
 */
export async function unpackAssets(
  embedded: string,
  dataDir: string,
  { digest, files }: AssetManifest,
): Promise<string> {
  // A loader would look for a relative path beside itself.
  const parent = resolve(dataDir, "runtime");
  const folder = join(parent, digest);
  refuseLinks(parent, folder);
  const lock = await unpackingLock(parent);
  try {
    if (isNoExec(parent)) {
      throw new OperatorError(
        `${parent} is on a file system mounted noexec, from which no library can be loaded: mount it without noexec, or choose another --data-dir`,
      );
    }
    enterScratch(dataDir, digest);
    if (!existsSync(folder)) {
      await copyTreeDurably(embedded, folder, files, { fileMode: READ_AND_EXECUTE }).catch(
        (error: Error) => {
          throw new OperatorError(
            `cannot unpack into ${folder}: ${error.message}; it needs 350 MB in a folder that this user can write`,
          );
        },
      );
    }
    requirePrivate(folder);
    sweep(parent, sweepScratch(dataDir).add(digest));
  } finally {
    lock.release();
  }
  const damaged = await firstDamaged(folder, files);
  if (damaged !== null) {
    const fault = damaged.why === "missing" ? "is missing" : "is damaged";
    throw new OperatorError(
      `${join(folder, damaged.path)} ${fault}; remove ${folder} and start again: it is unpacked anew`,
    );
  }
  return folder;
}

async function unpackingLock(parent: string): Promise<Lock> {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    for (const started = performance.now(); ; await Bun.sleep(LOCK_PAUSE_MS)) {
      const lock = tryLock(join(parent, LOCK));
      if (lock !== null) return lock;
      if (performance.now() - started > LOCK_WAIT_MS)
        throw new Error("another process is unpacking there");
    }
  } catch (error) {
    throw new OperatorError(
      `cannot unpack into ${parent}: ${(error as Error).message}; it needs 350 MB in a folder that this user can write`,
    );
  }
}

/** Removes the leftovers of killed processes and the versions that nobody loads; needs the lock. */
function sweep(parent: string, inUse: ReadonlySet<string>): void {
  for (const name of readdirSync(parent)) {
    const isLock = name.startsWith(LOCK);
    if (!isLock && !inUse.has(name)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether the kernel refuses to run files of a folder, according to the mounts above it. */
function isNoExec(folder: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return false;
  }
  const place = `${realpathSync(folder)}/`;
  let nearest = { point: "", options: "" };
  for (const line of mounts.split("\n")) {
    const [, , , , escaped = "", options = ""] = line.split(" ");
    const point = escaped.replace(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const above = place.startsWith(point === "/" ? "/" : `${point}/`);
    // Of two mounts on one point the later one covers the earlier.
    if (above && point.length >= nearest.point.length) nearest = { point, options };
  }
  return nearest.options.split(",").includes("noexec");
}
