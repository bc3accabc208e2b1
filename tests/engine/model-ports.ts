/** The shipped models over the starter corpus, for reading aloud and for choosing thresholds. */
import { openCorpus } from "../../src/cli/runtime.ts";
import type { Reranker, Retriever } from "../../src/engine/types.ts";
import { temporaryFolder } from "../support/folder.ts";

export async function modelPorts(): Promise<{
  retriever: Retriever;
  reranker: Reranker;
  close: () => Promise<void>;
}> {
  const folder = temporaryFolder("model-ports");
  const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: 1 });
  return {
    retriever: corpus.retriever,
    reranker: corpus.inference.reranker,
    close: async () => {
      await corpus.close();
      folder.remove();
    },
  };
}
