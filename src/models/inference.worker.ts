/**
 * Entry of the inference worker. Native inference blocks its thread, so it has one of its own.
 * @module
 */
import type { LoadMessage, Reply, Task } from "./protocol.ts";
import { testEmbedder, testReranker } from "./self-test.ts";
import { type EmbedderSession, loadEmbedder, loadReranker, type RerankerSession } from "./session.ts";

declare const self: Worker;

let models: { reranker: RerankerSession; embedder: EmbedderSession } | null = null;

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
    return { type: "refused", message: (error as Error).message };
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

self.onmessage = async ({ data }: MessageEvent<LoadMessage | Task>) => {
  self.postMessage(data.type === "load" ? await load(data) : await perform(data));
};
