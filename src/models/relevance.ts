/**
 * From a cross-encoder's logits to the relevance partners see.
 * @module
 */
import type { RerankerManifest } from "./manifest.ts";

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** @throws Error when the number of logits is not the one that goes with the activation */
export function relevanceOf(logits: Float32Array, activation: RerankerManifest["activation"]): number {
  const expected = activation === "softmax" ? 2 : 1;
  const [first = Number.NaN, second = Number.NaN] = logits;
  if (logits.length !== expected) throw new Error(`it gives ${logits.length} logits a pair, not ${expected}`);
  if (activation === "identity") return first;
  // Of two classes the second is "relevant"; their softmax is the logistic of the difference.
  return logistic(activation === "softmax" ? second - first : first);
}
