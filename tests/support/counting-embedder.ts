/** Records what an embedder is given, to show which texts are embedded again. */
import type { PassageEmbedder } from "../../src/library/release.ts";

export function countingEmbedder(
  embedder: PassageEmbedder,
): PassageEmbedder & { embedded: string[] } {
  const embedded: string[] = [];
  return {
    ...embedder,
    embedded,
    embedPassages(texts) {
      embedded.push(...texts);
      return embedder.embedPassages(texts);
    },
  };
}
