/**
 * The reranker as one calls it without further thought: fp32 weights, all pairs in one batch,
 * padded to the longest.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  Tensor,
} from "@huggingface/transformers";
import { type RerankerManifest, weightsOf } from "../../../src/inference/manifest.ts";
import type { Pair } from "../../../src/inference/pairs.ts";
import type { PairGroup } from "./pairs.ts";

const ROOT = join(import.meta.dir, "../../..");
const MODULES = "import onnx, torch";

/** The exporter's own graph, and ours with fp32 products. */
export const PLAIN_GRAPHS = { exported: "model", fused: "model_fused" } as const;

export interface PlainReranker {
  /** Logits of all pairs, in order. */
  score(groups: readonly PairGroup[]): Promise<Float32Array>;
  /** Logit of one pair that is put together already. */
  logit(pair: Pair): Promise<number>;
}

function python(): string {
  const found = [process.env.PYTHON, "python3", "/usr/bin/python3"].find(
    (name) =>
      name !== undefined &&
      Bun.which(name) !== null &&
      Bun.spawnSync([name, "-c", MODULES]).exitCode === 0,
  );
  if (found !== undefined) return found;
  throw new Error(
    "the fp32 weights are made by Python with torch and onnx, and none was found: name one by PYTHON=…",
  );
}

/**
 * The folder of the shipped weights in fp32, made at the first call (`models/training/plain.py`).
 */
export function plainFolder(manifest: RerankerManifest): string {
  const weights = manifest.files.find(({ path }) => path === weightsOf(manifest))?.sha256 ?? "";
  const folder = join(ROOT, `build/plain-reranker-${weights.slice(0, 12)}`);
  if (existsSync(join(folder, "onnx/product.onnx"))) return folder;
  const made = Bun.spawnSync([python(), "plain.py", folder], {
    cwd: join(ROOT, "models/training"),
  });
  if (made.exitCode !== 0) throw new Error(`plain.py failed: ${made.stderr.toString()}`);
  return folder;
}

export async function loadPlain(
  folder: string,
  graph: (typeof PLAIN_GRAPHS)[keyof typeof PLAIN_GRAPHS],
  options: { maxTokens: number; threads: number },
): Promise<PlainReranker> {
  const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await AutoModelForSequenceClassification.from_pretrained(folder, {
    local_files_only: true,
    dtype: "fp32",
    device: "cpu",
    model_file_name: graph,
    session_options: { intraOpNumThreads: options.threads, interOpNumThreads: 1 },
  });
  const logits = async (inputs: unknown): Promise<Float32Array> =>
    ((await model(inputs)) as { logits: Tensor }).logits.data as Float32Array;
  return {
    score(groups) {
      const questions = groups.flatMap(({ question, passages }) => passages.map(() => question));
      const passages = groups.flatMap((group) => group.passages);
      return logits(
        tokenizer(questions, {
          text_pair: passages,
          padding: true,
          truncation: true,
          max_length: options.maxTokens,
        }),
      );
    },
    async logit({ ids, segments }) {
      const tensor = (values: readonly number[]) =>
        new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
      const [value = Number.NaN] = await logits({
        input_ids: tensor(ids),
        attention_mask: tensor(ids.map(() => 1)),
        token_type_ids: tensor(segments),
      });
      return value;
    },
  };
}
