/** Where the published releases are, and with which credentials. */
import {
  BUCKET_KEY_ID_ENV,
  BUCKET_SECRET_ENV,
  BUCKET_SESSION_ENV,
  readSecret,
} from "../config/secrets.ts";
import type { Settings } from "../config/settings.ts";
import { OperatorError } from "../contract/error.ts";
import { Bucket, type BucketPlace } from "../library/bucket.ts";

export const BUCKET_SETTINGS = ["bucketEndpoint", "bucketRegion"] as const;

/** @throws OperatorError where the address is none or credentials are missing */
export function bucketPlace(
  url: string,
  { bucketEndpoint, bucketRegion }: Settings<(typeof BUCKET_SETTINGS)[number]>,
): BucketPlace {
  const accessKeyId = readSecret(BUCKET_KEY_ID_ENV);
  const secretAccessKey = readSecret(BUCKET_SECRET_ENV);
  if (accessKeyId === null || secretAccessKey === null) {
    throw new OperatorError(
      `the object store needs credentials: set ${BUCKET_KEY_ID_ENV} and ${BUCKET_SECRET_ENV}`,
    );
  }
  const place = {
    url,
    endpoint: bucketEndpoint,
    region: bucketRegion,
    accessKeyId,
    secretAccessKey,
    sessionToken: readSecret(BUCKET_SESSION_ENV),
  };
  // An address that is none is told before anything is done.
  new Bucket(place);
  return place;
}
