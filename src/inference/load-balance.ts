/**
 * Shares texts among workers so that all finish at about the same time.
 * @module
 */

/**
 * Gives the longest texts first, each to the worker with the least to read.
 * @returns for each of the `workers` the positions of its texts; a worker may get none
 */
export function balanceByLength(texts: readonly string[], workers: number): number[][] {
  const shares = Array.from({ length: workers }, () => ({ places: [] as number[], characters: 0 }));
  const longestFirst = texts
    .map((_, place) => place)
    .sort((a, b) => sizeAt(texts, b) - sizeAt(texts, a));
  for (const place of longestFirst) {
    const least = shares.reduce((best, share) =>
      share.characters < best.characters ? share : best,
    );
    least.places.push(place);
    least.characters += sizeAt(texts, place);
  }
  return shares.map(({ places }) => places);
}

function sizeAt(texts: readonly string[], place: number): number {
  return texts[place]?.length ?? 0;
}
