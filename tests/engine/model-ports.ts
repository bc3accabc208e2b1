/** The shipped models with the starter corpus, for reading answers and for measuring. */

import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { EnginePorts } from "../../src/engine/index.ts";
import { openCorpus } from "../../src/service/runtime.ts";

type ModelPorts = Pick<EnginePorts, "retriever" | "reranker" | "matcher" | "reader"> & {
  close: () => Promise<void>;
};

export async function modelPorts(): Promise<ModelPorts> {
  const folder = temporaryFolder("model-ports");
  const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: 1 });
  return {
    retriever: corpus.retriever,
    reranker: corpus.inference.reranker,
    matcher: corpus.inference.matcher,
    reader: corpus.inference.reader,
    close: async () => {
      await corpus.close();
      folder.remove();
    },
  };
}
