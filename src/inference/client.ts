/**
 * The models as the rest of the program sees them: reranker, embedder, reader and matcher, behind
 * workers with a queue each.
 *
 * A small model gets one worker per thread: its steps are short, and threads that share a step
 * would wait for each other at its end (`bun run bench:rerank` measures it). A large model is
 * loaded once, and the threads share its long steps.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import type { Reranker } from "../engine/types.ts";
import { spawnWorker } from "../spawn-worker.ts";
import { InferenceQueue, type WorkerWatch } from "./inference-queue.ts";
import { balanceByLength } from "./load-balance.ts";
import {
  type EmbedderManifest,
  type MatcherManifest,
  type ModelFolder,
  type ReaderManifest,
  type RerankerManifest,
  type TextKind,
  verifyFiles,
  verifyModel,
} from "./manifest.ts";
import type { LoadMessage, Reply, SelfTestDeviations, Task } from "./protocol.ts";
import type { MessageRead } from "./session.ts";
import { openLink, type WorkerLink } from "./worker-link.ts";

/** Only a few answers are computed at a time, so a longer queue means that a worker is behind. */
const QUEUE_MAX = 64;
const DEADLINE_MS = 10_000;
/** Every worker loads a reranker up to this size; the shipped one is below 10 MB. */
const SMALL_MODEL_BYTES_MAX = 64_000_000;
/** Each worker takes about 110 MB and up to a second at the start, one after the other. */
const WORKERS_MAX = 4;
/** Tries to start a further worker while others already answer. */
const JOIN_TRIES_MAX = 3;

export interface InferenceOptions {
  rerankerDir: string;
  embedderDir: string;
  readerDir: string;
  matcherDir: string;
  /** A reranker that the operator chose, instead of the one in `rerankerDir`. */
  reranker?: ModelFolder<RerankerManifest> | null;
  /** Threads of all workers together. */
  threads: number;
  /** Tasks that may wait for a worker. */
  queueMax?: number;
  /** From call to answer. */
  deadlineMs?: number;
  /** Resolves when the first worker is ready; the others join while it answers. */
  oneIsEnough?: boolean;
  watch?: WorkerWatch | undefined;
}

interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  /**
   * Unit vectors in the order of `texts`. One call is one task with one deadline, so a corpus must
   * be embedded in parts.
   * @throws ServiceError as `Reranker.score` does
   */
  embed(texts: readonly string[], kind: TextKind): Promise<Float32Array[]>;
}

interface Reader {
  /** The labels of the heads, in the order of their logits. */
  readonly labels: readonly string[];
  readonly thresholds: Readonly<Record<string, number>>;
  /**
   * In the order of `texts`.
   * @throws ServiceError as `Reranker.score` does
   */
  read(texts: readonly string[]): Promise<MessageRead[]>;
}

export interface Inference {
  /**
   * @throws ServiceError `service_unavailable` (queue full, deadline passed, worker ended) or
   *   `internal_error`
   */
  readonly reranker: Reranker;
  readonly embedder: Embedder;
  readonly reader: Reader;
  /**
   * The probability that an entry's question is what a message asks, for each of the questions.
   * @throws ServiceError as `reranker` does
   */
  readonly matcher: Reranker;
  readonly rerankerManifest: RerankerManifest;
  readonly embedderManifest: EmbedderManifest;
  readonly readerManifest: ReaderManifest;
  readonly matcherManifest: MatcherManifest;
  readonly selfTestDeviations: SelfTestDeviations;
  /** Tasks that wait for or run on the busiest worker. */
  queueDepth(): number;
  /** True when a worker ended too often, so that nothing is served any more. */
  failed(): boolean;
  close(): Promise<void>;
}

export function spawnInferenceWorker(): Worker {
  return spawnWorker("inference/inference.worker.ts", { name: "inference" });
}

function brokenReply(internal: string): ServiceError {
  return new ServiceError("internal_error", "The request could not be processed.", { internal });
}

/**
 * Verifies the models, starts the workers and runs the self-tests in each.
 * @param spawn starts a worker's thread; tests that kill it replace this
 * @throws OperatorError with one line when a file is damaged, a self-test fails or a worker cannot
 *   run
 */
