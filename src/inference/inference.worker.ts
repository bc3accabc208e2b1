/**
 * Entry of an inference worker. Native inference blocks its thread, so it gets a thread of its own.
 * @module
 */
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { type ModelFolder, weightsOf } from "./manifest.ts";
import type { EndMessage, LoadMessage, Reply, Task } from "./protocol.ts";
import { testCrossEncoder, testVectors } from "./self-test.ts";
import {
  type CrossEncoderSession,
  type EmbedderSession,
  loadCrossEncoder,
  loadEmbedder,
  loadReader,
  type ReaderSession,
} from "./session.ts";

declare const self: Worker;

interface Models {
  reranker: CrossEncoderSession;
  embedder: EmbedderSession;
  reader: ReaderSession;
  matcher: CrossEncoderSession;
}

let models: Models | null = null;

/** One line for the operator, which names a file. */
function refusal(error: Error, { dir, manifest, remedy }: ModelFolder): string {
  if (error instanceof OperatorError) return error.message;
  const why = error.message.replaceAll(/\s+/g, " ");
  return `model file ${join(dir, weightsOf(manifest))} cannot be used: ${why}; ${remedy}`;
}

async function load(message: LoadMessage): Promise<Reply> {
  const { reranker, embedder, reader, matcher, threads } = message;
  let current: ModelFolder = reranker;
  try {
    const rerankerSession = await loadCrossEncoder(reranker.dir, reranker.manifest, threads);
    const rerankerDeviation = await testCrossEncoder(rerankerSession, reranker);
    current = embedder;
    const embedderSession = await loadEmbedder(embedder.dir, embedder.manifest, threads);
    const embedderDeviation = await testVectors(
      async (text) => (await embedderSession.embed([text], "passage"))[0],
      embedder,
    );
    current = reader;
    const readerSession = await loadReader(reader.dir, reader.manifest, threads);
    const readerDeviation = await testVectors(
      async (text) => (await readerSession.read([text]))[0]?.vector,
      reader,
    );
    current = matcher;
    const matcherSession = await loadCrossEncoder(matcher.dir, matcher.manifest, threads);
    const matcherDeviation = await testCrossEncoder(matcherSession, matcher);
    // Loading four models leaves as much garbage as the models themselves.
    Bun.gc(true);
    models = {
      reranker: rerankerSession,
      embedder: embedderSession,
      reader: readerSession,
      matcher: matcherSession,
    };
    return {
      type: "ready",
      deviations: {
        reranker: rerankerDeviation,
        embedder: embedderDeviation,
        reader: readerDeviation,
        matcher: matcherDeviation,
      },
    };
  } catch (error) {
    return { type: "refused", message: refusal(error as Error, current) };
  }
}

async function perform(task: Task): Promise<Reply> {
  if (models === null) return { type: "error", message: "a task before the models were loaded" };
  try {
    switch (task.type) {
      case "score":
        return { type: "scores", scores: await models.reranker.score(task.query, task.passages) };
      case "match":
        return { type: "scores", scores: await models.matcher.score(task.message, task.questions) };
      case "embed":
        return { type: "vectors", vectors: await models.embedder.embed(task.texts, task.kind) };
      case "read":
        return { type: "readings", readings: await models.reader.read(task.texts) };
    }
  } catch (error) {
    return { type: "error", message: (error as Error).message };
  }
}

self.onmessage = async ({ data }: MessageEvent<LoadMessage | Task | EndMessage>) => {
  if (data.type === "end") process.exit();
  self.postMessage(data.type === "load" ? await load(data) : await perform(data));
};
