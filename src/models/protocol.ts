/**
 * Messages between the main thread and an inference worker. It answers each load and each task with exactly one reply.
 * @module
 */
import type { EmbedderManifest, ModelFolder, RerankerManifest, TextKind } from "./manifest.ts";

export interface LoadMessage {
  type: "load";
  reranker: ModelFolder<RerankerManifest>;
  embedder: ModelFolder<EmbedderManifest>;
  threads: number;
}

/** The worker ends when it reads this. */
export interface EndMessage {
  type: "end";
}

export type Task =
  | { type: "score"; query: string; passages: readonly string[] }
  | { type: "embed"; texts: readonly string[]; kind: TextKind };

/** How far the two self-tests were from the stored values; within tolerance, or the worker would have refused. */
export interface SelfTestDeviations {
  reranker: number;
  embedder: number;
}

export type Reply =
  | { type: "ready"; deviations: SelfTestDeviations }
  /** The models cannot be used; the message is one line for the operator. */
  | { type: "refused"; message: string }
  | { type: "scores"; scores: number[] }
  | { type: "vectors"; vectors: Float32Array[] }
  /** This task failed, the next may not; the message is for the log. */
  | { type: "error"; message: string };
