/**
 * The models as the rest of the program sees them: the reranker port and the embedder, behind one worker and one queue.
 * @module
 */
import { OperatorError, ServiceError } from "../contract/error.ts";
import type { Reranker } from "../engine/types.ts";
import { InferenceQueue } from "./inference-queue.ts";
import {
  type EmbedderManifest,
  type ModelFolder,
  RELEASE_REMEDY,
  type RerankerManifest,
  type TextKind,
  verifyFiles,
  verifyModel,
} from "./manifest.ts";
import type { LoadMessage, Reply, SelfTestDeviations, Task } from "./protocol.ts";
import { openLink } from "./worker-link.ts";

/** At two recommendations a second and the default deadline, a longer line could not be served anyway. */
const QUEUE_MAX = 64;
const DEADLINE_MS = 10_000;

export interface InferenceOptions {
  rerankerDir: string;
  embedderDir: string;
  /** A reranker of the operator's choice, instead of the one in `rerankerDir`. */
  reranker?: ModelFolder<RerankerManifest> | null;
  threads: number;
  /** Tasks that may wait. */
  queueMax?: number;
  /** From call to answer. */
  deadlineMs?: number;
}

export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  /**
   * Unit vectors in the order of `texts`. One call is one task with one deadline: embed a corpus in parts.
   * @throws ServiceError as `Reranker.score` does
   */
  embed(texts: readonly string[], kind: TextKind): Promise<Float32Array[]>;
}

export interface Inference {
  /** @throws ServiceError `service_unavailable` (queue full, deadline, worker gone) or `internal_error` */
  readonly reranker: Reranker;
  readonly embedder: Embedder;
  readonly rerankerManifest: RerankerManifest;
  readonly embedderManifest: EmbedderManifest;
  readonly selfTestDeviations: SelfTestDeviations;
  /** Tasks waiting or running. */
  queueDepth(): number;
  /** True when the worker died too often and nothing is served any more. */
  failed(): boolean;
  close(): Promise<void>;
}

/** In the executable this module is part of the main bundle, which lies one folder above the worker's entry point. */
export function spawnInferenceWorker(): Worker {
  const path = Bun.isStandaloneExecutable ? "./models/inference.worker.ts" : "./inference.worker.ts";
  // Without an options object Bun 1.4.5 starts a worker with the environment the process was started with, in which the
  // place of the unpacked native library is not set yet.
  return new Worker(new URL(path, import.meta.url).href, { name: "inference" });
}

/** @throws OperatorError also when the folder holds another kind of model */
async function verified<K extends "reranker" | "embedder">(dir: string, kind: K) {
  const manifest = await verifyModel(dir);
  if (manifest.kind !== kind)
    throw new OperatorError(
      `the model in ${dir} is not ${kind === "reranker" ? "a reranker" : "an embedder"}`,
    );
  return { dir, manifest: manifest as Extract<typeof manifest, { kind: K }>, remedy: RELEASE_REMEDY };
}

/**
 * Verifies both models, starts the worker and runs the self-tests.
 * @param spawn starts the worker's thread; replaced by tests that take it down
 * @throws OperatorError with one line when a file is damaged, a self-test fails or the worker cannot run
 */
export async function startInference(
  options: InferenceOptions,
  spawn: () => Worker = spawnInferenceWorker,
): Promise<Inference> {
  const reranker = options.reranker ?? (await verified(options.rerankerDir, "reranker"));
  if (reranker === options.reranker) await verifyFiles(reranker);
  const embedder = await verified(options.embedderDir, "embedder");
  const load: LoadMessage = { type: "load", reranker, embedder, threads: options.threads };
  const open = () => openLink(spawn, load);
  const link = await open();
  const queue = new InferenceQueue(link, {
    queueMax: options.queueMax ?? QUEUE_MAX,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    open,
  });

  async function perform<T extends Reply["type"]>(task: Task, expected: T): Promise<Reply & { type: T }> {
    const reply = await queue.submit(task);
    if (reply.type === expected) return reply as Reply & { type: T };
    throw new ServiceError("internal_error", "The request could not be processed.", {
      internal: "message" in reply ? reply.message : `the worker answered with ${reply.type}`,
    });
  }

  return {
    reranker: {
      async score(query, passages) {
        return (await perform({ type: "score", query, passages }, "scores")).scores;
      },
    },
    embedder: {
      id: embedder.manifest.id,
      dimensions: embedder.manifest.dimensions,
      async embed(texts, kind) {
        return (await perform({ type: "embed", texts, kind }, "vectors")).vectors;
      },
    },
    rerankerManifest: reranker.manifest,
    embedderManifest: embedder.manifest,
    selfTestDeviations: link.deviations,
    queueDepth: () => queue.depth,
    failed: () => queue.failed,
    close: () => queue.close(),
  };
}
