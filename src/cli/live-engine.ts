/**
 * The engine of a running service: it follows the release that CURRENT names and the reranker that was chosen, without a pause in between.
 * @module
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/settings.ts";
import { CorpusRetriever } from "../corpus/retriever.ts";
import { currentVersion, pointerFile, shelfFolder } from "../corpus/shelf.ts";
import { tidyShelf } from "../corpus/workshop.ts";
import { readChoice } from "../models/choice.ts";
import type { ReadyEngine } from "../origin/host.ts";
import type { Logger } from "../telemetry/logger.ts";
import { type OpenCorpus, openCorpus, openInference, readyEngine } from "./runtime.ts";

/** With the time to open a release or a small reranker, a switch is honoured within a second. */
const POLL_MS = 100;
/** What could not be used is tried again, in case the fault was the moment's. */
const RETRY_MS = 30_000;

export interface LiveEngine {
  /** Null when inference is gone for good: as unready as an engine that is still loading. */
  current(): ReadyEngine | null;
  /** Resolves with the reason when inference is gone for good. */
  failed: Promise<string>;
  queueDepth(): number;
  /** Stops following and closes what is open. */
  close(): Promise<void>;
}

/** One release and one reranker in use; what of them was replaced is closed when the last request has ended. */
class Served {
  readonly ready: ReadyEngine;
  readonly retriever: CorpusRetriever;
  #running = 0;
  #close: (() => void) | null = null;

  constructor(corpus: Pick<OpenCorpus, "retriever" | "inference">) {
    const { engine, ...versions } = readyEngine(corpus);
    this.retriever = corpus.retriever;
    this.ready = {
      ...versions,
      engine: {
        recommend: async (features) => {
          this.#running++;
          try {
            return await engine.recommend(features);
          } finally {
            this.#running--;
            this.#closeWhenDone();
          }
        },
      },
    };
  }

  /** @param close called once, when no request runs here any more */
  retire(close: () => void): void {
    this.#close = close;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#running > 0) return;
    this.#close?.();
    this.#close = null;
  }
}

/**
 * Has `honour` look at a file when a command has replaced it, and once more after a while where that threw.
 * @returns to be called again and again; resolves when nothing is under way
 */
function follower(file: string, honour: () => Promise<void>, refused: (error: unknown) => void) {
  let seen = "";
  let tryAgainAt = 0;
  let underWay: Promise<void> | null = null;
  async function look(): Promise<void> {
    const state = stateOf(file);
    if (state === seen && performance.now() < tryAgainAt) return;
    seen = state;
    tryAgainAt = Number.POSITIVE_INFINITY;
    await honour().catch((error: unknown) => {
      tryAgainAt = performance.now() + RETRY_MS;
      refused(error);
    });
  }
  return () => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** @throws OperatorError with one line that says what to do */
export async function openLiveEngine(
  settings: Settings<"dataDir" | "inferenceThreads">,
  logger: Logger,
): Promise<LiveEngine> {
  const { dataDir } = settings;
  tidyShelf(dataDir);
  const failed = Promise.withResolvers<string>();
  const watch = {
    lost: (cause: string) => logger.error({ cause }, "inference worker lost"),
    failed: failed.resolve,
  };
  const { models, ...opened } = await openCorpus(settings, { watch });
  let { inference } = opened;
  let served = new Served(opened);
  let replacedClosed = Promise.resolve();

  async function switchRelease(): Promise<void> {
    const started = performance.now();
    const previous = served.ready.corpus_version;
    const version = currentVersion(dataDir);
    if (version === null || version === previous) return;
    const folder = join(shelfFolder(dataDir), version);
    const next = await CorpusRetriever.open(folder, inference.queryEmbedder, served.retriever);
    await next.probe().catch((error: unknown) => {
      next.close();
      throw error;
    });
    const replaced = served;
    // Meanwhile the reranker may have been switched, and the embedder with it.
    served = new Served({ inference, retriever: next.withEmbedder(inference.queryEmbedder) });
    replaced.retire(() => replaced.retriever.close());
    const elapsed_ms = Math.round(performance.now() - started);
    logger.info({ corpus_version: version, previous, elapsed_ms }, "corpus release switched");
  }

  /** The new reranker has workers of its own, so that answers go on with the old one until it has passed its self-test. */
  async function switchReranker(): Promise<void> {
    const started = performance.now();
    if (Bun.deepEquals(readChoice(models.chosenReranker), inference.chosen)) return;
    const next = await openInference(models, settings, { watch, oneIsEnough: true });
    const replaced = { served, inference };
    inference = next;
    served = new Served({ inference, retriever: served.retriever.withEmbedder(next.queryEmbedder) });
    replaced.served.retire(() => {
      replacedClosed = replacedClosed.then(() => replaced.inference.close());
    });
    const { model_version } = served.ready;
    const elapsed_ms = Math.round(performance.now() - started);
    logger.info({ reranker: next.rerankerId, model_version, elapsed_ms }, "reranker switched");
  }

  const follow = [
    follower(pointerFile(dataDir), switchRelease, (error) =>
      logger.error(
        { cause: messageOf(error), corpus_version: served.ready.corpus_version },
        "new corpus release refused; the old one stays in use",
      ),
    ),
    follower(models.chosenReranker, switchReranker, (error) =>
      logger.error(
        { cause: messageOf(error), reranker: inference.rerankerId },
        "chosen reranker refused; the old one stays in use",
      ),
    ),
  ];
  let following: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    following = Promise.all(follow.map((look) => look()));
  }, POLL_MS);
  return {
    current: () => (inference.failed() ? null : served.ready),
    failed: failed.promise,
    queueDepth: () => inference.queueDepth(),
    async close() {
      clearInterval(timer);
      await following;
      served.retire(() => served.retriever.close());
      await Promise.all([inference.close(), replacedClosed]);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Changes whenever a file is replaced, comes or goes. */
function stateOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}
