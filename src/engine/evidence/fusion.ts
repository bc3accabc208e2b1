/**
 * Reciprocal rank fusion (Cormack et al., 2009): ranks of two unlike searches can be added, their scores cannot.
 * @module
 */
import type { Passage } from "../types.ts";

/** The constant of the original paper; damps the lead of the very first ranks. */
export const RANK_CONSTANT = 60;

export interface Candidate<P = Passage> {
  passage: P;
  /** Sum of 1 / (60 + rank) over the rankings that hold the passage. */
  score: number;
}

/** Best first, ties by id, so that the order is the same on every run. */
export function fuse<P extends { id: string }>(hits: {
  lexical: readonly P[];
  dense: readonly P[];
}): Candidate<P>[] {
  const byId = new Map<string, Candidate<P>>();
  for (const ranking of [hits.lexical, hits.dense]) {
    for (const [index, passage] of ranking.entries()) {
      const held = byId.get(passage.id) ?? { passage, score: 0 };
      held.score += 1 / (RANK_CONSTANT + index + 1);
      byId.set(passage.id, held);
    }
  }
  return [...byId.values()].sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
