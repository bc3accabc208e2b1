/**
 * Runs one known input per model and compares the result with the value of the model's maker. So a
 * wrong file, runtime or processor shows before a user gets a wrong answer.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type {
  CrossEncoderManifest,
  EmbedderManifest,
  ModelFolder,
  ReaderManifest,
} from "./manifest.ts";
import type { CrossEncoderSession } from "./session.ts";

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
export async function testCrossEncoder(
  session: CrossEncoderSession,
  folder: ModelFolder<CrossEncoderManifest>,
): Promise<number> {
  const { self_test } = folder.manifest;
  const [score = Number.NaN] = await session.score(self_test.query, [self_test.passage]);
  return judge(folder, Math.abs(score - self_test.score));
}

/**
 * @param vectorOf returns the model's vector of a text
 * @returns the largest difference among the first eight components
 * @throws OperatorError when that is more than the manifest allows
 */
export async function testVectors(
  vectorOf: (text: string) => Promise<Float32Array | undefined>,
  folder: ModelFolder<EmbedderManifest | ReaderManifest>,
): Promise<number> {
  const { self_test } = folder.manifest;
  const vector = (await vectorOf(self_test.text)) ?? new Float32Array();
  const deviations = self_test.first_8.map((expected, at) =>
    Math.abs((vector[at] ?? Number.NaN) - expected),
  );
  return judge(folder, Math.max(...deviations));
}
