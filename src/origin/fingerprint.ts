/**
 * SHA-256 of the scrubbed request in canonical form: equal for requests that differ only in what is dropped at the door.
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";

export function requestSha256(request: object): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
