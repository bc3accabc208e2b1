/**
 * The engine of a running service. It follows the release that CURRENT names and the reranker that
 * the operator chose, and switches between answers without a pause.
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/settings.ts";
import { ServiceError } from "../contract/error.ts";
import { removeLeftovers } from "../files/durable.ts";
import { readChosenReranker } from "../inference/chosen-reranker.ts";
import type { WorkerWatch } from "../inference/inference-queue.ts";
import { tidyReleases } from "../library/build-folder.ts";
import { currentVersion, pointerFile, releasesFolder } from "../library/installed-releases.ts";
import { CorpusRetriever, type QueryEmbedder } from "../library/retriever.ts";
import type { EngineLease } from "../origin/engine-host.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { readyEngine } from "./engine.ts";
import { onReplaced } from "./replaced-file.ts";
import { type OpenCorpus, openCorpus, openInference } from "./runtime.ts";

const MS_PER_SECOND = 1_000;
/**
 * How often a running service looks for another release or reranker. With a new release it answers
 * within a second, with a small new reranker within two. Opening them takes the rest of that time.
 */
const POLL_MS = 100;

export interface LiveEngine {
  /** Null when inference has failed for good; the service is then as unready as while it loads. */
  current(): EngineLease | null;
  /** Resolves with the reason when inference has failed for good. */
  failed: Promise<string>;
  queueDepth(): number;
  /** A file that the release in use has lost; null while it has all of them. */
  releaseFault(): string | null;
  /** The folder of the bundled release. */
  starter: string;
  /** The models in use. */
  embedder(): QueryEmbedder;
  /** Answers come from this open release from now on. */
  use(release: CorpusRetriever): void;
}

/**
 * One release and one reranker in use. Once replaced, they are closed when their last request has
 * ended.
 */
class EngineInUse {
  readonly ready: EngineLease;
  readonly retriever: CorpusRetriever;
  #running = 0;
  #idle: (() => void) | null = null;

  constructor(corpus: Pick<OpenCorpus, "retriever" | "inference">) {
    this.retriever = corpus.retriever;
    this.ready = { ...readyEngine(corpus), during: (work) => this.#countRequest(work) };
  }

  async #countRequest<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } catch (error) {
      throw this.#readinessErrorOr(error);
    } finally {
      this.#running--;
      if (this.#running === 0) this.#idle?.();
    }
  }

  /** What fails because files of the release have just gone is no fault of the program. */
  #readinessErrorOr(error: unknown): unknown {
    const lost = error instanceof ServiceError ? null : this.retriever.lostFile();
    if (lost === null) return error;
    return new ServiceError("service_unavailable", "The service is not ready; retry shortly.", {
      reason: "not_ready",
      internal: lost,
    });
  }

  /** To be called when no new request comes here any more. Resolves when the last one has ended. */
  async retire(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }
}

/** The replaced engines, of which two may share a release or a reranker. */
class RetiredEngines {
  readonly #running = new Set<Promise<void>>();

  /** @param close closes what nobody uses once everything replaced so far has ended */
  retire(replaced: EngineInUse, close: () => void | Promise<void>): void {
    const ended = replaced.retire();
    this.#running.add(ended);
    ended.then(() => this.#running.delete(ended));
    Promise.all(this.#running).then(close);
  }
}

/** Removes what killed commands left. */
function tidy(dataDir: string): void {
  tidyReleases(dataDir);
  for (const folder of [dataDir, join(dataDir, "models")])
    if (existsSync(folder)) removeLeftovers(folder);
}

/** @throws OperatorError with one line that says what to do */
export async function openLiveEngine(
  settings: Settings<"dataDir" | "inferenceThreads" | "requestDeadline">,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): Promise<LiveEngine> {
  const { dataDir } = settings;
  const deadlineMs = settings.requestDeadline * MS_PER_SECOND;
  tidy(dataDir);
  const failed = Promise.withResolvers<string>();
  const watches = (): WorkerWatch => {
    const watch = {
      lost(cause: string) {
        metrics.countWorkerLoss();
        logger.error({ cause }, "inference worker lost");
      },
      // A replaced engine may fail without consequences.
      failed(why: string) {
        if (watch === watchInUse) failed.resolve(why);
      },
    };
    return watch;
  };
  let watchInUse = watches();
  const workers = { watch: watchInUse, deadlineMs };
  const { models, starter, ...opened } = await openCorpus(settings, workers);
  let { inference } = opened;
  let inUse = new EngineInUse(opened);
  const retired = new RetiredEngines();

  async function switchRelease(): Promise<void> {
    const started = performance.now();
    const version = currentVersion(dataDir);
    if (version === null || version === inUse.ready.corpus_version) return;
    const folder = join(releasesFolder(dataDir), version);
    use(await CorpusRetriever.openProbed(folder, inference.queryEmbedder), started);
  }

  function use(next: CorpusRetriever, started = performance.now()): void {
    const replaced = inUse;
    const previous = replaced.ready.corpus_version;
    // The reranker, and the embedder with it, may have been switched meanwhile.
    const retriever = next.withEmbedder(inference.queryEmbedder);
    inUse = new EngineInUse({ inference, retriever });
    retired.retire(replaced, () => replaced.retriever.close());
    const corpus_version = next.corpusVersion;
    const elapsed_ms = msSince(started);
    if (corpus_version !== previous)
      logger.info({ corpus_version, previous, elapsed_ms }, "corpus release switched");
  }

  /**
   * The new reranker gets workers of its own, so that the old one answers until the new one has
   * passed its self-test.
   */
  async function switchReranker(): Promise<void> {
    const started = performance.now();
    if (Bun.deepEquals(readChosenReranker(models.chosenReranker), inference.chosen)) return;
    const watch = watches();
    const next = await openInference(models, settings, { watch, deadlineMs, oneIsEnough: true });
    const replaced = { inUse, inference };
    inference = next;
    watchInUse = watch;
    const retriever = inUse.retriever.withEmbedder(next.queryEmbedder);
    inUse = new EngineInUse({ inference, retriever });
    retired.retire(replaced.inUse, () => replaced.inference.close());
    const { model_version } = inUse.ready;
    const elapsed_ms = msSince(started);
    logger.info({ reranker: next.rerankerId, model_version, elapsed_ms }, "reranker switched");
  }

  const looks = [
    onReplaced(pointerFile(dataDir), switchRelease, (error) =>
      logger.error(
        { cause: messageOf(error), corpus_version: inUse.ready.corpus_version },
        "new corpus release refused; the old one stays in use",
      ),
    ),
    onReplaced(models.chosenReranker, switchReranker, (error) =>
      logger.error(
        { cause: messageOf(error), reranker: inference.rerankerId },
        "chosen reranker refused; the old one stays in use",
      ),
    ),
  ];
  setInterval(() => {
    for (const look of looks) look();
  }, POLL_MS);
  return {
    current: () => (inference.failed() ? null : inUse.ready),
    failed: failed.promise,
    queueDepth: () => inference.queueDepth(),
    releaseFault: () => inUse.retriever.lostFile(),
    starter,
    embedder: () => inference.queryEmbedder,
    use,
  };
}

function msSince(started: number): number {
  return Math.round(performance.now() - started);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
