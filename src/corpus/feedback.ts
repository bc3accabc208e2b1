/**
 * A second look at a collection of which no questions are known: the question's vector is moved towards the passages that the first look
 * found best, and searched for again (Rocchio's feedback on dense vectors; Li et al., arXiv:2108.11044).
 *
 * Titles and terse questions name a subject in other words than the studies of it; the studies found first have those words. Known
 * questions bridge the two already.
 * @module
 */
import { fuse } from "../engine/evidence/fusion.ts";
import type { Hit, PassageIndex } from "./lance.ts";

/** Passages that the question is moved towards, and how far: as a share of the question itself. */
const TOWARDS = 3;
const FEEDBACK_SHARE = 0.4;

/**
 * @param vector unit length
 * @param nearest searches for another vector
 * @returns the vector ranking anew; scores are cosines to the question and to the middle of its best passages, weighed together
 */
export async function lookAgain<D>(
  index: PassageIndex<D>,
  vector: Float32Array,
  found: { lexical: readonly Hit<D>[]; dense: readonly Hit<D>[] },
  nearest: (vector: Float32Array) => Promise<Hit<D>[]>,
): Promise<Hit<D>[]> {
  const best = fuse({ ...found, asked: [], answered: null, wording: null }).slice(0, TOWARDS);
  const stored = await index.vectors(best.map(({ passage }) => passage.id));
  const middle = new Float32Array(vector.length);
  for (const each of stored.values())
    for (const [at, value] of each.vector.entries()) middle[at] = (middle[at] ?? 0) + value;
  const length = Math.hypot(...middle);
  if (length === 0) return [...found.dense];
  const moved = vector.map(
    (value, at) => (value + (FEEDBACK_SHARE * (middle[at] ?? 0)) / length) / (1 + FEEDBACK_SHARE),
  );
  // The search compares directions; the moved vector is shorter than one by as much as the two disagree.
  const agreement = Math.hypot(...moved);
  return (await nearest(moved)).map((hit) => ({ ...hit, score: hit.score * agreement }));
}
