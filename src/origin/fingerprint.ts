/**
 * SHA-256 of the scrubbed request in canonical form. Requests that differ only in dropped members
 * have the same hash.
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";

export function requestSha256(request: object): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
