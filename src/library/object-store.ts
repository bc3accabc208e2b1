/**
 * Releases in an object store. One machine publishes, all others follow.
 *
 *     <prefix>/CURRENT                      the head of the bundle in use, replaced last
 *     <prefix>/<version>.<sequence>.bundle  bundles, as `corpus export` writes them
 *
 * @module
 */
import type { KeyObject } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { fingerprintOf } from "../files/signing.ts";
import { Bucket, BucketError, type BucketPlace } from "./bucket.ts";
import { inBuildFolder } from "./build-folder.ts";
import { requireTrust, unpackBundle, writeBundle } from "./bundle.ts";
import {
  type BundleHead,
  type BundleIssue,
  HEAD_BYTES_MAX,
  openBundle,
  parseBundleHead,
  sizeOf,
} from "./bundle-head.ts";
import { recordTakenNumber, requireNewer, takeExportNumber } from "./bundle-numbers.ts";
import { install, releasesFolder, switchTo } from "./installed-releases.ts";
import type { CorpusPlaces } from "./put-in-use.ts";
import { type ReleaseManifest, readManifest, verifyRelease } from "./release.ts";
import { releaseInBuildFolder } from "./release-in-use.ts";
import { CorpusRetriever, type QueryEmbedder } from "./retriever.ts";

const POINTER = "CURRENT";
const OTHERWISE = "publish this release anew";
const TAKEN_MEANWHILE = 412;
const NOT_THERE = 404;

function bundleName({ version, issue }: BundleHead): string {
  return `${version}.${issue?.sequence ?? 0}.bundle`;
}

/** What a store's pointer says. */
export interface PublishedPointer {
  head: BundleHead;
  /** The whole pointer, from which another thread reads the head again. */
  bytes: Uint8Array;
  /** Changes with the pointer. */
  tag: string;
}

/**
 * @param known the tag of the pointer that the caller has
 * @returns null where it is still that one
 * @throws BucketError; OperatorError where it is no head of a bundle
 */
export async function readPublished(
  bucket: Bucket,
  known?: string,
): Promise<PublishedPointer | null> {
  const pointer = await bucket.read(POINTER, HEAD_BYTES_MAX, known);
  if (pointer === null) return null;
  try {
    return { head: parseBundleHead(pointer.bytes), ...pointer };
  } catch (error) {
    throw new OperatorError(`${POINTER} of the published corpus: ${(error as Error).message}`);
  }
}

export interface PublishOptions {
  dataDir: string;
  /** The folder of the release. */
  release: string;
  key: KeyObject;
  /** The operator's own number; by default one more than the last. */
  sequence: number | undefined;
  expires: BundleIssue["expires"];
}

/**
 * Publishes a release: first its bundle, then the pointer.
 * @throws OperatorError with one line; then the pointer is as it was
 */
export function publishToBucket(
  place: BucketPlace,
  { dataDir, release, key, sequence, expires }: PublishOptions,
): Promise<{ manifest: ReleaseManifest; issue: BundleIssue; bytes: number }> {
  const bucket = new Bucket(place);
  const fingerprint = fingerprintOf(key);
  return inBuildFolder(dataDir, async (buildFolder) => {
    const before = await readPublished(bucket).catch((error: unknown) => {
      if (error instanceof BucketError && error.status === NOT_THERE) return null;
      throw error;
    });
    const last = before?.head.signature?.fingerprint === fingerprint ? before.head.issue : null;
    const issue = {
      sequence: takeExportNumber(dataDir, fingerprint, sequence, last?.sequence),
      expires,
    };
    const path = join(buildFolder, "bundle");
    const { manifest, bytes } = await writeBundle(release, path, { key, issue });
    const head = await openBundle(path);
    await bucket.upload(bundleName(head), path);
    const pointer = new Uint8Array(await Bun.file(path).slice(0, head.start).arrayBuffer());
    await bucket.replace(POINTER, pointer, before?.tag ?? null).catch((error: unknown) => {
      if (!(error instanceof BucketError) || error.status !== TAKEN_MEANWHILE) throw error;
      throw new OperatorError(
        "another release was published meanwhile: look at it, then try again",
      );
    });
    return { manifest, issue, bytes };
  });
}

export interface TakeOptions extends CorpusPlaces {
  trusted: KeyObject;
  /** Epoch milliseconds. */
  nowMs: number;
}

/**
 * Installs the published release beside the one in use, where it is not installed yet.
 * @throws BucketError; OperatorError where the release may not be used. Then nothing remains.
 */
export function fetchPublished(
  bucket: Bucket,
  head: BundleHead,
  options: TakeOptions,
): Promise<void> {
  const { dataDir } = options;
  return inBuildFolder(dataDir, async (buildFolder) => {
    await requireUsable(head, options);
    const there = join(releasesFolder(dataDir), head.version);
    if (existsSync(there) && (await isWhole(there))) return;
    const path = join(buildFolder, "bundle");
    await bucket.download(bundleName(head), path, sizeOf(head));
    const bundle = await openBundle(path);
    if (!Buffer.from(bundle.signed).equals(head.signed))
      throw new OperatorError(`the published bundle is not the one that ${POINTER} names`);
    const folder = join(buildFolder, head.version);
    const manifest = await unpackBundle(bundle, folder);
    rmSync(path);
    await install(dataDir, buildFolder, folder, manifest);
  });
}

/**
 * Puts a release that was fetched into use, once it opens with these models and works.
 * @returns the open release
 * @throws OperatorError; then the one in use does not change
 */
export function usePublished(
  head: BundleHead,
  embedder: QueryEmbedder,
  options: TakeOptions,
): Promise<CorpusRetriever> {
  const { dataDir, starter } = options;
  return inBuildFolder(dataDir, async () => {
    await requireUsable(head, options);
    const folder = join(releasesFolder(dataDir), head.version);
    const retriever = await CorpusRetriever.openProbed(folder, embedder);
    try {
      recordTakenNumber(dataDir, head);
      switchTo(dataDir, retriever.manifest, readManifest(starter).version);
      return retriever;
    } catch (error) {
      retriever.close();
      throw error;
    }
  });
}

async function requireUsable(head: BundleHead, { trusted, nowMs, ...places }: TakeOptions) {
  requireTrust(head, trusted);
  const { dataDir } = places;
  const inUse = readManifest(await releaseInBuildFolder(dataDir, places.starter)).version;
  requireNewer(head, { dataDir, inUse, nowMs, otherwise: OTHERWISE });
}

function isWhole(release: string): Promise<boolean> {
  return verifyRelease(release).then(
    () => true,
    () => false,
  );
}
