/**
 * Writes a release into one file, and unpacks it.
 * @module
 */
import type { KeyObject } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { fsyncPath, sha256OfFile } from "../files/durable.ts";
import { isSignedBy, type Signature, signBytes } from "../files/signing.ts";
import {
  type Bundle,
  type BundleHead,
  type BundleIssue,
  headBytes,
  signatureLine,
} from "./bundle-head.ts";
import { manifestFile, type ReleaseManifest, verifyRelease } from "./release.ts";

const MANIFEST = "manifest.json";
const CHUNK_BYTES = 4 << 20;

/**
 * Writes a release into one file, which appears complete or not at all.
 * @param signing the private key, and which of its bundles this is; null leaves the bundle unsigned
 * @throws OperatorError when the release is damaged or the file cannot be written
 */
export async function writeBundle(
  release: string,
  path: string,
  signing: { key: KeyObject; issue: BundleIssue } | null,
): Promise<{ manifest: ReleaseManifest; signature: Signature | null; bytes: number }> {
  const manifest = await verifyRelease(release);
  const own = manifestFile(release);
  const files = [
    { path: MANIFEST, bytes: statSync(own).size, sha256: await sha256OfFile(own) },
    ...manifest.files,
  ];
  const head = headBytes(manifest.version, files, signing?.issue ?? null);
  const signature = signing === null ? null : signBytes(head, signing.key);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const out = openSync(temporary, "wx", 0o644);
    try {
      await append(out, new Blob([head, `${signatureLine(signature)}\n`]));
      for (const file of files) await append(out, Bun.file(join(release, file.path)));
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    renameSync(temporary, path);
    fsyncPath(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new OperatorError(`cannot write ${path}: ${(error as Error).message}`);
  }
  return { manifest, signature, bytes: statSync(path).size };
}

/**
 * Appends a source in bounded memory.
 * @returns the SHA-256 of the written bytes
 */
async function append(descriptor: number, source: Blob): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (let start = 0; start < source.size; start += CHUNK_BYTES) {
    const chunk = new Uint8Array(await source.slice(start, start + CHUNK_BYTES).arrayBuffer());
    hasher.update(chunk);
    for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done);
  }
  return hasher.digest("hex");
}

/**
 * Refuses a bundle without the trusted signature.
 * @param trusted the public key that must have signed it; null accepts any bundle
 * @throws OperatorError when it is unsigned or signed with another key
 */
export function requireTrust(bundle: BundleHead, trusted: KeyObject | null): void {
  if (trusted === null) return;
  const { signature } = bundle;
  if (signature === null) throw new OperatorError("the bundle is unsigned");
  if (!isSignedBy(bundle.signed, signature, trusted)) {
    throw new OperatorError(
      `the bundle is not signed with the trusted key: it names key ${signature.fingerprint}, or was changed after signing`,
    );
  }
}

/**
 * Unpacks a bundle into a new folder.
 * @throws OperatorError when a file does not have its hash, or the release is not the one that the
 *   head names
 */
export async function unpackBundle(bundle: Bundle, folder: string): Promise<ReleaseManifest> {
  const source = Bun.file(bundle.path);
  let at = bundle.start;
  for (const file of bundle.files) {
    const target = join(folder, file.path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const out = openSync(target, "wx", 0o600);
    try {
      const sha256 = await append(out, source.slice(at, at + file.bytes));
      if (sha256 !== file.sha256) throw new OperatorError(`${file.path} in the bundle is damaged`);
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    at += file.bytes;
  }
  const manifest = await verifyRelease(folder);
  const listed = bundle.files.filter((file) => file.path !== MANIFEST);
  if (manifest.version !== bundle.version || !Bun.deepEquals(manifest.files, listed)) {
    throw new OperatorError("the bundle's head and the manifest of the release inside disagree");
  }
  return manifest;
}