export async function startInference(
  options: InferenceOptions,
  spawn: () => Worker = spawnInferenceWorker,
): Promise<Inference> {
  const reranker = options.reranker ?? (await verifyModel(options.rerankerDir, "reranker"));
  if (reranker === options.reranker) await verifyFiles(reranker);
  const embedder = await verifyModel(options.embedderDir, "embedder");
  const reader = await verifyModel(options.readerDir, "reader");
  const matcher = await verifyModel(options.matcherDir, "matcher");
  const workers = isSmall(reranker.manifest) ? Math.min(options.threads, WORKERS_MAX) : 1;
  const threads = Math.floor(options.threads / workers);
  const load: LoadMessage = { type: "load", reranker, embedder, reader, matcher, threads };
  const open = () => openLink(spawn, load);
  const queueOf = (link: WorkerLink) =>
    new InferenceQueue(link, {
      queueMax: options.queueMax ?? QUEUE_MAX,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      open,
      watch: options.watch,
    });
  const first = await open();
  const queues = [queueOf(first)];
  let closing = false;
  // One after the other: Bun 1.4.5 sometimes fails to load a native module in two threads at once.
  async function openOthers(): Promise<void> {
    for (let failures = 0; queues.length < workers && !closing; ) {
      try {
        queues.push(queueOf(await open()));
      } catch (error) {
        if (!options.oneIsEnough || ++failures === JOIN_TRIES_MAX) throw error;
      }
    }
  }
  const closeAll = () => Promise.all(queues.map((queue) => queue.close()));
  const others = openOthers();
  if (options.oneIsEnough)
    others.catch(({ message }: Error) =>
      options.watch?.lost(`it could not be started: ${message}`),
    );
  else
    await others.catch(async (error: unknown) => {
      await closeAll();
      throw error;
    });

  const inParallel = shareOver(queues);
  return {
    reranker: crossEncoder(inParallel, (query, passages) => ({ type: "score", query, passages })),
    matcher: crossEncoder(inParallel, (message, questions) => ({
      type: "match",
      message,
      questions,
    })),
    embedder: {
      id: embedder.manifest.id,
      dimensions: embedder.manifest.dimensions,
      embed: (texts, kind) =>
        inParallel(
          texts,
          async (queue, share) =>
            (await perform(queue, { type: "embed", texts: share, kind }, "vectors")).vectors,
        ),
    },
    reader: {
      labels: reader.manifest.labels,
      thresholds: reader.manifest.thresholds,
      read: (texts) =>
        inParallel(
          texts,
          async (queue, share) =>
            (await perform(queue, { type: "read", texts: share }, "readings")).readings,
        ),
    },
    readerManifest: reader.manifest,
    matcherManifest: matcher.manifest,
    rerankerManifest: reranker.manifest,
    embedderManifest: embedder.manifest,
    selfTestDeviations: first.deviations,
    queueDepth: () => Math.max(...queues.map(({ depth }) => depth)),
    failed: () => queues.some(({ failed }) => failed),
    async close() {
      closing = true;
      await others.catch(() => undefined);
      await closeAll();
    },
  };
}

/** Counts all files, because large weights may be in files of their own beside the graph. */
function isSmall({ files }: RerankerManifest): boolean {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) <= SMALL_MODEL_BYTES_MAX;
}

async function perform<T extends Reply["type"]>(
  queue: InferenceQueue,
  task: Task,
  expected: T,
): Promise<Reply & { type: T }> {
  const reply = await queue.submit(task);
  if (reply.type === expected) return reply as Reply & { type: T };
  throw brokenReply("message" in reply ? reply.message : `the worker answered with ${reply.type}`);
}

function crossEncoder(
  inParallel: InParallel,
  taskOf: (text: string, share: string[]) => Task,
): Reranker {
  return {
    score: (text, others) =>
      inParallel(
        others,
        async (queue, share) => (await perform(queue, taskOf(text, share), "scores")).scores,
      ),
  };
}

type InParallel = <R>(
  texts: readonly string[],
  work: (queue: InferenceQueue, share: string[]) => Promise<R[]>,
) => Promise<R[]>;

/** Lets the workers compute their shares in parallel. Results are in the order of `texts`. */
function shareOver(queues: readonly InferenceQueue[]): InParallel {
  return async <R>(
    texts: readonly string[],
    work: (queue: InferenceQueue, share: string[]) => Promise<R[]>,
  ) => {
    const results: R[] = new Array(texts.length);
    // The least busy worker comes first. It gets the text where there is only one.
    const ready = queues.toSorted((a, b) => a.depth - b.depth);
    const shares = balanceByLength(texts, ready.length);
    await Promise.all(
      ready.map(async (queue, worker) => {
        const places = shares[worker] ?? [];
        if (places.length === 0) return;
        const computed = await work(
          queue,
          places.map((place) => texts[place] ?? ""),
        );
        for (const [i, place] of places.entries()) {
          const result = computed[i];
          if (result === undefined)
            throw brokenReply(
              `the worker gave ${computed.length} results for ${places.length} texts`,
            );
          results[place] = result;
        }
      }),
    );
    return results;
  };
}
