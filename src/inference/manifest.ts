/**
 * Reads the `manifest.json` of a model folder and checks its files against the listed hashes.
 *
 * The folder has the transformers.js layout: `config.json`, `tokenizer.json`,
 * `tokenizer_config.json`, `onnx/…`.
 * @module
 */
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { firstDamaged } from "../files/durable.ts";

export const MANIFEST = "manifest.json";
/** What the operator must do when a shipped model is damaged. */
export const RELEASE_REMEDY = "put back the model folder of this release";

/** No model loads without these files, so the manifest must list each of them. */
export const REQUIRED_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;
/** The weights file by transformers.js's name of the number format. */
const WEIGHTS = { fp32: "onnx/model.onnx", q8: "onnx/model_quantized.onnx" } as const;

/** A model that reads fewer tokens cannot distinguish two texts. */
export const TOKENS_MIN = 16;

const common = {
  id: Type.String({ minLength: 1 }),
  format: Type.Literal(1),
  files: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1 }),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
    { minItems: 1 },
  ),
  dtype: Type.Union([Type.Literal("q8"), Type.Literal("fp32")]),
  /** The weights file, where it is not the usual one for `dtype`. */
  weights: Type.Optional(Type.String({ pattern: "^onnx/[^/]+\\.onnx$" })),
  max_tokens: Type.Integer({ minimum: TOKENS_MIN, maximum: 8192 }),
};
const tolerance = Type.Number({ minimum: 0 });

/** A model that reads two texts at once. */
const crossEncoder = {
  ...common,
  /** How a single logit becomes the relevance. With two logits it is the second class's softmax. */
  activation: Type.Union([Type.Literal("sigmoid"), Type.Literal("identity")]),
  /** Logits per pair; without it one or two, as the graph returns. */
  classes: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  pair: Type.Object({
    query_tokens_max: Type.Integer({ minimum: 1 }),
    /** Whether segment ids 2 and 3 mark words that query and passage share. */
    exact_match_segments: Type.Boolean(),
    /** Words that never count as shared. */
    stopwords: Type.Array(Type.String()),
  }),
  self_test: Type.Object({
    query: Type.String(),
    passage: Type.String(),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    tolerance,
  }),
};

export const RerankerManifest = Type.Object({ ...crossEncoder, kind: Type.Literal("reranker") });
export type RerankerManifest = Static<typeof RerankerManifest>;

/** Reads a message (the query) and the question of a guidance entry (the passage). */
export const MatcherManifest = Type.Object({
  ...crossEncoder,
  kind: Type.Literal("matcher"),
  /** What it gives is used as a probability. */
  activation: Type.Literal("sigmoid"),
});
export type MatcherManifest = Static<typeof MatcherManifest>;
export type CrossEncoderManifest = RerankerManifest | MatcherManifest;

const vectors = {
  /** The graph pools and normalises, and names its output so. */
  pooling: Type.Literal("sentence_embedding"),
  dimensions: Type.Integer({ minimum: 8 }),
  self_test: Type.Object({
    text: Type.String(),
    first_8: Type.Array(Type.Number(), { minItems: 8, maxItems: 8 }),
    tolerance,
  }),
};

export const EmbedderManifest = Type.Object({
  ...common,
  ...vectors,
  kind: Type.Literal("embedder"),
  /** Prefixes that some embedders were trained with ("query: "). */
  prefixes: Type.Optional(Type.Object({ query: Type.String(), passage: Type.String() })),
});

/**
 * The reader of messages: a vector to find guidance by, and heads on the same encoder that classify
 * what is asked.
 */
export const ReaderManifest = Type.Object({
  ...common,
  ...vectors,
  kind: Type.Literal("reader"),
  /** One label for each logit of the output `understanding`. */
  labels: Type.Array(Type.String({ pattern: "^[a-z]+:[a-z0-9_]+$" }), {
    minItems: 1,
    uniqueItems: true,
  }),
  /** The probability from which each safety category counts. */
  thresholds: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
});
export type ReaderManifest = Static<typeof ReaderManifest>;
/** The side of a search that a text is on. */
export type TextKind = "query" | "passage";
export type EmbedderManifest = Static<typeof EmbedderManifest>;
export type Manifest = CrossEncoderManifest | EmbedderManifest | ReaderManifest;

