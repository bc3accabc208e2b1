/**
 * The releases of one data directory and which of them is in use.
 *
 *     <data>/corpus/<version>/   immutable
 *     <data>/corpus/CURRENT      the version in use; switched by one rename
 * @module
 */
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { copyTreeDurably, sha256OfFile, writeFileDurably } from "../files/durable.ts";
import { manifestFile, REMEDY, type ReleaseManifest, readManifest } from "./release.ts";

const READ_ONLY = 0o400;

function shelf(dataDir: string): string {
  return join(dataDir, "corpus");
}

function pointer(dataDir: string): string {
  return join(shelf(dataDir), "CURRENT");
}

/** The version in use, or null on a fresh data directory. */
export function currentVersion(dataDir: string): string | null {
  if (!existsSync(pointer(dataDir))) return null;
  const version = readFileSync(pointer(dataDir), "utf8").trim();
  if (!/^corpus-[0-9a-f]{16}$/.test(version)) {
    throw new OperatorError(`${pointer(dataDir)} does not name a release; remove it and start again`);
  }
  return version;
}

/**
 * Folder of the release in use; on a fresh data directory, or after an upgrade of the program that brought a newer
 * starter corpus, the bundled starter is installed first.
 * @throws OperatorError when the release named in CURRENT is not there
 */
export async function currentRelease(dataDir: string, starter: string): Promise<string> {
  const bundled = readManifest(starter);
  const version = currentVersion(dataDir);
  if (version !== null && version !== bundled.version) {
    const folder = join(shelf(dataDir), version);
    if (!existsSync(folder))
      throw new OperatorError(
        `corpus release ${folder} is missing; remove ${pointer(dataDir)} and start again`,
      );
    if (readManifest(folder).kind !== "starter") return folder;
  }
  return installStarter(dataDir, starter, bundled, version);
}

async function installStarter(
  dataDir: string,
  starter: string,
  bundled: ReleaseManifest,
  inUse: string | null,
): Promise<string> {
  mkdirSync(shelf(dataDir), { recursive: true, mode: 0o700 });
  const target = join(shelf(dataDir), bundled.version);
  if (!existsSync(target)) {
    if (inUse === bundled.version) {
      throw new OperatorError(
        `corpus release ${target} is missing; remove ${pointer(dataDir)} and start again`,
      );
    }
    const manifest = manifestFile(starter);
    const files = [
      ...bundled.files,
      { path: "manifest.json", bytes: statSync(manifest).size, sha256: await sha256OfFile(manifest) },
    ];
    try {
      await copyTreeDurably(starter, target, files, { fileMode: READ_ONLY });
    } catch (error) {
      throw new OperatorError(
        `cannot install the starter corpus in ${target}: ${(error as Error).message}; ${REMEDY}`,
      );
    }
  }
  if (inUse !== bundled.version) writeFileDurably(pointer(dataDir), `${bundled.version}\n`);
  return target;
}
