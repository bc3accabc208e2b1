/**
 * The guidance of a release on disk, one JSON line an entry, ordered by id.
 * @module
 */
import { readFileSync } from "node:fs";
import type { GuidanceEntry } from "../engine/guidance/entry.ts";

/** Without the claims whose records are all gone; an entry without a claim goes with them. */
export function restingOn(entries: readonly GuidanceEntry[], has: (doi: string) => boolean): GuidanceEntry[] {
  return entries.flatMap((entry) => {
    const claims = entry.claims.flatMap((claim) => {
      const from = claim.from.filter(has);
      return from.length === 0 ? [] : [{ ...claim, from, against: claim.against.filter(has) }];
    });
    return claims.length === 0 ? [] : [{ ...entry, claims }];
  });
}

export function readGuidanceFile(path: string): GuidanceEntry[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as GuidanceEntry);
}

/** The phrasings that only training and evaluation need stay out of a release. */
export function guidanceLine(entry: GuidanceEntry): string {
  return `${JSON.stringify({ ...entry, asked: [] })}\n`;
}
