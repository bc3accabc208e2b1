/**
 * What a refresh did, per source and as a difference of the corpus.
 * @module
 */

import type { NoticeKind } from "../ingest/formats/retraction.ts";
import type { DiffEntry } from "../library/diff.ts";
import type { SourceName } from "./source-name.ts";

export interface SourceReport {
  source: SourceName;
  /** The sum of the six numbers that follow it. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Read from another source or topic of this run before. */
  duplicate: number;
  rejected: number;
  /** Retracted, or with an expression of concern. */
  retracted: number;
  /** Why records were rejected, most frequent first. */
  reasons: Record<string, number>;
  /** Hits behind the topic's `results_max`, or that the service counted but did not deliver. */
  left_out: number;
  topics: number;
  /** Topics that were not read to their end; the next run goes on with them. */
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
  /** Documents of the release in use that the new one does not have. */
  excluded: Exclusion[];
  /** Documents that were looked up for retractions and concerns. */
  checked: number;
  /** Of them, those that Crossref and PubMed do not know. */
  unknown: string[];
  /** Version in use before. */
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
