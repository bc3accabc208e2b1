/**
 * Follows the release that is published in an object store: looks at its small pointer, fetches a
 * new release in a thread of its own, and puts it into use. Whatever fails, the release in use
 * stays, one log line says why, and it is tried again.
 */
import { OperatorError, UsageError } from "../contract/error.ts";
import { readPublicKey } from "../files/signing.ts";
import { Bucket, BucketError, type BucketPlace } from "../library/bucket.ts";
import type { FetchReport, FetchTask } from "../library/fetch-published.worker.ts";
import {
  type PublishedPointer,
  readPublished,
  type TakeOptions,
  usePublished,
} from "../library/object-store.ts";
import { spawnWorker } from "../spawn-worker.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { FollowFailure, Metrics } from "../telemetry/metrics.ts";
import { bucketPlace } from "./bucket-place.ts";
import type { LiveEngine } from "./live-engine.ts";
import type { FollowSettings } from "./serve-settings.ts";

/** A new release is in use within seconds, and a month costs less than a dollar of requests. */
const LOOK_EVERY_MS = 2_000;
/** What could not be used is tried again, because the fault may pass. */
const RETRY_MS = 30_000;

/** What a service follows; null where it uses the release that is installed. */
export type PublishedSource = { place: BucketPlace; trustFile: string } | null;

/** @throws UsageError, OperatorError */
export function readPublishedSource(settings: FollowSettings): PublishedSource {
  const { corpusUrl, corpusTrust } = settings;
  if (corpusUrl === null) return null;
  if (corpusTrust === null)
    throw new UsageError("--corpus-url needs --corpus-trust FILE: whose releases are taken");
  readPublicKey(corpusTrust);
  return { place: bucketPlace(corpusUrl, settings), trustFile: corpusTrust };
}

interface FollowOptions {
  dataDir: string;
  /** What answers, and is to answer from what is published. */
  engine: Pick<LiveEngine, "starter" | "embedder" | "use">;
  logger: Logger;
  /** Epoch milliseconds that never go back, by which an expired release is refused. */
  nowMs(): Promise<number>;
  onFailure(failure: FollowFailure): void;
  /** Set by tests. */
  lookEveryMs?: number;
  retryMs?: number;
}

/**
 * Follows what is published. Resolves when it is in use or could not be, so that the first answer
 * comes from it where it can be had.
 */
export async function followCorpus(
  source: PublishedSource,
  { metrics, ...options }: Omit<FollowOptions, "onFailure"> & { metrics: Metrics },
): Promise<CorpusFollower | null> {
  if (source === null) return null;
  const follower = new CorpusFollower(source, {
    ...options,
    onFailure: metrics.countFollowFailure,
  });
  await follower.start();
  return follower;
}

export class CorpusFollower {
  readonly #source: NonNullable<PublishedSource>;
  readonly #bucket: Bucket;
  readonly #options: FollowOptions;
  /** The tag of the pointer whose release was taken. */
  #tagInUse: string | undefined;
  /** The tag of the pointer whose release could not be used, and when to try it again. */
  #refusal: { tag: string; againAt: number } | null = null;
  #fault: string | null = null;
  #worker: Worker | null = null;
  #ended = false;

  constructor(source: NonNullable<PublishedSource>, options: FollowOptions) {
    this.#source = source;
    this.#bucket = new Bucket(source.place);
    this.#options = options;
  }

  /** Looks once; resolves when what is published is in use or cannot be. Then it goes on. */
  async start(): Promise<void> {
    await this.#look();
  }

  /** Why the published release is not in use; null where it is. */
  fault(): string | null {
    return this.#fault;
  }

  end(): void {
    this.#ended = true;
    this.#worker?.terminate();
  }

  async #look(): Promise<void> {
    try {
      if (await this.#follow()) this.#report(null);
    } catch (error) {
      if (!this.#ended) this.#report(error as Error);
    }
    if (!this.#ended) {
      const { lookEveryMs = LOOK_EVERY_MS } = this.#options;
      setTimeout(() => this.#look(), lookEveryMs).unref();
    }
  }

  /** Whether what is published is in use now; it is not while a refused one waits. */
  async #follow(): Promise<boolean> {
    const published = await readPublished(this.#bucket, this.#tagInUse);
    if (published === null) return true;
    const { tag } = published;
    if (this.#refusal?.tag === tag && performance.now() < this.#refusal.againAt) return false;
    try {
      await this.#take(published);
      this.#tagInUse = tag;
      this.#refusal = null;
      return true;
    } catch (error) {
      const { retryMs = RETRY_MS } = this.#options;
      this.#refusal = { tag, againAt: performance.now() + retryMs };
      throw error;
    }
  }

  async #take({ head, bytes }: PublishedPointer): Promise<void> {
    const started = performance.now();
    const { dataDir, engine, logger, nowMs } = this.#options;
    const task = { dataDir, starter: engine.starter, nowMs: await nowMs() };
    const trusted = readPublicKey(this.#source.trustFile);
    const pem = String(trusted.export({ type: "spki", format: "pem" }));
    const report = await this.#install({
      ...task,
      place: this.#source.place,
      head: bytes,
      trusted: pem,
    });
    if (report?.ofStore) throw new BucketError(report.fault, 0);
    if (report !== null) throw new OperatorError(report.fault);
    const options: TakeOptions = { ...task, trusted };
    engine.use(await usePublished(head, engine.embedder(), options));
    const elapsed_ms = Math.round(performance.now() - started);
    const sequence = head.issue?.sequence ?? null;
    logger.info({ corpus_version: head.version, sequence, elapsed_ms }, "published corpus taken");
  }

  async #install(task: FetchTask): Promise<FetchReport> {
    const done = Promise.withResolvers<FetchReport>();
    const worker = spawnFetchWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FetchReport>) => done.resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      done.resolve({ fault: event.message.split("\n", 1)[0] ?? "", ofStore: false });
    };
    worker.postMessage(task);
    const report = await done.promise;
    worker.terminate();
    return report;
  }

  #report(fault: Error | null): void {
    const { logger, onFailure } = this.#options;
    if (fault !== null) onFailure(fault instanceof BucketError ? "unreachable" : "refused");
    const cause = fault?.message ?? null;
    if (cause === this.#fault) return;
    this.#fault = cause;
    if (cause === null) logger.info({}, "published corpus is followed again");
    else logger.error({ cause }, "published corpus is not followed; the release in use stays");
  }
}

function spawnFetchWorker(): Worker {
  return spawnWorker("library/fetch-published.worker.ts", { name: "fetch-published", smol: true });
}
