/**
 * One known input per model, compared with the value its maker got: shows a wrong file, runtime or processor before
 * a person sees a wrong answer.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { EmbedderManifest, RerankerManifest } from "./manifest.ts";
import type { EmbedderSession, RerankerSession } from "./session.ts";

function judge(model: string, dir: string, deviation: number, tolerance: number): number {
  if (deviation <= tolerance) return deviation;
  throw new OperatorError(
    `the ${model} in ${dir} fails its self-test: off by ${deviation.toPrecision(3)}, allowed ${tolerance}; put back the model folder of this release`,
  );
}

/**
 * @returns how far the score is from the expected one
 * @throws OperatorError when that is more than the manifest allows
 */
export async function testReranker(
  session: RerankerSession,
  dir: string,
  { self_test }: RerankerManifest,
): Promise<number> {
  const [score = Number.NaN] = await session.score(self_test.query, [self_test.passage]);
  return judge("reranker", dir, Math.abs(score - self_test.score), self_test.tolerance);
}

/**
 * @returns the largest difference among the first eight components
 * @throws OperatorError when that is more than the manifest allows
 */
export async function testEmbedder(
  session: EmbedderSession,
  dir: string,
  { self_test }: EmbedderManifest,
): Promise<number> {
  const [vector = new Float32Array()] = await session.embed([self_test.text], "passage");
  const differences = self_test.first_8.map((expected, i) => Math.abs((vector[i] ?? Number.NaN) - expected));
  return judge("embedder", dir, Math.max(...differences), self_test.tolerance);
}
