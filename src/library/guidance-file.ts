/**
 * The guidance of a release on disk, one JSON line per entry, ordered by id.
 * @module
 */
import { readFileSync } from "node:fs";
import type { GuidanceEntry } from "../engine/guidance/entry.ts";

/** Drops the claims whose records are all gone, and the entries without a claim left. */
export function withKnownRecords(
  entries: readonly GuidanceEntry[],
  has: (doi: string) => boolean,
): GuidanceEntry[] {
  return entries.flatMap((entry) => {
    const claims = entry.claims.flatMap((claim) => {
      const from = claim.from.filter(has);
      return from.length === 0 ? [] : [{ ...claim, from, against: claim.against.filter(has) }];
    });
    return claims.length === 0 ? [] : [{ ...entry, claims }];
  });
}

/** Releases made before entries had `assumes` leave it out. */
export function readGuidanceFile(path: string): GuidanceEntry[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ assumes: {}, ...JSON.parse(line) }) as GuidanceEntry);
}

/**
 * The name of a release is a digest of these lines, so an entry that assumes nothing has the line
 * that it had before entries could.
 */
export function guidanceLine({ assumes, ...entry }: GuidanceEntry): string {
  const assuming = Object.keys(assumes).length === 0 ? {} : { assumes };
  return `${JSON.stringify({ ...entry, ...assuming })}\n`;
}
