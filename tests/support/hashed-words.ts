/**
 * A bag of hashed words: a real but crude embedding, with which nearest neighbours make sense
 * without a model.
 */
import type { GuidanceReader, PassageEmbedder } from "../../src/library/release.ts";
import type { QueryEmbedder } from "../../src/library/retriever.ts";

const DIMENSIONS = 32;

export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const slot = Number(Bun.hash(word) % BigInt(DIMENSIONS));
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
}

export const passageEmbedder: PassageEmbedder = {
  id: "hashed-words",
  digest: "d".repeat(64),
  dimensions: DIMENSIONS,
  embedPassages: async (texts) => texts.map(vectorOf),
};

export const guidanceReader: GuidanceReader = {
  digest: "c".repeat(64),
  read: async (texts) => texts.map((text) => ({ vector: vectorOf(text) })),
};

export const queryEmbedder: QueryEmbedder = {
  digest: passageEmbedder.digest,
  reader: guidanceReader,
  embedQuery: async (text) => vectorOf(text),
  embedSentences: async (texts) => texts.map(vectorOf),
};
