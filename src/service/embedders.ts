/**
 * The models that make the vectors of releases, loaded at the first text. A release that has its
 * vectors already is examined by the models' digests alone.
 * @module
 */
import type { Settings } from "../config/settings.ts";
import { modelDigest, readManifestOf } from "../inference/manifest.ts";
import type { Embedders } from "../library/import.ts";
import type { ModelPlaces } from "../native/assets.ts";
import { type OpenInference, openInference } from "./runtime.ts";

export interface EmbeddersOnDemand extends Embedders {
  close(): Promise<void>;
}

/** @throws OperatorError where a model's manifest cannot be read */
export function embeddersOnDemand(
  models: ModelPlaces,
  settings: Settings<"inferenceThreads">,
): EmbeddersOnDemand {
  const embedder = readManifestOf(models.embedder, "embedder");
  const digest = modelDigest(embedder);
  let inference: Promise<OpenInference> | null = null;
  const open = () => {
    inference ??= openInference(models, settings);
    return inference;
  };
  return {
    passageEmbedder: {
      id: embedder.id,
      digest,
      dimensions: embedder.dimensions,
      embedPassages: async (texts) => (await open()).passageEmbedder.embedPassages(texts),
    },
    queryEmbedder: {
      digest,
      reader: {
        digest: modelDigest(readManifestOf(models.reader, "reader")),
        read: async (texts) => (await open()).reader.read(texts),
      },
      embedQuery: async (text) => (await open()).queryEmbedder.embedQuery(text),
      embedSentences: async (texts) => (await open()).queryEmbedder.embedSentences(texts),
    },
    async close() {
      // Whoever asked for the models was told why they could not be loaded.
      const opened = await inference?.catch(() => null);
      await opened?.close();
    },
  };
}
