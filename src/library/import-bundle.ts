/**
 * Takes a release from a bundle into use.
 * @module
 */
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { requireTrust, unpackBundle } from "./bundle.ts";
import { openBundle } from "./bundle-head.ts";
import { diffReleases, type ReleaseDiff } from "./diff.ts";
import { examine, publish, type ShelfPlaces } from "./publish.ts";
import { readManifest } from "./release.ts";
import type { QueryEmbedder } from "./retriever.ts";
import { currentRelease } from "./shelf.ts";
import { inWorkshop } from "./workshop.ts";

export interface BundleReport {
  /** The release in the bundle. */
  version: string;
  /** Fingerprint of the trusted key it is signed with; null where the signature was not looked at. */
  signed_by: string | null;
  /** Version in use before. */
  from: string;
  /** From the release in use to the one in the bundle. */
  diff: ReleaseDiff;
  published: string | null;
}

export interface BundleOptions {
  /** Public key; null takes any bundle (its hashes are still checked). */
  trusted: KeyObject | null;
  dryRun: boolean;
  signal: AbortSignal;
  /** Called when the bundle itself is in order. */
  openEmbedder(): Promise<QueryEmbedder>;
}

/**
 * Checks, unpacks, examines and publishes the release in a bundle.
 * @throws OperatorError with one line; the release in use stays then
 */
export function importBundle(
  path: string,
  places: ShelfPlaces,
  options: BundleOptions,
): Promise<BundleReport> {
  return inWorkshop(places.dataDir, async (workshop) => {
    const bundle = await openBundle(path);
    requireTrust(bundle, options.trusted);
    const folder = join(workshop, bundle.version);
    const manifest = await unpackBundle(bundle, folder);
    options.signal.throwIfAborted();
    const embedder = await options.openEmbedder();
    if (manifest.embedder.digest !== embedder.digest) {
      throw new OperatorError(
        `the bundle was indexed with another embedder (${manifest.embedder.id}): export it with the phasewise that is used here`,
      );
    }
    const inUse = await currentRelease(places.dataDir, places.starter);
    const diff = diffReleases(inUse, folder);
    options.signal.throwIfAborted();
    if (options.dryRun) await examine(folder, embedder);
    else await publish(places, workshop, folder, embedder);
    return {
      version: manifest.version,
      signed_by: options.trusted === null ? null : (bundle.signature?.fingerprint ?? null),
      from: readManifest(inUse).version,
      diff,
      published: options.dryRun ? null : manifest.version,
    };
  });
}
