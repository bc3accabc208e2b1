/**
 * What a refresh did: counts per source, and the difference of the corpus.
 * @module
 */

import type { NoticeKind } from "../ingest/formats/retraction.ts";
import type { DiffEntry } from "../library/diff.ts";
import type { SourceName } from "./source-name.ts";

export interface SourceReport {
  source: SourceName;
  /** The sum of the six counts that follow. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Already read from another source or topic of this run. */
  duplicate: number;
  rejected: number;
  /** Retracted, or with an expression of concern. */
  retracted: number;
  /** Why records were rejected, most frequent first. */
  reasons: Record<string, number>;
  /** Hits beyond the topic's `results_max`, or counted by the service but not delivered. */
  left_out: number;
  topics: number;
  /** Topics that were not read to their end; the next run continues with them. */
  unfinished: number;
  failures: string[];
}

export interface Exclusion extends DiffEntry {
  kind: NoticeKind;
  found_in: string;
}

export interface RefreshReport {
  sources: SourceReport[];
  added: DiffEntry[];
  updated: DiffEntry[];
  /** Documents of the release in use that the new one lacks. */
  excluded: Exclusion[];
  /** Documents that were looked up for retractions and concerns. */
  checked: number;
  /** Those of them that Crossref and PubMed do not know. */
  unknown: string[];
  /** The version in use before. */
  from: string;
  /** The published version; null for a dry run or when nothing changed. */
  published: string | null;
}

export function emptyReport(source: SourceName, topics: number): SourceReport {
  return {
    source,
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    duplicate: 0,
    rejected: 0,
    retracted: 0,
    reasons: {},
    left_out: 0,
    topics,
    unfinished: 0,
    failures: [],
  };
}
