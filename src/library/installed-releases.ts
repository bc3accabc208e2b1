/**
 * The releases of one data directory and which of them is in use.
 *
 *     <data>/corpus/<version>/   immutable
 *     <data>/corpus/CURRENT      the version in use; switched by one rename
 * @module
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { copyTreeDurably, fsyncPath, sha256OfFile, writeFileDurably } from "../files/durable.ts";
import { refuseLinks } from "../files/private.ts";
import {
  manifestFile,
  REMEDY,
  type ReleaseManifest,
  readManifest,
  VERSION_PATTERN,
  verifyRelease,
} from "./release.ts";

const READ_ONLY = 0o400;
/**
 * After the version in CURRENT: the operator asked for another starter than the bundled one, and
 * restarts keep it.
 */
const HELD = "held";
const POINTER = new RegExp(`^(${VERSION_PATTERN.slice(1, -1)})( ${HELD})?$`);
const VERSION = new RegExp(VERSION_PATTERN);

export function releasesFolder(dataDir: string): string {
  return join(dataDir, "corpus");
}

/** The file that names the release in use. */
export function pointerFile(dataDir: string): string {
  return join(releasesFolder(dataDir), "CURRENT");
}

/** The version in use; null in a new data directory. */
export function currentVersion(dataDir: string): string | null {
  return readPointer(dataDir)?.version ?? null;
}

function readPointer(dataDir: string): { version: string; held: boolean } | null {
  const pointer = pointerFile(dataDir);
  refuseLinks(releasesFolder(dataDir), pointer);
  if (!existsSync(pointer)) return null;
  const [, version, held] = POINTER.exec(readFileSync(pointer, "utf8").trim()) ?? [];
  if (version === undefined) {
    throw new OperatorError(`${pointer} does not name a release; remove it and start again`);
  }
  return { version, held: held !== undefined };
}

/**
 * The folder of the release in use. In a new data directory, or after an upgrade that brought a
 * newer starter corpus, it installs the bundled starter first.
 * @throws OperatorError when the release that CURRENT names is missing
 */
export async function currentRelease(dataDir: string, starter: string): Promise<string> {
  const bundled = readManifest(starter);
  const inUse = readPointer(dataDir);
  if (inUse !== null && inUse.version !== bundled.version) {
    const folder = join(releasesFolder(dataDir), inUse.version);
    if (!existsSync(folder)) throw missing(folder, dataDir);
    if (inUse.held || readManifest(folder).kind !== "starter") return folder;
  }
  if (
    inUse?.version === bundled.version &&
    !existsSync(join(releasesFolder(dataDir), inUse.version))
  ) {
    throw missing(join(releasesFolder(dataDir), inUse.version), dataDir);
  }
  const target = await installStarter(dataDir, starter);
  if (inUse?.version !== bundled.version)
    writeFileDurably(pointerFile(dataDir), `${bundled.version}\n`);
  return target;
}

function missing(folder: string, dataDir: string): OperatorError {
  return new OperatorError(
    `corpus release ${folder} is missing; remove ${pointerFile(dataDir)} and start again`,
  );
}

/** Installs the bundled starter where it is missing, and returns its folder. */
export async function installStarter(dataDir: string, starter: string): Promise<string> {
  const bundled = readManifest(starter);
  mkdirSync(releasesFolder(dataDir), { recursive: true, mode: 0o700 });
  const target = join(releasesFolder(dataDir), bundled.version);
  if (existsSync(target)) return target;
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
  return target;
}

/** An installed release. */
export interface InstalledRelease {
  folder: string;
  manifest: ReleaseManifest;
}

/** Every installed release, oldest first. A folder with a damaged manifest is left out. */
export function installedReleases(dataDir: string): InstalledRelease[] {
  const root = releasesFolder(dataDir);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => VERSION.test(name))
    .flatMap((name) => installedAt(join(root, name)))
    .sort((a, b) => a.made - b.made || (a.folder < b.folder ? -1 : 1))
    .map(({ folder, manifest }) => ({ folder, manifest }));
}

function installedAt(folder: string): (InstalledRelease & { made: number })[] {
  try {
    return [
      { folder, manifest: readManifest(folder), made: statSync(manifestFile(folder)).mtimeMs },
    ];
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
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
    const folder = await currentRelease(dataDir, starter);
    return { folder, manifest: readManifest(folder) };
  }
  const installed = installedReleases(dataDir);
  const prefix = name.startsWith("corpus-") ? name : `corpus-${name}`;
  const found = installed.filter(({ manifest }) => manifest.version.startsWith(prefix));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const fault =
    found.length === 0 ? "no corpus release is called" : "several corpus releases begin with";
  throw new OperatorError(`${fault} ${JSON.stringify(name)}: phasewise corpus status lists them`);
}

/**
 * Moves a finished, verified release to the others and makes it read-only. Returns its new folder.
 */
export async function install(
  dataDir: string,
  buildFolder: string,
  release: string,
  manifest: ReleaseManifest,
): Promise<string> {
  const target = join(releasesFolder(dataDir), manifest.version);
  if (existsSync(target)) {
    // The same name means the same content, perhaps in use, so it is kept unless it is damaged.
    const whole = await verifyRelease(target).then(
      () => true,
      () => false,
    );
    if (whole) return target;
    renameSync(target, join(buildFolder, "damaged"));
  }
  for (const { path } of [...manifest.files, { path: "manifest.json" }]) {
    chmodSync(join(release, path), READ_ONLY);
  }
  renameSync(release, target);
  fsyncPath(releasesFolder(dataDir));
  return target;
}

/** Puts an installed release into use, with one rename. */
export function switchTo(dataDir: string, manifest: ReleaseManifest, bundledVersion: string): void {
  const held = manifest.kind === "starter" && manifest.version !== bundledVersion;
  writeFileDurably(pointerFile(dataDir), `${manifest.version}${held ? ` ${HELD}` : ""}\n`);
}
