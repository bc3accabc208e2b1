/**
 * Reads a cross-encoder that was made elsewhere: a folder in transformers.js layout without a
 * manifest of ours.
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { type ListedFile, sha256OfFile } from "../files/durable.ts";
import { REQUIRED_FILES, TOKENS_MIN } from "./manifest.ts";

const CONFIG_FILE = "config.json";
/**
 * Newer versions of sentence-transformers keep the activation here. Other folders lack this file.
 */
const CROSS_ENCODER_FILE = "config_sentence_transformers.json";

/** In order of preference. The small formats are several times as fast and rank nearly as well. */
const WEIGHTS_PREFERRED = [
  /^model_quantized\.onnx$/,
  /^model_q?u?int8.*\.onnx$/,
  /^model\.onnx$/,
  /^model_.*\.onnx$/,
] as const;
/** Longer pairs would only be slower: a record of the corpus has at most about 300 tokens. */
const TOKENS_MAX = 512;
/** Tokenizers without a limit of their own state 1e30. */
const TOKENS_UNLIMITED = 1e6;
/** These models count positions from after the padding token's id. */
const POSITIONS_AFTER_PADDING = /^(xlm-)?roberta|^camembert|^mpnet|^longformer/;
const POSITIONS_LOST = 2;

const Activation = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Config = Type.Object({
  model_type: Type.Optional(Type.String()),
  max_position_embeddings: Type.Optional(Type.Integer({ minimum: 1 })),
  num_labels: Type.Optional(Type.Integer()),
  id2label: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  sentence_transformers: Type.Optional(Type.Object({ activation_fn: Activation })),
  /** The same in folders of older versions. */
  sbert_ce_default_activation_function: Activation,
});
const CrossEncoderConfig = Type.Object({ activation_fn: Activation });
const TokenizerConfig = Type.Object({ model_max_length: Type.Optional(Type.Number()) });

export interface ForeignModel {
  files: ListedFile[];
  weights: string;
  max_tokens: number;
  /** Null where `config.json` does not say. */
  classes: 1 | 2 | null;
  /**
   * How a single logit becomes a score. Like sentence-transformers, `sigmoid` where `config.json`
   * does not say.
   */
  activation: "sigmoid" | "identity";
}

function readJson<T extends TSchema>(schema: T, file: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new OperatorError(`${file} is not JSON`);
  }
  if (Value.Check(schema, value)) return value;
  const problem = Value.Errors(schema, value).First();
  throw new OperatorError(`${file}: ${problem?.path ?? ""} ${problem?.message ?? ""}`);
}

function weightsIn(dir: string): string {
  const folder = join(dir, "onnx");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  for (const pattern of WEIGHTS_PREFERRED) {
    const name = names.find((candidate) => pattern.test(candidate));
    if (name !== undefined) return `onnx/${name}`;
  }
  throw new OperatorError(`${join(folder, "model.onnx")} is missing`);
}

/** Large weights are beside their graph: `model.onnx_data`, `model.onnx.data`. */
function externalData(dir: string, weights: string): string[] {
  return readdirSync(join(dir, "onnx"))
    .map((name) => `onnx/${name}`)
    .filter((path) => path !== weights && path.startsWith(weights))
    .sort();
}

function classesOf(file: string, labels: number | undefined): ForeignModel["classes"] {
  if (labels === undefined || labels === 1 || labels === 2) return labels ?? null;
  throw new OperatorError(`${file} names ${labels} classes; a reranker has one or two`);
}

function activationOf(dir: string, config: Static<typeof Config>): ForeignModel["activation"] {
  const stated =
    config.sentence_transformers?.activation_fn ?? config.sbert_ce_default_activation_function;
  const file =
    stated == null && existsSync(join(dir, CROSS_ENCODER_FILE)) ? CROSS_ENCODER_FILE : CONFIG_FILE;
  const name =
    file === CONFIG_FILE
      ? stated
      : readJson(CrossEncoderConfig, join(dir, CROSS_ENCODER_FILE)).activation_fn;
  if (name == null || /\bSigmoid$/.test(name)) return "sigmoid";
  if (/\bIdentity$/.test(name)) return "identity";
  throw new OperatorError(
    `${join(dir, file)} asks for the activation ${name}; known are Sigmoid and Identity`,
  );
}

/** What the tokenizer needs. Its own message about a missing part does not help an operator. */
const Tokenizer = Type.Object({
  added_tokens: Type.Array(Type.Unknown()),
  model: Type.Object({
    vocab: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
  }),
});

/**
 * Reads and hashes a folder; runs nothing.
 * @throws OperatorError which names the missing or faulty file
 */
export async function readForeignModel(dir: string): Promise<ForeignModel> {
  const missing = REQUIRED_FILES.find((path) => !existsSync(join(dir, path)));
  if (missing !== undefined) throw new OperatorError(`${join(dir, missing)} is missing`);
  const weights = weightsIn(dir);
  const folder = [...REQUIRED_FILES, weights].find((path) => !statSync(join(dir, path)).isFile());
  if (folder !== undefined) throw new OperatorError(`${join(dir, folder)} is not a file`);
  readJson(Tokenizer, join(dir, "tokenizer.json"));
  const configFile = join(dir, CONFIG_FILE);
  const config = readJson(Config, configFile);
  const tokenizer = readJson(TokenizerConfig, join(dir, "tokenizer_config.json"));
  const labels =
    config.id2label === undefined ? config.num_labels : Object.keys(config.id2label).length;
  const lost = POSITIONS_AFTER_PADDING.test(config.model_type ?? "") ? POSITIONS_LOST : 0;
  const limits = [
    TOKENS_MAX,
    (config.max_position_embeddings ?? TOKENS_UNLIMITED) - lost,
    tokenizer.model_max_length ?? TOKENS_UNLIMITED,
  ].filter((limit) => limit > 0);
  const max_tokens = Math.floor(Math.min(...limits));
  if (max_tokens < TOKENS_MIN) {
    throw new OperatorError(
      `${configFile} or tokenizer_config.json allows pairs of ${max_tokens} tokens; at least ${TOKENS_MIN} are needed`,
    );
  }
  const optional = existsSync(join(dir, CROSS_ENCODER_FILE)) ? [CROSS_ENCODER_FILE] : [];
  const paths = [...REQUIRED_FILES, ...optional, weights, ...externalData(dir, weights)];
  return {
    files: await Promise.all(
      paths.map(async (path) => ({
        path,
        bytes: statSync(join(dir, path)).size,
        sha256: await sha256OfFile(join(dir, path)),
      })),
    ),
    weights,
    max_tokens,
    classes: classesOf(configFile, labels),
    activation: activationOf(dir, config),
  };
}
