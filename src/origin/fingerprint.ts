/**
 * SHA-256 of the scrubbed request in canonical form: equal for requests that differ only in what is dropped at the door.
 * @module
 */
import { createHash } from "node:crypto";

/** JSON with sorted member names. For values of our own making only: plain objects of known depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

export function requestSha256(request: object): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
