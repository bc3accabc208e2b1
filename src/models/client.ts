/**
 * The models as the rest of the program sees them: the reranker port and the embedder, behind one worker and one queue.
 * @module
 */
import { OperatorError, ServiceError } from "../contract/error.ts";
import type { Reranker } from "../engine/types.ts";
import { InferenceQueue } from "./inference-queue.ts";
import { type EmbedderManifest, type RerankerManifest, type TextKind, verifyModel } from "./manifest.ts";
import type { LoadMessage, Reply, SelfTestDeviations, Task } from "./protocol.ts";
import { openLink } from "./worker-link.ts";

/** At two recommendations a second and the default deadline, a longer line could not be served anyway. */
const QUEUE_MAX = 64;
const DEADLINE_MS = 10_000;

export interface InferenceOptions {
  rerankerDir: string;
  embedderDir: string;
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

/** Verifies both model folders. @throws OperatorError also when the two are swapped */
export async function verifyModels(
  rerankerDir: string,
  embedderDir: string,
): Promise<{ reranker: RerankerManifest; embedder: EmbedderManifest }> {
  const reranker = await verifyModel(rerankerDir);
  const embedder = await verifyModel(embedderDir);
  if (reranker.kind !== "reranker") throw new OperatorError(`the model in ${rerankerDir} is not a reranker`);
  if (embedder.kind !== "embedder") throw new OperatorError(`the model in ${embedderDir} is not an embedder`);
  return { reranker, embedder };
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
  const manifests = await verifyModels(options.rerankerDir, options.embedderDir);
  const load: LoadMessage = {
    type: "load",
    reranker: { dir: options.rerankerDir, manifest: manifests.reranker },
    embedder: { dir: options.embedderDir, manifest: manifests.embedder },
    threads: options.threads,
  };
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
      id: manifests.embedder.id,
      dimensions: manifests.embedder.dimensions,
      async embed(texts, kind) {
        return (await perform({ type: "embed", texts, kind }, "vectors")).vectors;
      },
    },
    rerankerManifest: manifests.reranker,
    embedderManifest: manifests.embedder,
    selfTestDeviations: link.deviations,
    queueDepth: () => queue.depth,
    failed: () => queue.failed,
    close: () => queue.close(),
  };
}
