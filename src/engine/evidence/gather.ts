/**
 * Finds the guidance entries and records for one part of a message. One cross-encoder reads the
 * records, another one, the matcher, the nearest entries.
 * @module
 */

import type { GuidanceEntry } from "../guidance/entry.ts";
import type { Stopwatch } from "../stopwatch.ts";
import type { EvidenceDocument, GuidanceHit, Passage, Reranker, Retriever } from "../types.ts";
import { sigmoid } from "../understanding/labels.ts";
import type { Part } from "../understanding/reading.ts";
import { unitInterval } from "../unit-interval.ts";
import {
  clampedLogit,
  type EntryFeatures,
  entryLogit,
  type MatchFeatures,
  matchedLogit,
  type RecordFeatures,
  recordLogit,
} from "./answer-probability.ts";
import { fuse } from "./fusion.ts";

/** Guidance entries scored for each part. */
export const GUIDANCE_READ = 12;
/**
 * Of these, the nearest that the matcher reads. Reading all of them costs three times as much and
 * hardly gains (`models/training/README.md`).
 */
export const GUIDANCE_MATCHED = 4;
/** Records of each part that the cross-encoder scores. */
export const RECORDS_READ = 8;
/** Hits that each search returns before the fusion. */
export const HITS_PER_SEARCH = 24;

export interface Ports {
  retriever: Retriever;
  reranker: Reranker;
  /** Reads a message and the question of an entry. */
  matcher: Reranker;
}

export interface EntryCandidate {
  entry: GuidanceEntry;
  /** The probability that the entry answers the part. */
  answer_probability: number;
}

/** Checks of an entry against the person who asks. */
export interface EntryChecks {
  /** Whether it may be used for this person at all. */
  fits(entry: GuidanceEntry): boolean;
  /** Whether the person's readings moved the other way than its question takes for granted. */
  contradicted(entry: GuidanceEntry): boolean;
}

interface ScoredEntry extends EntryCandidate, EntryFeatures {
  /** Null for an entry that the matcher has not read. */
  match: MatchFeatures | null;
}

export interface RecordCandidate extends RecordFeatures {
  document: EvidenceDocument;
  answer_probability: number;
}

export interface PartEntries {
  part: Part;
  /** Those that the matcher read, best first, then the others. */
  entries: readonly EntryCandidate[];
}

/** The same, with the features that each entry was scored by. */
export interface ScoredPartEntries extends PartEntries {
  entries: readonly ScoredEntry[];
}

export interface PartEvidence extends PartEntries {
  /** Best first, one for each document. */
  records: readonly RecordCandidate[];
}

/**
 * The records near a part, which the cross-encoder reads, beside its entries.
 * @param near the part, with the entries near it
 * @throws the errors of the ports
 */
export async function withRecords<T extends PartEntries>(
  { retriever, reranker }: Pick<Ports, "retriever" | "reranker">,
  near: T,
  watch: Stopwatch,
): Promise<T & PartEvidence> {
  const { part } = near;
  const hits = await watch.time("search", () => retriever.search(part.text, HITS_PER_SEARCH));
  const candidates = fuse(hits).slice(0, RECORDS_READ);
  const texts = candidates.map(({ passage }) => passage.text);
  const relevance = await watch.time("rerank", () => reranker.score(part.text, texts));
  const records = new Map<string, RecordCandidate>();
  for (const [at, candidate] of candidates.entries()) {
    const found = scoredRecord(part, candidate, relevance[at] ?? 0);
    const held = records.get(found.document.doi);
    if (held === undefined || found.answer_probability > held.answer_probability)
      records.set(found.document.doi, found);
  }
  return { ...near, records: [...records.values()].sort(byAnswer) };
}

/**
 * The entries near a part, ties by id.
 * @throws the errors of the ports
 */
export async function nearEntries(
  { retriever, matcher }: Pick<Ports, "retriever" | "matcher">,
  part: Part,
  { fits, contradicted }: EntryChecks,
  watch: Stopwatch,
): Promise<ScoredPartEntries> {
  const near = await watch.time("search", () =>
    retriever.guidanceFor(part.text, part.vector, GUIDANCE_READ, fits),
  );
  const askedLead = leadsOf(near.map(({ asked_cosine }) => asked_cosine));
  const wordsLead = leadsOf(near.map(({ shared_words }) => shared_words));
  const entries = near
    .map((hit, at) =>
      scoredEntry(part, hit, {
        asked_lead: askedLead[at] ?? 0,
        words_lead: wordsLead[at] ?? 0,
        contradicted: contradicted(hit.entry),
      }),
    )
    .sort(byProbability);
  return {
    part,
    entries: await watch.time("match", () => matchedFirst(matcher, part.text, entries)),
  };
}

/**
 * The same entries, the first of them in the order that the matcher gives them with what was known.
 * @param entries best first
 * @throws the errors of the matcher
 */
export async function matchedFirst(
  matcher: Reranker,
  text: string,
  entries: readonly ScoredEntry[],
): Promise<ScoredEntry[]> {
  const read = entries.slice(0, GUIDANCE_MATCHED);
  const relevance = await matcher.score(
    text,
    read.map(({ entry }) => entry.question),
  );
  const matched = read.map((each, at) => {
    const match: MatchFeatures = {
      near_logit: entryLogit(each),
      match_logit: clampedLogit(relevance[at] ?? 0),
    };
    return { ...each, match, answer_probability: sigmoid(matchedLogit(match)) };
  });
  return [...matched.sort(byProbability), ...entries.slice(GUIDANCE_MATCHED)];
}

/** Best first, ties by id. */
export function byProbability(a: ScoredEntry, b: ScoredEntry): number {
  return b.answer_probability - a.answer_probability || (a.entry.id < b.entry.id ? -1 : 1);
}

/** How far each value is above the highest of the others; below it, the lead is negative. */
export function leadsOf(values: readonly number[]): number[] {
  return values.map((value, at) => {
    const others = values.filter((_, other) => other !== at);
    return others.length === 0 ? 0 : value - Math.max(...others);
  });
}

function scoredEntry(
  { kind, facets }: Part,
  { entry, cosine, embedder_cosine }: GuidanceHit,
  others: Pick<EntryFeatures, "asked_lead" | "words_lead" | "contradicted">,
): ScoredEntry {
  const { measures, outcomes, behaviours, phases } = entry.about;
  const about = new Set<string>([...measures, ...outcomes, ...behaviours, ...phases]);
  const named = [...facets.measures, ...facets.outcomes, ...facets.behaviours, ...facets.phases];
  const features: EntryFeatures = {
    cosine,
    embedder_cosine,
    ...others,
    beside_wellness: kind === "none",
    same_kind: kind === entry.kind,
    shared_facets:
      named.length === 0 ? null : named.filter((each) => about.has(each)).length / named.length,
  };
  return { entry, ...features, match: null, answer_probability: sigmoid(entryLogit(features)) };
}

function scoredRecord(
  { kind }: Part,
  { passage: { document }, cosine }: { passage: Passage; cosine: number },
  relevance: number,
): RecordCandidate {
  const features: RecordFeatures = {
    embedder_cosine: cosine,
    relevance: unitInterval(relevance),
    beside_wellness: kind === "none",
  };
  return { document, ...features, answer_probability: sigmoid(recordLogit(features)) };
}

function byAnswer(a: RecordCandidate, b: RecordCandidate): number {
  return b.answer_probability - a.answer_probability || (a.document.doi < b.document.doi ? -1 : 1);
}
