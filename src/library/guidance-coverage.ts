/** What the guidance of a release covers. */
import type { GuidanceEntry } from "../engine/guidance/entry.ts";

export interface GuidanceCoverage {
  entries: number;
  claims: number;
  /** Different records that claims rest on. */
  cited_records: number;
  /** Entries by kind of question, by life stage, and by what they are about. */
  kinds: Record<string, number>;
  life_stages: Record<string, number>;
  topics: Record<string, number>;
}

export function guidanceCoverage(entries: readonly GuidanceEntry[]): GuidanceCoverage {
  const claims = entries.flatMap((entry) => entry.claims);
  return {
    entries: entries.length,
    claims: claims.length,
    cited_records: new Set(claims.flatMap(({ from, against }) => [...from, ...against])).size,
    kinds: tally(entries.map(({ kind }) => kind)),
    life_stages: tally(entries.flatMap(({ stages }) => stages)),
    topics: tally(
      entries.flatMap(({ about: { measures, behaviours, outcomes } }) => [
        ...new Set([...measures, ...behaviours, ...outcomes]),
      ]),
    ),
  };
}

/** How often each name occurs, most frequent first. */
function tally(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
