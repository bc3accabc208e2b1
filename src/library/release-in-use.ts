/**
 * Finds the release in use, and installs the bundled starter where that has to come first.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { writeFileDurably } from "../files/durable.ts";
import { inBuildFolder, inFreeBuildFolder } from "./build-folder.ts";
import {
  type InstalledRelease,
  installedReleases,
  installStarter,
  pointerFile,
  readPointer,
  releasesFolder,
} from "./installed-releases.ts";
import { readManifest } from "./release.ts";

/** Longer than another process takes to install the starter. */
const WAIT_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Reads the folder of the release in use; null where the starter has to be put into use first: in a
 * new data directory, and after an upgrade that brought a newer one.
 * @throws OperatorError when the release that CURRENT names is missing
 */
export function releaseInUse(dataDir: string, starter: string): string | null {
  const bundled = readManifest(starter).version;
  const inUse = readPointer(dataDir);
  if (inUse === null) return null;
  const folder = join(releasesFolder(dataDir), inUse.version);
  if (!existsSync(folder)) {
    throw new OperatorError(
      `corpus release ${folder} is missing; remove ${pointerFile(dataDir)} and start again`,
    );
  }
  if (inUse.version === bundled || inUse.held) return folder;
  return readManifest(folder).kind === "starter" ? null : folder;
}

/** The same, but the starter is put into use. The caller works in the build folder. */
export async function releaseInBuildFolder(dataDir: string, starter: string): Promise<string> {
  const inUse = releaseInUse(dataDir, starter);
  if (inUse !== null) return inUse;
  const folder = await installStarter(dataDir, starter);
  writeFileDurably(pointerFile(dataDir), `${readManifest(starter).version}\n`);
  return folder;
}

/**
 * The same for a caller that does not, and waits for another process that may be installing it.
 * @throws OperatorError when the release in use is missing, or the starter cannot be installed
 */
export async function ensureRelease(dataDir: string, starter: string): Promise<string> {
  for (const started = performance.now(); ; await Bun.sleep(PAUSE_MS)) {
    const inUse = releaseInUse(dataDir, starter);
    if (inUse !== null) return inUse;
    const install = () => releaseInBuildFolder(dataDir, starter);
    const installing = inFreeBuildFolder(dataDir, install);
    if (installing !== null) return installing;
    if (performance.now() - started > WAIT_MS) return inBuildFolder(dataDir, install);
  }
}

/**
 * The release that an operator means: a version or the start of one, `starter` or `current`.
 * @throws OperatorError when there is none or several
 */
export async function findRelease(
  dataDir: string,
  starter: string,
  name: string,
): Promise<InstalledRelease> {
  if (name === "starter") return { folder: starter, manifest: readManifest(starter) };
  if (name === "current") {
    const folder = await ensureRelease(dataDir, starter);
    return { folder, manifest: readManifest(folder) };
  }
  const installed = installedReleases(dataDir);
  const prefix = name.startsWith("corpus-") ? name : `corpus-${name}`;
  const matches = installed.filter(({ manifest }) => manifest.version.startsWith(prefix));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  const fault =
    matches.length === 0 ? "no corpus release is called" : "several corpus releases begin with";
  throw new OperatorError(`${fault} ${JSON.stringify(name)}: phasewise corpus status lists them`);
}
