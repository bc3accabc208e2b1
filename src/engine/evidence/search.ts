/**
 * Searches the evidence alone, without guidance and without a person.
 * @module
 */
import type { Passage, RelevantDocument } from "../types.ts";
import { unitInterval } from "../unit-interval.ts";
import { rankLogit } from "./answer-probability.ts";
import { fuse } from "./fusion.ts";
import { HITS_PER_SEARCH, type Ports } from "./gather.ts";

type SearchPorts = Pick<Ports, "retriever" | "reranker">;

/** A passage with the score of each stage; null where a ranking does not list it. */
export interface RankedPassage {
  passage: Passage;
  bm25: number | null;
  cosine: number | null;
  fused: number;
  relevance: number;
  /** What the order is by. */
  match: number;
}

/**
 * Best first, ties by id.
 * @param limit of the hits of each ranking, and of the passages that the cross-encoder reads
 * @throws the errors of the ports
 */
export async function rankPassages(
  { retriever, reranker }: SearchPorts,
  query: string,
  limit: number,
): Promise<RankedPassage[]> {
  const hits = await retriever.search(query, limit);
  const candidates = fuse(hits).slice(0, limit);
  const relevance = await reranker.score(
    query,
    candidates.map(({ passage }) => passage.text),
  );
  const scoreIn = (ranking: typeof hits.lexical, id: string) =>
    ranking.find((hit) => hit.passage.id === id)?.score ?? null;
  return candidates
    .map((candidate, at) => ({
      passage: candidate.passage,
      bm25: scoreIn(hits.lexical, candidate.passage.id),
      cosine: scoreIn(hits.dense, candidate.passage.id),
      fused: candidate.score,
      relevance: relevance[at] ?? 0,
      match: rankLogit(candidate, relevance[at] ?? 0),
    }))
    .sort((a, b) => b.match - a.match || (a.passage.id < b.passage.id ? -1 : 1));
}

/**
 * The documents nearest to a question, each by its best passage, best first.
 * @throws the errors of the ports
 */
export async function searchEvidence(
  ports: SearchPorts,
  query: string,
  limit: number,
): Promise<RelevantDocument[]> {
  const found = new Map<string, RelevantDocument>();
  for (const { passage, relevance } of await rankPassages(ports, query, HITS_PER_SEARCH)) {
    const { document } = passage;
    if (!found.has(document.doi))
      found.set(document.doi, { document, relevance: unitInterval(relevance) });
  }
  return [...found.values()].slice(0, limit);
}
