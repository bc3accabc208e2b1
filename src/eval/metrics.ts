/**
 * Ranking metrics of one query, by the conventions of trec_eval and BEIR: the gain is the grade
 * itself, and a document that is not judged, or has a grade of 0 or less, is irrelevant.
 * @module
 */

/** Grade by document id. */
export type Grades = ReadonlyMap<string, number>;

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

const gainOf = (grade: number | undefined) => Math.max(0, grade ?? 0);

/**
 * Normalised discounted cumulative gain of the first `k` (Järvelin & Kekäläinen, 2002), gain =
 * grade.
 * @returns 0 to 1; 0 where nothing is relevant
 */
export function ndcg(ranking: readonly string[], grades: Grades, k: number): number {
  const ideal = discounted(
    [...grades.values()]
      .map(gainOf)
      .sort((a, b) => b - a)
      .slice(0, k),
  );
  if (ideal === 0) return 0;
  return discounted(ranking.slice(0, k).map((id) => gainOf(grades.get(id)))) / ideal;
}

/**
 * The share of all relevant documents that are among the first `k`; 0 where nothing is relevant.
 */
export function recall(ranking: readonly string[], grades: Grades, k: number): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set(ranking.slice(0, k));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** One divided by the rank of the first relevant document; 0 where none is among the first `k`. */
export function reciprocalRank(ranking: readonly string[], grades: Grades, k: number): number {
  const at = ranking.slice(0, k).findIndex((id) => (grades.get(id) ?? 0) > 0);
  return at < 0 ? 0 : 1 / (at + 1);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
