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

/** What names the release in use; null in a new data directory. */
export function readPointer(dataDir: string): { version: string; held: boolean } | null {
  const pointer = pointerFile(dataDir);
  refuseLinks(releasesFolder(dataDir), pointer);
  if (!existsSync(pointer)) return null;
  const [, version, held] = POINTER.exec(readFileSync(pointer, "utf8").trim()) ?? [];
  if (version === undefined) {
    throw new OperatorError(`${pointer} does not name a release; remove it and start again`);
  }
  return { version, held: held !== undefined };
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
