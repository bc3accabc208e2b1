/**
 * Messages between the main thread and an inference worker, which answers each load and each task
 * with exactly one reply.
 * @module
 */
import type {
  EmbedderManifest,
  MatcherManifest,
  ModelFolder,
  ReaderManifest,
  RerankerManifest,
  TextKind,
} from "./manifest.ts";

export interface LoadMessage {
  type: "load";
  reranker: ModelFolder<RerankerManifest>;
  embedder: ModelFolder<EmbedderManifest>;
  reader: ModelFolder<ReaderManifest>;
  matcher: ModelFolder<MatcherManifest>;
  threads: number;
}

/** The worker ends when it reads this. */
export interface EndMessage {
  type: "end";
}

export type Task =
  | { type: "score"; query: string; passages: readonly string[] }
  /** A message and the questions of guidance entries; the reply is `scores`, too. */
  | { type: "match"; message: string; questions: readonly string[] }
  | { type: "embed"; texts: readonly string[]; kind: TextKind }
  /** Messages of users: their vectors and the logits of the heads. */
  | { type: "read"; texts: readonly string[] };

/**
 * How far the self-tests were from the stored values. The worker refuses to load if they are
 * outside the tolerance.
 */
export interface SelfTestDeviations {
  reranker: number;
  embedder: number;
  reader: number;
  matcher: number;
}

export type Reply =
  | { type: "ready"; deviations: SelfTestDeviations }
  /** The models cannot be used. The message is one line for the operator. */
  | { type: "refused"; message: string }
  | { type: "scores"; scores: number[] }
  | { type: "vectors"; vectors: Float32Array[] }
  | { type: "readings"; readings: { vector: Float32Array; logits: Float32Array }[] }
  /** This task failed; the next one may succeed. The message is for the log. */
  | { type: "error"; message: string };
