/**
 * Search, fuse and rerank for each sub-query.
 * @module
 */
import { singular, words } from "../question/fold.ts";
import type { SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument, Reranker, Retriever } from "../types.ts";
import { type Candidate, fuse } from "./fusion.ts";
import { matchesOf } from "./match.ts";
import { relevancesOf } from "./reading.ts";

/** A pair takes about 8 ms on two cores with AVX2 alone, so a whole answer may spend 400 ms on reranking; half of that with VNNI. */
export const RERANK_PAIRS_MAX = 48;
export const CANDIDATES_PER_SUB_QUERY_MAX = 24;
/**
 * Hits asked of each search before they are fused: a passage that one search puts far down keeps its own score there.
 * More take longer in a large corpus (`bun run bench:scale`).
 */
export const HITS_PER_SEARCH = 40;

export interface ScoredDocument {
  document: EvidenceDocument;
  /** Best raw cross-encoder output over the passages of the document, clamped to [0, 1], 4 decimal places. */
  relevance: number;
  /** How well its best passage matches by all that is known; only differences within one sub-query mean anything. */
  match: number;
  /** How large a part of the known questions near the sub-query it answers, 0 to 1; null for one of which no questions are known. */
  share: number | null;
}

export interface Found {
  sub_query: SubQuery;
  /** Most relevant first, ties by DOI; one entry per document. */
  documents: ScoredDocument[];
  /** How near the nearest candidate is to the question (`nearness` of `fusion.ts`). */
  nearest: number;
  /** How large a part of the questions near this one has an answer; null where the best match is none that questions are known of. */
  answered: number | null;
  /** Share of what the question names that no passage found speaks of, 0 to 1. */
  unanswered: number;
}

export interface Ports {
  retriever: Retriever;
  reranker: Reranker;
}

export interface Stopwatch {
  time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}

/** @throws whatever the ports throw; nothing is swallowed. */
export async function gather(
  ports: Ports,
  subQueries: readonly SubQuery[],
  stopwatch: Stopwatch,
  candidatesMax = CANDIDATES_PER_SUB_QUERY_MAX,
): Promise<Found[]> {
  const cap = Math.min(candidatesMax, Math.floor(RERANK_PAIRS_MAX / Math.max(1, subQueries.length)));
  const found: Found[] = [];
  for (const subQuery of subQueries) {
    const hits = await stopwatch.time("search", () => ports.retriever.search(subQuery.text, HITS_PER_SEARCH));
    const candidates = fuse(hits).slice(0, cap);
    const scores =
      candidates.length === 0
        ? []
        : await stopwatch.time("rerank", () => relevancesOf(ports.reranker, subQuery.text, candidates));
    const matches = matchesOf(subQuery.text, candidates, scores);
    const matching = candidates
      .map((candidate, at) => ({
        ...candidate,
        relevance: unitInterval(scores[at] ?? 0),
        match: matches[at] ?? 0,
      }))
      .sort((a, b) => b.match - a.match);
    const best = new Map<string, ScoredDocument>();
    for (const { passage, relevance, match, share } of matching) {
      const held = best.get(passage.document.doi);
      best.set(passage.document.doi, {
        document: passage.document,
        relevance: Math.max(relevance, held?.relevance ?? 0),
        match: Math.max(match, held?.match ?? match),
        share,
      });
    }
    found.push({
      sub_query: subQuery,
      documents: [...best.values()].sort(byRelevance),
      nearest: Math.max(0, ...candidates.map(({ nearness }) => nearness)),
      answered: matching[0]?.answered ?? null,
      unanswered: unansweredShare(subQuery, matching, ports.retriever),
    });
  }
  return found;
}

/** Passages that match best, in which a word counts as spoken of: somewhere in the corpus there is a dog, asleep on a bed. */
const SPOKEN_OF_MAX = 6;

/**
 * A cross-encoder takes "luteal phase in cows" for "luteal phase". The lexical search finds every rare word the corpus
 * has, so a word of the question that is in none of the best passages, nor in the known question that is nearest of all, is one the
 * evidence knows nothing about; the less so, the more people who got an answer use it.
 * @param matching best first
 */
function unansweredShare(
  { unknown, named }: SubQuery,
  matching: readonly Candidate[],
  retriever: Retriever,
): number {
  if (unknown.length === 0) return 0;
  const best = matching.slice(0, SPOKEN_OF_MAX).map(({ passage }) => passage.text);
  const spoken = new Set([...best, matching[0]?.question ?? ""].flatMap((text) => words(text).map(singular)));
  const strange = unknown
    .filter((word) => !spoken.has(word))
    .reduce((sum, word) => sum + retriever.strangeness(word), 0);
  return strange / (unknown.length + named);
}

type Relevant = Pick<ScoredDocument, "document" | "relevance">;

export function byRelevance(a: Relevant, b: Relevant): number {
  return b.relevance - a.relevance || (a.document.doi < b.document.doi ? -1 : 1);
}

const FOUR_PLACES = 10_000;

/** Clamped to [0, 1] and rounded to 4 places; what is not a number counts as irrelevant. */
export function unitInterval(value: number): number {
  if (!(value > 0)) return 0;
  return Math.round(Math.min(value, 1) * FOUR_PLACES) / FOUR_PLACES;
}
