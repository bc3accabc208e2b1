/**
 * The manifest that an operator's choice of a foreign model stores, without the examination, which
 * another test covers.
 */
import { readForeignModel } from "../../src/inference/foreign-reranker.ts";
import type { RerankerManifest } from "../../src/inference/manifest.ts";

export async function foreignManifest(dir: string): Promise<RerankerManifest> {
  const { files, weights, max_tokens } = await readForeignModel(dir);
  return {
    id: "reranker",
    kind: "reranker",
    format: 1,
    files,
    dtype: "fp32",
    weights,
    max_tokens,
    activation: "sigmoid",
    pair: { query_tokens_max: max_tokens, exact_match_segments: false, stopwords: [] },
    self_test: { query: "", passage: "", score: 0.5, tolerance: 1 },
  };
}
