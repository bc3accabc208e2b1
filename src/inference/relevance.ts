/**
 * Turns a cross-encoder's logits into the relevance that partners see.
 * @module
 */
import type { CrossEncoderManifest } from "./manifest.ts";

export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** @throws Error when there are not one or two logits, or not as many as the manifest says */
export function relevanceOf(
  logits: Float32Array,
  { activation, classes }: Pick<CrossEncoderManifest, "activation" | "classes">,
): number {
  const [first = Number.NaN, second] = logits;
  if (
    logits.length === 0 ||
    logits.length > 2 ||
    (classes !== undefined && logits.length !== classes)
  ) {
    throw new Error(`it gives ${logits.length} logits a pair, not ${classes ?? "one or two"}`);
  }
  // Of two classes the second is "relevant". Their softmax is the logistic function of the
  // difference.
  if (second !== undefined) return logistic(second - first);
  return activation === "identity" ? first : logistic(first);
}
