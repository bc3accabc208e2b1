/**
 * The models as functions: a pair to its relevance, a text to its vector. Runs in an inference
 * worker.
 *
 * Each run holds exactly one sequence, so that a score depends on its pair alone. In a batch it
 * would also depend on its neighbours wherever activations are scaled by the largest value of the
 * whole input (dynamic int8 quantisation). Nor are batches faster than parallel workers
 * (`client.ts`), because of padding and cache misses.
 * @module
 */
import { basename } from "node:path";
import { AutoModel, env, LogLevel, type PreTrainedModel, Tensor } from "@huggingface/transformers";
import { LruMap } from "./lru-map.ts";
import {
  type CrossEncoderManifest,
  type EmbedderManifest,
  type Manifest,
  type ReaderManifest,
  type TextKind,
  weightsOf,
} from "./manifest.ts";
import { assemblePair, type PairRules } from "./pairs.ts";
import { relevanceOf } from "./relevance.ts";
import { loadTokenizer } from "./tokenizer.ts";

/** The output of the understanding heads. */
const UNDERSTANDING = "understanding";
/** Passages whose tokens are cached. A few thousand cover the corpus, at some kilobytes each. */
const PASSAGES_CACHED = 4096;

env.allowRemoteModels = false;
env.useFSCache = false;
// The library logs the inputs of a failed run, but a question must never get into a log.
env.logLevel = LogLevel.NONE;

export interface CrossEncoderSession {
  /** The relevance of each passage, in order; in [0, 1], except with the activation `identity`. */
  score(query: string, passages: readonly string[]): Promise<number[]>;
}

/** What the reader returns for a message. */
export interface MessageRead {
  vector: Float32Array;
  /** One for each label of the manifest. */
  logits: Float32Array;
}

export interface ReaderSession {
  /** In the order of `texts`. */
  read(texts: readonly string[]): Promise<MessageRead[]>;
}

export interface EmbedderSession {
  /** The unit vector of each text, in order. */
  embed(texts: readonly string[], kind: TextKind): Promise<Float32Array[]>;
}

/** The options of a session on the processor. */
export function cpuSession(threads: number) {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    // Each of six sessions would keep an arena as large as its largest run for ever, and be no
    // faster.
    enableCpuMemArena: false,
    // Spinning threads take the cores from the rest of the process, which makes it a third slower
    // on shared cores.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  } as const;
}

function loadOptions(manifest: Manifest, threads: number) {
  return {
    local_files_only: true,
    // With "fp32" the library adds nothing to the file's name, which is given in full.
    dtype: "fp32",
    model_file_name: basename(weightsOf(manifest), ".onnx"),
    device: "cpu",
    session_options: cpuSession(threads),
  } as const;
}

async function run<const O extends readonly string[]>(
  model: PreTrainedModel,
  wanted: O,
  ids: readonly number[],
  segments: readonly number[],
): Promise<{ [K in keyof O]: Float32Array }> {
  const tensor = (values: readonly number[]) =>
    new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  const outputs = (await model({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(segments),
  })) as Record<string, Tensor | undefined>;
  const values = wanted.map((output) => {
    const data = outputs[output]?.data;
    if (!(data instanceof Float32Array))
      throw new Error(`it has no output ${output} of 32-bit floats`);
    if (!data.every(Number.isFinite))
      throw new Error(`the model gave a value of ${output} that is not finite`);
    return data;
  });
  return values as { [K in keyof O]: Float32Array };
}

export async function loadCrossEncoder(
  dir: string,
  manifest: CrossEncoderManifest,
  threads: number,
): Promise<CrossEncoderSession> {
  const tokenizer = await loadTokenizer(dir);
  // A session of this class returns every output of the graph, logits too, whatever the model's
  // type.
  const model = await AutoModel.from_pretrained(dir, loadOptions(manifest, threads));
  const rules: PairRules = {
    maxTokens: manifest.max_tokens,
    queryTokensMax: manifest.pair.query_tokens_max,
    exactMatchSegments: manifest.pair.exact_match_segments,
    stopwords: new Set(manifest.pair.stopwords),
  };
  const passageIds = new LruMap<string, number[]>(PASSAGES_CACHED);
  return {
    async score(query, passages) {
      const queryIds = tokenizer.encode(query, rules.queryTokensMax);
      const scores: number[] = [];
      for (const passage of passages) {
        const ids = passageIds.getOrMake(passage, (text) =>
          tokenizer.encode(text, rules.maxTokens),
        );
        const pair = assemblePair(queryIds, ids, tokenizer, rules);
        const [logits] = await run(model, ["logits"], pair.ids, pair.segments);
        scores.push(relevanceOf(logits, manifest));
      }
      return scores;
    },
  };
}

/**
 * Runs a model on single texts, truncated to what it reads.
 * @param outputs the outputs of the graph to return
 */
async function loadEncoder<const O extends readonly string[]>(
  dir: string,
  manifest: EmbedderManifest | ReaderManifest,
  threads: number,
  outputs: O,
): Promise<(text: string) => Promise<{ [K in keyof O]: Float32Array }>> {
  const tokenizer = await loadTokenizer(dir);
  const model = await AutoModel.from_pretrained(dir, loadOptions(manifest, threads));
  const { before, after } = tokenizer.template.text;
  const room = manifest.max_tokens - before.length - after.length;
  return (text) => {
    const body = tokenizer.encode(text, room);
    const ids = [...before.map((slot) => slot.id), ...body, ...after.map((slot) => slot.id)];
    return run(
      model,
      outputs,
      ids,
      ids.map(() => 0),
    );
  };
}

function requireLength(values: Float32Array, length: number, what: string): void {
  if (values.length !== length) throw new Error(`it gives ${values.length} ${what}, not ${length}`);
}

export async function loadEmbedder(
  dir: string,
  manifest: EmbedderManifest,
  threads: number,
): Promise<EmbedderSession> {
  const encode = await loadEncoder(dir, manifest, threads, [manifest.pooling]);
  return {
    async embed(texts, kind) {
      const prefix = manifest.prefixes?.[kind] ?? "";
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const [vector] = await encode(prefix + text);
        requireLength(vector, manifest.dimensions, "dimensions");
        vectors.push(vector);
      }
      return vectors;
    },
  };
}

export async function loadReader(
  dir: string,
  manifest: ReaderManifest,
  threads: number,
): Promise<ReaderSession> {
  const encode = await loadEncoder(dir, manifest, threads, [manifest.pooling, UNDERSTANDING]);
  return {
    async read(texts) {
      const readings: MessageRead[] = [];
      for (const text of texts) {
        const [vector, logits] = await encode(text);
        requireLength(vector, manifest.dimensions, "dimensions");
        requireLength(logits, manifest.labels.length, "labels");
        readings.push({ vector, logits });
      }
      return readings;
    },
  };
}
