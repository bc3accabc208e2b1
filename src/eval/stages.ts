/**
 * The rankings of one query: full text, vectors, both fused, and the top of the fused one reranked.
 * @module
 */

import { rankLogit } from "../engine/evidence/answer-probability.ts";
import { type Candidate, fuse } from "../engine/evidence/fusion.ts";
import type { Reranker } from "../engine/types.ts";
import type { Hit } from "../library/passage-index.ts";
import type { QueryEmbedder } from "../library/retriever.ts";
import type { CollectionIndex } from "./collection.ts";
import type { JudgedQuery } from "./dataset.ts";

export const STAGES = ["bm25", "dense", "hybrid", "rerank"] as const;
export type Stage = (typeof STAGES)[number];

/** Few enough for a large model on one core to answer before the deadline of a task. */
const PAIRS_PER_CALL = 8;

export interface StageModels {
  queryEmbedder: QueryEmbedder;
  reranker: Reranker;
}

export interface StageOptions {
  stages: readonly Stage[];
  /** Documents per ranking. */
  depth: number;
  /** Documents of the hybrid ranking that are reranked; those after them keep their rank. */
  rerankDepth: number;
  /** `judged` ranks only the judged documents of each query, all of them. */
  candidates: "all" | "judged";
}

export interface Ranking {
  ids: string[];
  /** From the question to this ranking, including earlier stages. */
  ms: number;
}

interface IdentifiedPassage {
  id: string;
  text: string;
}

/**
 * Where queries are documents themselves, a query must not find itself (BEIR's convention). A
 * judged document that only shares the number is another one.
 */
function withoutItself<H extends { passage: IdentifiedPassage }>(
  hits: readonly H[],
  { id, grades }: JudgedQuery,
): H[] {
  return hits.filter(({ passage }) => passage.id !== id || grades.has(id));
}

async function rerank(
  reranker: Reranker,
  query: string,
  candidates: readonly Candidate<IdentifiedPassage>[],
): Promise<Candidate<IdentifiedPassage>[]> {
  const scores: number[] = [];
  for (let start = 0; start < candidates.length; start += PAIRS_PER_CALL) {
    const part = candidates.slice(start, start + PAIRS_PER_CALL);
    scores.push(
      ...(await reranker.score(
        query,
        part.map(({ passage }) => passage.text),
      )),
    );
  }
  // Equal scores keep the order of the previous stage, because the sort is stable.
  return candidates
    .map((candidate, i) => ({ candidate, score: rankLogit(candidate, scores[i] ?? 0) }))
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate);
}

/** @throws ServiceError as the models' ports do */
export async function rankings(
  index: CollectionIndex,
  models: StageModels,
  query: JudgedQuery,
  options: StageOptions,
): Promise<Partial<Record<Stage, Ranking>>> {
  const { stages, rerankDepth } = options;
  const judged =
    options.candidates === "judged" ? await index.passages([...query.grades.keys()]) : null;
  const among = judged?.map((passage) => passage.id);
  if (among?.length === 0)
    return Object.fromEntries(stages.map((stage) => [stage, { ids: [], ms: 0 }]));
  const depth = among?.length ?? options.depth;
  // One more, for a query that finds itself.
  const bestOf = (hits: Promise<Hit<null>[]>) =>
    hits.then((all) => withoutItself(all, query).slice(0, depth));
  const timed = async <T>(work: () => T | Promise<T>) => {
    const start = performance.now();
    const value = await work();
    return { value, ms: performance.now() - start };
  };
  const result: Partial<Record<Stage, Ranking>> = {};
  const keep = (stage: Stage, hits: readonly { passage: IdentifiedPassage }[], ms: number) => {
    if (stages.includes(stage)) result[stage] = { ids: hits.map(({ passage }) => passage.id), ms };
  };

  const lexical = await timed(async () => {
    const hits = await bestOf(index.fullText(query.text, depth + 1, among));
    // A judged document without a word of the question has no score and comes last.
    const matched = new Set(hits.map(({ passage }) => passage.id));
    const unmatched = (judged ?? []).filter(({ id }) => !matched.has(id));
    return [...hits, ...unmatched.map((passage) => ({ passage, score: 0 }))];
  });
  keep("bm25", lexical.value, lexical.ms);
  if (!needsVectors(stages)) return result;

  const embedded = await timed(() => models.queryEmbedder.embedQuery(query.text));
  const dense = await timed(() => bestOf(index.nearest(embedded.value, depth + 1, among)));
  const denseMs = embedded.ms + dense.ms;
  keep("dense", dense.value, denseMs);
  const hybrid = await timed(() =>
    fuse<IdentifiedPassage>({ lexical: lexical.value, dense: dense.value }).slice(0, depth),
  );
  const hybridMs = lexical.ms + denseMs + hybrid.ms;
  keep("hybrid", hybrid.value, hybridMs);
  if (!stages.includes("rerank")) return result;

  const top = judged === null ? hybrid.value.slice(0, rerankDepth) : hybrid.value;
  const reranked = await timed(() => rerank(models.reranker, query.text, top));
  keep("rerank", [...reranked.value, ...hybrid.value.slice(top.length)], hybridMs + reranked.ms);
  return result;
}

export function needsVectors(stages: readonly Stage[]): boolean {
  return stages.some((stage) => stage !== "bm25");
}
