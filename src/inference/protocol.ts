/**
 * Messages between the main thread and an inference worker. It answers each load and each task with
 * exactly one reply.
 * @module
 */
import type {
  EmbedderManifest,
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
  threads: number;
}

/** The worker ends when it reads this. */
export interface EndMessage {
  type: "end";
}

export type Task =
  | { type: "score"; query: string; passages: readonly string[] }
  | { type: "embed"; texts: readonly string[]; kind: TextKind }
  /** Messages: their vectors and what the understanding heads say. */
  | { type: "read"; texts: readonly string[] };

/**
 * How far the self-tests were from the stored values; within tolerance, or the worker would have
 * refused.
 */
export interface SelfTestDeviations {
  reranker: number;
  embedder: number;
  reader: number;
}

export type Reply =
  | { type: "ready"; deviations: SelfTestDeviations }
  /** The models cannot be used; the message is one line for the operator. */
  | { type: "refused"; message: string }
  | { type: "scores"; scores: number[] }
  | { type: "vectors"; vectors: Float32Array[] }
  | { type: "readings"; readings: { vector: Float32Array; logits: Float32Array }[] }
  /** This task failed, the next may not; the message is for the log. */
  | { type: "error"; message: string };