/** The path of the weights in the folder. */
export function weightsOf(manifest: Pick<Manifest, "dtype" | "weights">): string {
  return manifest.weights ?? WEIGHTS[manifest.dtype];
}

function readJson(dir: string): { kind?: unknown } {
  let text: string;
  try {
    text = readFileSync(join(dir, MANIFEST), "utf8");
  } catch {
    throw new OperatorError(
      `there is no model in ${dir}: ${MANIFEST} cannot be read; ${RELEASE_REMEDY}`,
    );
  }
  try {
    return Object(JSON.parse(text)) as { kind?: unknown };
  } catch {
    throw new OperatorError(`${join(dir, MANIFEST)} is not JSON; ${RELEASE_REMEDY}`);
  }
}

function parseAs<T extends TSchema>(schema: T, value: unknown, dir: string): Static<T> {
  if (Value.Check(schema, value)) return value;
  const first = Value.Errors(schema, value).First();
  throw new OperatorError(
    `${join(dir, MANIFEST)}: ${first?.path ?? ""} ${first?.message ?? ""}; ${RELEASE_REMEDY}`,
  );
}

/** Checks what the schema cannot express. Returns the fault in words, or null. */
export function inconsistency(manifest: Manifest): string | null {
  const paths = manifest.files.map((file) => file.path);
  const outside = paths.find((path) => isAbsolute(path) || path.split(/[/\\]/).includes(".."));
  if (outside !== undefined) return `lists ${outside}, which is outside the folder`;
  const missing = [...REQUIRED_FILES, weightsOf(manifest)].find((path) => !paths.includes(path));
  if (missing !== undefined) return `does not list ${missing}`;
  return null;
}

function schemaOf(kind: unknown) {
  if (kind === "embedder") return EmbedderManifest;
  if (kind === "matcher") return MatcherManifest;
  return kind === "reader" ? ReaderManifest : RerankerManifest;
}

/**
 * Reads and checks `manifest.json`, but not the files that it lists.
 * @throws OperatorError with the fault and what to do
 */
export function readManifest(dir: string): Manifest {
  const value = readJson(dir);
  const manifest = parseAs(schemaOf(value.kind), value, dir);
  const fault = inconsistency(manifest);
  if (fault !== null) throw new OperatorError(`${join(dir, MANIFEST)} ${fault}; ${RELEASE_REMEDY}`);
  return manifest;
}

/** @throws OperatorError also when the folder holds another kind of model */
export function readManifestOf<K extends Manifest["kind"]>(
  dir: string,
  kind: K,
): Extract<Manifest, { kind: K }> {
  const manifest = readManifest(dir);
  if (manifest.kind !== kind)
    throw new OperatorError(
      `the model in ${dir} is not ${kind === "embedder" ? "an embedder" : `a ${kind}`}`,
    );
  return manifest as Extract<Manifest, { kind: K }>;
}

const FAULTS = {
  missing: "is missing",
  size: "has the wrong size",
  content: "does not have its listed hash",
};

/** A folder with the manifest that lists its hashes. The manifest may be elsewhere. */
export interface ModelFolder<M extends Manifest = Manifest> {
  dir: string;
  manifest: M;
  /** What the operator must do when it is damaged. It ends the line of every refusal. */
  remedy: string;
}

/**
 * Checks presence, size and SHA-256 of every file of a model folder.
 * @throws OperatorError which names the first bad file and what to do
 */
export async function verifyModel<K extends Manifest["kind"]>(
  dir: string,
  kind: K,
): Promise<ModelFolder<Extract<Manifest, { kind: K }>>> {
  const model = { dir, manifest: readManifestOf(dir, kind), remedy: RELEASE_REMEDY };
  await verifyFiles(model);
  return model;
}

/** @throws OperatorError which names the first file that is missing or has another hash */
export async function verifyFiles({ dir, manifest, remedy }: ModelFolder): Promise<void> {
  const damaged = await firstDamaged(dir, manifest.files);
  if (damaged === null) return;
  throw new OperatorError(
    `model file ${join(dir, damaged.path)} ${FAULTS[damaged.why]}; ${remedy}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * SHA-256 of the manifest, hence of every file's hash and every rule of use. It is part of
 * `model_version`.
 */
export function modelDigest(manifest: Manifest): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const files = manifest.files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return hasher.update(JSON.stringify(sorted({ ...manifest, files }))).digest("hex");
}
