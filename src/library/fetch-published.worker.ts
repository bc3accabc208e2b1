/**
 * Fetches a published release off the event loop: hashing and syncing hundreds of megabytes would
 * hold up answers. The thread ends after one release.
 */
import { createPublicKey } from "node:crypto";
import { Bucket, BucketError, type BucketPlace } from "./bucket.ts";
import { parseBundleHead } from "./bundle-head.ts";
import { fetchPublished, type TakeOptions } from "./object-store.ts";

declare const self: Worker;

export interface FetchTask extends Omit<TakeOptions, "trusted"> {
  place: BucketPlace;
  /** The pointer. */
  head: Uint8Array;
  /** PEM. */
  trusted: string;
}

/** Null when the release is installed. */
export type FetchReport = { fault: string; ofStore: boolean } | null;

self.onmessage = async ({ data }: MessageEvent<FetchTask>) => {
  const { place, head, trusted, ...options } = data;
  const report: FetchReport = await fetchPublished(new Bucket(place), parseBundleHead(head), {
    ...options,
    trusted: createPublicKey(trusted),
  }).then(
    () => null,
    (error: Error) => ({ fault: error.message, ofStore: error instanceof BucketError }),
  );
  self.postMessage(report);
};
