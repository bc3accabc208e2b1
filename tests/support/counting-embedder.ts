/** Keeps what an embedder was given, to see what is embedded anew. */
import type { PassageEmbedder } from "../../src/library/release.ts";

export function countingEmbedder(embedder: PassageEmbedder): PassageEmbedder & { embedded: string[] } {
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
