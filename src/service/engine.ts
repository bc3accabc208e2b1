/** The engine on the real parts. */
import type { Settings } from "../config/settings.ts";
import { createEngine } from "../engine/index.ts";
import { modelVersion } from "../native/build-info.ts";
import type { ReadyEngine } from "../origin/engine-host.ts";
import { type OpenCorpus, openCorpus } from "./runtime.ts";

/** The engine on an open release, with the versions that its answers carry. */
export function readyEngine({
  retriever,
  inference,
}: Pick<OpenCorpus, "retriever" | "inference">): ReadyEngine {
  return {
    engine: createEngine({ retriever, ...inference }),
    model_version: modelVersion(inference.digests, retriever.corpusVersion),
    corpus_version: retriever.corpusVersion,
  };
}

export interface OpenEngine extends ReadyEngine {
  close(): Promise<void>;
}

/**
 * The whole engine on a release, as `openCorpus` finds it.
 * @throws OperatorError with one line that says what to do
 */
export async function openEngine(
  settings: Settings<"dataDir" | "inferenceThreads">,
  version?: string,
): Promise<OpenEngine> {
  const corpus = await openCorpus(settings, { version });
  return { ...readyEngine(corpus), close: corpus.close };
}
