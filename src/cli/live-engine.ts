/**
 * The engine of a running service: it follows the release that CURRENT names, without a pause between two releases.
 * @module
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/settings.ts";
import { CorpusRetriever } from "../corpus/retriever.ts";
import { currentVersion, pointerFile, shelfFolder } from "../corpus/shelf.ts";
import { tidyShelf } from "../corpus/workshop.ts";
import type { ReadyEngine } from "../origin/host.ts";
import type { Logger } from "../telemetry/logger.ts";
import { type OpenCorpus, openCorpus, readyEngine } from "./runtime.ts";

/** With the time to open a release, a switch is honoured within a second. */
const POLL_MS = 250;
/** A release that could not be used is tried again, in case the fault was the moment's. */
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

/** One release in use, closed when it was replaced and its last request has ended. */
class ServedRelease {
  readonly ready: ReadyEngine;
  readonly retriever: CorpusRetriever;
  #running = 0;
  #retired = false;

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

  retire(): void {
    this.#retired = true;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#retired && this.#running === 0) this.retriever.close();
  }
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
    lost: (cause: string) => logger.error({ cause }, "inference worker gone; another is started"),
    failed: failed.resolve,
  };
  const { inference, retriever } = await openCorpus(settings, { watch });
  let served = new ServedRelease({ inference, retriever });
  let seen = "";
  let tryAgainAt = 0;

  async function follow(): Promise<void> {
    const pointer = pointerState(dataDir);
    if (pointer === null || (pointer === seen && performance.now() < tryAgainAt)) return;
    seen = pointer;
    tryAgainAt = Number.POSITIVE_INFINITY;
    const started = performance.now();
    const previous = served.ready.corpus_version;
    try {
      const version = currentVersion(dataDir);
      if (version === null || version === previous) return;
      const folder = join(shelfFolder(dataDir), version);
      const next = await CorpusRetriever.open(folder, inference.queryEmbedder, served.retriever);
      await next.probe().catch((error: unknown) => {
        next.close();
        throw error;
      });
      const replaced = served;
      served = new ServedRelease({ inference, retriever: next });
      replaced.retire();
      const elapsed_ms = Math.round(performance.now() - started);
      logger.info({ corpus_version: version, previous, elapsed_ms }, "corpus release switched");
    } catch (error) {
      tryAgainAt = performance.now() + RETRY_MS;
      const cause = error instanceof Error ? error.message : String(error);
      logger.error(
        { cause, corpus_version: previous },
        "new corpus release refused; the old one stays in use",
      );
    }
  }

  let following: Promise<void> | null = null;
  const timer = setInterval(() => {
    following ??= follow().finally(() => {
      following = null;
    });
  }, POLL_MS);
  return {
    current: () => (inference.failed() ? null : served.ready),
    failed: failed.promise,
    queueDepth: () => inference.queueDepth(),
    async close() {
      clearInterval(timer);
      await following;
      served.retire();
      await inference.close();
    },
  };
}

/** Changes with every switch; null while there is no pointer. */
function pointerState(dataDir: string): string | null {
  const stat = statSync(pointerFile(dataDir), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}
