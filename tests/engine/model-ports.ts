/** The shipped models over the starter corpus in memory, for reading aloud and for choosing thresholds. */
import { join } from "node:path";
import type { Reranker, Retriever, SearchHit } from "../../src/engine/types.ts";
import { startInference } from "../../src/models/client.ts";
import { corpusPassages, textPorts } from "./text-ports.ts";

const MODELS = join(import.meta.dir, "../../models");
const BATCH = 64;

export async function modelPorts(): Promise<{
  retriever: Retriever;
  reranker: Reranker;
  close: () => Promise<void>;
}> {
  const passages = corpusPassages();
  const lexical = textPorts(passages).retriever;
  const inference = await startInference({
    rerankerDir: join(MODELS, "reranker"),
    embedderDir: join(MODELS, "embedder"),
    threads: 1,
    deadlineMs: 60_000,
  });
  const vectors: Float32Array[] = [];
  for (let at = 0; at < passages.length; at += BATCH) {
    const texts = passages.slice(at, at + BATCH).map(({ text }) => text);
    vectors.push(...(await inference.embedder.embed(texts, "passage")));
  }
  const nearest = async (query: string, limit: number): Promise<SearchHit[]> => {
    const [vector = new Float32Array()] = await inference.embedder.embed([query], "query");
    return passages
      .map((passage, at) => ({ passage, score: dot(vector, vectors[at] ?? vector) }))
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
      .slice(0, limit);
  };
  return {
    retriever: {
      corpusVersion: "memory",
      search: async (query, limit) => ({
        lexical: (await lexical.search(query, limit)).lexical,
        dense: await nearest(query, limit),
      }),
    },
    reranker: inference.reranker,
    close: () => inference.close(),
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
