/**
 * Reads bodies: a small one at once, a large one in a worker, so that it does not block the event
 * loop.
 * @module
 */
import { type ErrorCode, type OutOfScope, type Problem, ServiceError } from "../contract/error.ts";
import { spawnWorker } from "../spawn-worker.ts";
import type { Tenant } from "../tenants/types.ts";
import { type BodyChunks, bytesOf, joinChunks } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import { INTERNAL_MESSAGE } from "./envelope.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";
import { type PreparedRequest, type ReadRequest, readRequest } from "./prepare.ts";
import { requireThreadHandles } from "./thread-handles.ts";

/** Even the worst body of this size is read within a few milliseconds. */
const AT_ONCE_BYTES_MAX = 16 * 1024;
/** The request_ids of recent bodies are cached, because a retry sends the same body. */
const REQUEST_IDS_CACHED = 1_024;

export interface BodyTask {
  chunks: BodyChunks;
  /** Slug. */
  tenant: string;
  nowMs: number;
}

export interface BodyReply {
  requestId: string | null;
  outcome:
    | { prepared: PreparedRequest }
    | { code: ErrorCode; publicMessage: string; details: Problem[] | OutOfScope[] | null }
    /** A fault of the service, for the log. */
    | { internal: string };
}

interface Job {
  task: BodyTask;
  deadline: Deadline;
  resolve(reply: BodyReply): void;
  reject(error: ServiceError): void;
}

function spawnBodyReaderWorker(): Worker {
  return spawnWorker("origin/body-reader.worker.ts", { name: "body-reader", smol: true });
}

export class BodyReader {
  readonly #spawn: () => Worker;
  readonly #turns = new EventLoopTurns();
  /** By tenant and hash of a small body. */
  readonly #requestIds = new Map<string, string>();
  readonly #hashSeed = newHashSeed();
  readonly #waiting: Job[] = [];
  #running: Job | null = null;
  #worker: Worker | null = null;

  /** @param spawn starts the worker's thread when the first large body comes; tests replace it */
  constructor(spawn: () => Worker = spawnBodyReaderWorker) {
    this.#spawn = spawn;
  }

  /**
   * @param chunks of a large body are moved to the worker, so nobody else may use them
   * @throws ServiceError `invalid_request` where the bytes are no JSON object,
   *   `service_unavailable` where they cannot be read in time
   */
  async read(
    chunks: BodyChunks,
    tenant: Tenant,
    nowMs: number,
    deadline: Deadline,
  ): Promise<ReadRequest> {
    if (bytesOf(chunks) <= AT_ONCE_BYTES_MAX) {
      await this.#turns.take();
      return this.#atOnce(joinChunks(chunks), tenant, nowMs);
    }
    const reply = await deadline.within(
      new Promise<BodyReply>((resolve, reject) => {
        this.#waiting.push({
          task: { chunks, tenant: tenant.slug, nowMs },
          deadline,
          resolve,
          reject,
        });
        this.#advance();
      }),
    );
    return { requestId: reply.requestId, prepare: () => preparedOf(reply) };
  }

  /** A repeated body has the same request_id as before. A replay needs nothing else. */
  #atOnce(bytes: Uint8Array<ArrayBuffer>, tenant: Tenant, nowMs: number): ReadRequest {
    const name = `${tenant.slug} ${Bun.hash.xxHash3(bytes, this.#hashSeed)}`;
    const requestId = this.#requestIds.get(name);
    if (requestId !== undefined) {
      return { requestId, prepare: () => readRequest(bytes, tenant, nowMs).prepare() };
    }
    const read = readRequest(bytes, tenant, nowMs);
    if (read.requestId !== null) {
      if (this.#requestIds.size === REQUEST_IDS_CACHED) this.#requestIds.clear();
      this.#requestIds.set(name, read.requestId);
    }
    return read;
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #advance(): void {
    while (this.#running === null) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      // Its caller was already told that the deadline has passed.
      if (job.deadline.leftMs <= 0) continue;
      try {
        this.#worker ??= this.#start();
        this.#running = job;
        this.#worker.postMessage(job.task, [
          ...new Set(job.task.chunks.map(({ buffer }) => buffer)),
        ]);
      } catch (error) {
        this.#running = null;
        job.reject(unavailable(error));
      }
    }
  }

  #start(): Worker {
    requireThreadHandles();
    const worker = this.#spawn();
    worker.unref();
    const gone = (why: string) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      const job = this.#running;
      this.#running = null;
      job?.reject(unavailable(new Error(`the body reader is gone: ${why}`)));
      this.#advance();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      gone(event.message);
    };
    worker.addEventListener("close", () => gone("it ended"));
    worker.onmessage = ({ data }: MessageEvent<BodyReply>) => {
      const job = this.#running;
      this.#running = null;
      job?.resolve(data);
      this.#advance();
    };
    return worker;
  }
}

/**
 * A random seed that never leaves the process, so that nobody outside can search for two bodies
 * with the same hash. Such a caller would only get its own earlier answer. A cryptographic digest
 * of a body would take as long as the rest of a replay.
 */
function newHashSeed(): bigint {
  const [seed = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return seed;
}

function preparedOf({ outcome }: BodyReply): PreparedRequest {
  if ("prepared" in outcome) return outcome.prepared;
  if ("internal" in outcome) {
    throw new ServiceError("internal_error", INTERNAL_MESSAGE, { internal: outcome.internal });
  }
  const { code, publicMessage, details } = outcome;
  throw new ServiceError(code, publicMessage, details === null ? {} : { details });
}

function unavailable(error: unknown): ServiceError {
  return new ServiceError(
    "service_unavailable",
    "The service cannot read large bodies now; retry shortly.",
    {
      reason: "intake",
      internal: error instanceof Error ? error.message : String(error),
    },
  );
}
