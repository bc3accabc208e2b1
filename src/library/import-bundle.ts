/**
 * Puts the release of a bundle into use.
 * @module
 */
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { inBuildFolder } from "./build-folder.ts";
import { requireTrust, unpackBundle } from "./bundle.ts";
import { openBundle } from "./bundle-head.ts";
import { recordTakenNumber, requireNewer } from "./bundle-numbers.ts";
import { diffReleases, type ReleaseDiff } from "./diff.ts";
import { type CorpusPlaces, examineRelease, putInUse } from "./put-in-use.ts";
import { readManifest } from "./release.ts";
import { releaseInBuildFolder } from "./release-in-use.ts";
import type { QueryEmbedder } from "./retriever.ts";

export interface BundleReport {
  /** The release in the bundle. */
  version: string;
  /**
   * The fingerprint of the trusted key that signed it; null where the signature was not checked.
   */
  signed_by: string | null;
  /** The bundle's number and last day, where they are signed. */
  sequence: number | null;
  expires: string | null;
  /** The version in use before. */
  from: string;
  /** From the release in use to the one in the bundle. */
  diff: ReleaseDiff;
  published: string | null;
}

export interface BundleOptions {
  /** The public key; null accepts any bundle, whose hashes are still checked. */
  trusted: KeyObject | null;
  /** Accepts a bundle that is older than the last, has expired or has no number. */
  allowOlder: boolean;
  /** Epoch milliseconds that never go back. */
  nowMs: number;
  dryRun: boolean;
  signal: AbortSignal;
  embedder: QueryEmbedder;
}

/**
 * Checks, unpacks, examines and publishes the release of a bundle.
 * @throws OperatorError with one line; then the release in use does not change
 */
export function importBundle(
  path: string,
  places: CorpusPlaces,
  options: BundleOptions,
): Promise<BundleReport> {
  const { dataDir, starter } = places;
  const { trusted, allowOlder, nowMs, embedder } = options;
  return inBuildFolder(dataDir, async (buildFolder) => {
    const bundle = await openBundle(path);
    requireTrust(bundle, trusted);
    const inUse = await releaseInBuildFolder(dataDir, starter);
    const from = readManifest(inUse).version;
    if (trusted !== null && !allowOlder) requireNewer(bundle, { dataDir, inUse: from, nowMs });
    const folder = join(buildFolder, bundle.version);
    const manifest = await unpackBundle(bundle, folder);
    options.signal.throwIfAborted();
    if (manifest.embedder.digest !== embedder.digest) {
      throw new OperatorError(
        `the bundle was indexed with another embedder (${manifest.embedder.id}): export it with the version of phasewise that runs here`,
      );
    }
    const diff = diffReleases(inUse, folder);
    options.signal.throwIfAborted();
    if (options.dryRun) await examineRelease(folder, embedder);
    else
      await putInUse(places, buildFolder, folder, embedder, () => {
        if (trusted !== null) recordTakenNumber(dataDir, bundle);
      });
    return {
      version: manifest.version,
      ...(trusted === null
        ? { signed_by: null, sequence: null, expires: null }
        : {
            signed_by: bundle.signature?.fingerprint ?? null,
            sequence: bundle.issue?.sequence ?? null,
            expires: bundle.issue?.expires ?? null,
          }),
      from,
      diff,
      published: options.dryRun ? null : manifest.version,
    };
  });
}
