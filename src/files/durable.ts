/**
 * Writes files that are whole or absent: a temporary name in the same folder, fsync, rename, fsync
 * of the folder.
 * @module
 */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The process id in the name keeps two processes apart. */
const TEMPORARY = /\.\d+\.tmp$/;
const LEFTOVER_MS = 3_600_000;
/** Hashed in less than a millisecond. */
const HASH_CHUNK_BYTES = 1024 * 1024;
const COPY_CHUNK_BYTES = 4 * 1024 * 1024;

/** A file as a manifest lists it; `path` is relative, with forward slashes. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export function fsyncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(descriptor, bytes, done);
}

/** Replaces `path` in one step. A crash leaves the old content or the new, never a part. */
export function writeFileDurably(path: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, "w", mode);
  try {
    writeAll(descriptor, typeof content === "string" ? Buffer.from(content) : content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
  fsyncPath(dirname(path));
}

/** SHA-256 of a file, in small steps and with one buffer. */
export async function sha256OfFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const buffer = new Uint8Array(HASH_CHUNK_BYTES);
  const file = await open(path, "r");
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hasher.digest("hex");
      hasher.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * Copies one file in chunks (the source may be embedded and 200 MB large) and returns size and hash
 * of the copy.
 */
async function copyFile(
  source: string,
  target: string,
  mode: number,
): Promise<{ bytes: number; sha256: string }> {
  const hasher = new Bun.CryptoHasher("sha256");
  const file = Bun.file(source);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const descriptor = openSync(target, "w", mode);
  try {
    for (let start = 0; start < file.size; start += COPY_CHUNK_BYTES) {
      const chunk = new Uint8Array(await file.slice(start, start + COPY_CHUNK_BYTES).arrayBuffer());
      hasher.update(chunk);
      writeAll(descriptor, chunk);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return { bytes: file.size, sha256: hasher.digest("hex") };
}

/**
 * Copies the listed files of `source` into `target`, which appears complete or not at all.
 * @throws Error when a copied file does not have the listed hash, or the disk is full; then nothing
 *   remains
 */
export async function copyTreeDurably(
  source: string,
  target: string,
  files: readonly ListedFile[],
  options: { fileMode: number },
): Promise<void> {
  const temporary = `${target}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  try {
    for (const file of files) {
      const copied = await copyFile(
        join(source, file.path),
        join(temporary, file.path),
        options.fileMode,
      );
      if (copied.sha256 !== file.sha256)
        throw new Error(`${file.path} does not have its listed hash`);
    }
    for (const folder of foldersOf(temporary)) fsyncPath(folder);
    publish(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
  fsyncPath(dirname(target));
}

/**
 * Two processes may make the same tree at once. The first to finish wins, and the other's copy is
 * dropped.
 */
function publish(temporary: string, target: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    const taken = ["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "");
    if (!taken) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
}

function foldersOf(root: string): string[] {
  const inner = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [...inner, root];
}

/**
 * Removes the temporary files and trees of killed processes from a folder: those not modified for
 * an hour. No write here takes that long.
 */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => TEMPORARY.test(each))) {
    const path = join(folder, name);
    const touched = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - touched > LEFTOVER_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Makes the files below `root` survive a power cut. */
export function fsyncTree(root: string, files: readonly ListedFile[]): void {
  for (const file of files) fsyncPath(join(root, file.path));
  for (const folder of foldersOf(root)) fsyncPath(folder);
}

/**
 * Every file below `root` with size and hash, ordered by path. Files are hashed one by one in
 * chunks, to bound memory.
 */
export async function listFiles(root: string, skip: readonly string[] = []): Promise<ListedFile[]> {
  const paths = (readdirSync(root, { recursive: true }) as string[])
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !skip.includes(path) && statSync(join(root, path)).isFile())
    .sort();
  const files: ListedFile[] = [];
  for (const path of paths) {
    const full = join(root, path);
    files.push({ path, bytes: statSync(full).size, sha256: await sha256OfFile(full) });
  }
  return files;
}

/**
 * The first listed file that is missing or has another size or content; null when there is none.
 */
export async function firstDamaged(
  root: string,
  files: readonly ListedFile[],
): Promise<{ path: string; why: "missing" | "size" | "content" } | null> {
  for (const file of files) {
    const full = join(root, file.path);
    const found = statSync(full, { throwIfNoEntry: false });
    if (found === undefined) return { path: file.path, why: "missing" };
    if (found.size !== file.bytes) return { path: file.path, why: "size" };
    if ((await sha256OfFile(full)) !== file.sha256) return { path: file.path, why: "content" };
  }
  return null;
}
