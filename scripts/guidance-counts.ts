import type { GuidanceEntry } from "../src/engine/guidance/entry.ts";

/** The line that `scripts/check-guidance.ts` ends with; a page quotes it. */
export function guidanceCounts(entries: readonly GuidanceEntry[]): string {
  const claims = entries.flatMap((entry) => entry.claims);
  const several = claims.filter(({ from }) => from.length > 1).length;
  const depends = entries.filter(({ verdicts }) => verdicts.length > 1).length;
  return `${entries.length} entries, ${depends} with verdicts that depend on her; ${claims.length} claims, ${several} of them on two records or more`;
}
