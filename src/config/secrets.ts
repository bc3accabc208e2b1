/**
 * The secrets, which have no flag, because every user of the machine can see a command line.
 * @module
 */

export const ORIGIN_SECRET_ENV = "PHASEWISE_ORIGIN_SECRET";
export const STATE_PASSWORD_ENV = "PHASEWISE_STATE_PASSWORD";
export const RATE_LIMIT_PASSWORD_ENV = "PHASEWISE_RATE_LIMIT_PASSWORD";
/** The key with which `mcp` calls the service for an agent. */
export const API_KEY_ENV = "PHASEWISE_API_KEY";
/** The credentials of the object store, under the names of every client of one. */
export const BUCKET_KEY_ID_ENV = "AWS_ACCESS_KEY_ID";
export const BUCKET_SECRET_ENV = "AWS_SECRET_ACCESS_KEY";
export const BUCKET_SESSION_ENV = "AWS_SESSION_TOKEN";
/**
 * Keys for the literature services. PubMed answers faster with one; OpenAlex needs one for more
 * than a few requests.
 */
export const NCBI_KEY_ENV = "PHASEWISE_NCBI_KEY";
export const OPENALEX_KEY_ENV = "PHASEWISE_OPENALEX_KEY";

/** A secret from the environment, or null where it is unset. */
export function readSecret(
  name:
    | typeof ORIGIN_SECRET_ENV
    | typeof STATE_PASSWORD_ENV
    | typeof RATE_LIMIT_PASSWORD_ENV
    | typeof API_KEY_ENV
    | typeof BUCKET_KEY_ID_ENV
    | typeof BUCKET_SECRET_ENV
    | typeof BUCKET_SESSION_ENV
    | typeof NCBI_KEY_ENV
    | typeof OPENALEX_KEY_ENV,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  return env[name] ?? null;
}
