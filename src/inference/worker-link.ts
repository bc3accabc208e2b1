/**
 * One running inference worker, which answers one task at a time, and a promise for its end.
 *
 * A worker is never terminated while native inference runs in it. The addon would then throw into a
 * thread without a JavaScript context, and the whole process would abort (seen with Bun 1.4.5 and
 * onnxruntime-node 1.24.3). Instead the worker gets a message to end.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { EndMessage, LoadMessage, Reply, SelfTestDeviations, Task } from "./protocol.ts";

const REASON_CHARACTERS_MAX = 300;

export interface WorkerLink {
  readonly deviations: SelfTestDeviations;
  /** Resolves with the reason when the worker has ended for whatever cause. */
  readonly gone: Promise<string>;
  /**
   * Rejects when the worker ends before it answered. Must not be called again before the answer.
   */
  ask(task: Task): Promise<Reply>;
  /** Lets the worker end after its present task; `gone` then resolves. */
  retire(): void;
}

/** Bun reports an uncaught error with source lines before it and a stack after it. */
function oneLine(report: string): string {
  const line =
    /^(?:[A-Za-z]*Error|error): .*$/m.exec(report)?.[0] ?? report.split("\n", 1)[0] ?? "";
  return line.slice(0, REASON_CHARACTERS_MAX);
}

/**
 * Starts a worker and has it load the models.
 * @throws OperatorError when the models are refused or the worker cannot run at all
 */
export async function openLink(spawn: () => Worker, load: LoadMessage): Promise<WorkerLink> {
  const worker = spawn();
  const gone = Promise.withResolvers<string>();
  let ended: Error | null = null;
  let asked: PromiseWithResolvers<Reply> | null = null;

  function end(reason: string): void {
    ended ??= new Error(`the inference worker is gone: ${reason}`);
    asked?.reject(ended);
    gone.resolve(reason);
  }
  worker.onerror = (event) => {
    event.preventDefault();
    end(oneLine(event.message));
    retire();
  };
  worker.addEventListener("close", () => end("it ended"));
  worker.onmessage = ({ data }: MessageEvent<Reply>) => asked?.resolve(data);

  function retire(): void {
    worker.postMessage({ type: "end" } satisfies EndMessage);
  }
  function post(message: LoadMessage | Task): Promise<Reply> {
    if (ended !== null) return Promise.reject(ended);
    asked = Promise.withResolvers<Reply>();
    worker.postMessage(message);
    return asked.promise;
  }

  const reply = await post(load).catch((error: Error) => {
    throw new OperatorError(`${error.message}; run phasewise doctor`);
  });
  if (reply.type === "ready") {
    return {
      deviations: reply.deviations,
      gone: gone.promise,
      ask: post,
      retire,
    };
  }
  retire();
  throw new OperatorError(
    "message" in reply ? reply.message : "the inference worker did not load the models",
  );
}
