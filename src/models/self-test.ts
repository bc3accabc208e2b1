/**
 * One known input per model, compared with the value its maker got: shows a wrong file, runtime or processor before
 * a person sees a wrong answer.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { EmbedderManifest, ModelFolder, RerankerManifest } from "./manifest.ts";
import type { EmbedderSession, RerankerSession } from "./session.ts";

function judge({ dir, manifest, remedy }: ModelFolder, deviation: number): number {
  const { tolerance } = manifest.self_test;
  if (deviation <= tolerance) return deviation;
  throw new OperatorError(
    `the ${manifest.kind} in ${dir} fails its self-test: off by ${deviation.toPrecision(3)}, allowed ${tolerance}; ${remedy}`,
  );
}

/**
 * @returns how far the score is from the expected one
 * @throws OperatorError when that is more than the manifest allows
 */
export async function testReranker(
  session: RerankerSession,
  folder: ModelFolder<RerankerManifest>,
): Promise<number> {
  const { self_test } = folder.manifest;
  const [score = Number.NaN] = await session.score(self_test.query, [self_test.passage]);
  return judge(folder, Math.abs(score - self_test.score));
}

/**
 * @returns the largest difference among the first eight components
 * @throws OperatorError when that is more than the manifest allows
 */
export async function testEmbedder(
  session: EmbedderSession,
  folder: ModelFolder<EmbedderManifest>,
): Promise<number> {
  const { self_test } = folder.manifest;
  const [vector = new Float32Array()] = await session.embed([self_test.text], "passage");
  const differences = self_test.first_8.map((expected, i) => Math.abs((vector[i] ?? Number.NaN) - expected));
  return judge(folder, Math.max(...differences));
}
