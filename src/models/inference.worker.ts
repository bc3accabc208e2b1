/**
 * Entry of the inference worker. Native inference blocks its thread, so it has one of its own.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { EndMessage, LoadMessage, Reply, Task } from "./protocol.ts";
import { testEmbedder, testReranker } from "./self-test.ts";
import { type EmbedderSession, loadEmbedder, loadReranker, type RerankerSession } from "./session.ts";

declare const self: Worker;

let models: { reranker: RerankerSession; embedder: EmbedderSession } | null = null;

/** One line for the operator; what the native library says names the file. */
function refusal(error: Error): string {
  if (error instanceof OperatorError) return error.message;
  return `a model cannot be loaded: ${error.message.replaceAll(/\s+/g, " ")}; put back the model folders of this release`;
}

async function load({ reranker, embedder, threads }: LoadMessage): Promise<Reply> {
  try {
    const sessions = {
      reranker: await loadReranker(reranker.dir, reranker.manifest, threads),
      embedder: await loadEmbedder(embedder.dir, embedder.manifest, threads),
    };
    const deviations = {
      reranker: await testReranker(sessions.reranker, reranker.dir, reranker.manifest),
      embedder: await testEmbedder(sessions.embedder, embedder.dir, embedder.manifest),
    };
    models = sessions;
    return { type: "ready", deviations };
  } catch (error) {
    return { type: "refused", message: refusal(error as Error) };
  }
}

async function perform(task: Task): Promise<Reply> {
  if (models === null) return { type: "error", message: "a task before the models were loaded" };
  try {
    return task.type === "score"
      ? { type: "scores", scores: await models.reranker.score(task.query, task.passages) }
      : { type: "vectors", vectors: await models.embedder.embed(task.texts, task.kind) };
  } catch (error) {
    return { type: "error", message: (error as Error).message };
  }
}

self.onmessage = async ({ data }: MessageEvent<LoadMessage | Task | EndMessage>) => {
  if (data.type === "end") process.exit();
  self.postMessage(data.type === "load" ? await load(data) : await perform(data));
};
