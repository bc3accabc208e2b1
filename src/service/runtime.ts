/**
 * Connects the real parts: unpacked assets, inference workers, corpus release.
 * @module
 */
import { availableParallelism } from "node:os";
import type { Settings } from "../config/settings.ts";
import { OperatorError } from "../contract/error.ts";
import { SAFETY_CATEGORIES } from "../contract/safety.ts";
import type { Reranker } from "../engine/types.ts";
import { REQUIRED_LABELS } from "../engine/understanding/labels.ts";
import type { MessageReader } from "../engine/understanding/reading.ts";
import { readChosenReranker } from "../inference/chosen-reranker.ts";
import { type Inference, type InferenceOptions, startInference } from "../inference/client.ts";
import { cachedEmbeddings } from "../inference/embedding-cache.ts";
import {
  type ModelFolder,
  modelDigest,
  RELEASE_REMEDY,
  type RerankerManifest,
} from "../inference/manifest.ts";
import { installedReleases } from "../library/installed-releases.ts";
import type { PassageEmbedder } from "../library/release.ts";
import { ensureRelease } from "../library/release-in-use.ts";
import { CorpusRetriever, type QueryEmbedder } from "../library/retriever.ts";
import { type ModelPlaces, openRuntime, type Runtime } from "../native/assets.ts";

const INFERENCE_THREADS_MAX = 4;
const PASSAGES_PER_EMBED_CALL = 64;
/** All findings of the starter corpus and all suggested questions, about 3 MB of vectors. */
const SENTENCES_CACHED = 3_000;
/**
 * A request needs the vector of its question up to three times: to search, to choose findings, and
 * to choose suggestions.
 */
const QUESTIONS_CACHED = 16;

export interface OpenInference {
  reranker: Reranker;
  rerankerId: string;
  /** The reranker that the operator chose; null for the shipped one. */
  chosen: ModelFolder<RerankerManifest> | null;
  queryEmbedder: QueryEmbedder;
  /** With the digest that belongs to the guidance vectors of a release. */
  reader: MessageReader & { readonly digest: string };
  /** Reads a message and the questions of guidance entries. */
  matcher: Reranker;
  passageEmbedder: PassageEmbedder;
  /** The digests of reranker, embedder, reader and matcher. */
  digests: [string, string, string, string];
  queueDepth(): number;
  /** True when a worker ended too often, so that nothing can be served any more. */
  failed(): boolean;
  close(): Promise<void>;
}

export function threadsOf(settings: Settings<"inferenceThreads">): number {
  return settings.inferenceThreads ?? Math.min(availableParallelism(), INFERENCE_THREADS_MAX);
}

/** Starts the inference workers. All models are verified and self-tested first. */
export async function openInference(
  models: ModelPlaces,
  settings: Settings<"inferenceThreads">,
  how: Pick<InferenceOptions, "watch" | "oneIsEnough" | "deadlineMs"> = {},
): Promise<OpenInference> {
  const chosen =
    models.chosenReranker === undefined ? null : readChosenReranker(models.chosenReranker);
  const inference: Inference = await startInference({
    rerankerDir: models.reranker,
    embedderDir: models.embedder,
    readerDir: models.reader,
    matcherDir: models.matcher,
    reranker: chosen,
    threads: threadsOf(settings),
    ...how,
  });
  let reader: OpenInference["reader"];
  try {
    reader = readerOf(inference);
  } catch (error) {
    await inference.close();
    throw error;
  }
  const { embedder } = inference;
  const digest = modelDigest(inference.embedderManifest);
  const embedPassages = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += PASSAGES_PER_EMBED_CALL) {
      vectors.push(
        ...(await embedder.embed(texts.slice(start, start + PASSAGES_PER_EMBED_CALL), "passage")),
      );
    }
    return vectors;
  };
  const embedQueries = cachedEmbeddings(QUESTIONS_CACHED, (texts) =>
    embedder.embed(texts, "query"),
  );
  return {
    reranker: inference.reranker,
    rerankerId: inference.rerankerManifest.id,
    chosen,
    queryEmbedder: {
      digest,
      reader,
      async embedQuery(text) {
        const [vector] = await embedQueries([text]);
        if (vector === undefined) throw new Error("no vector came for the question");
        return vector;
      },
      embedSentences: cachedEmbeddings(SENTENCES_CACHED, embedPassages),
    },
    passageEmbedder: {
      id: inference.embedderManifest.id,
      digest,
      dimensions: embedder.dimensions,
      embedPassages,
    },
    reader,
    matcher: inference.matcher,
    digests: [
      modelDigest(inference.rerankerManifest),
      digest,
      modelDigest(inference.readerManifest),
      modelDigest(inference.matcherManifest),
    ],
    queueDepth: () => inference.queueDepth(),
    failed: () => inference.failed(),
    close: () => inference.close(),
  };
}

/** @throws OperatorError where the heads lack a label that the engine needs */
function readerOf({ reader, readerManifest }: Inference): OpenInference["reader"] {
  const { labels, thresholds } = reader;
  const missing =
    REQUIRED_LABELS.find((label) => !labels.includes(label)) ??
    SAFETY_CATEGORIES.find((category) => thresholds[category] === undefined);
  if (missing !== undefined)
    throw new OperatorError(
      `the reader ${readerManifest.id} does not tell ${missing}; ${RELEASE_REMEDY}`,
    );
  return {
    digest: modelDigest(readerManifest),
    labels,
    thresholds: thresholds as MessageReader["thresholds"],
    read: (texts) => reader.read(texts),
  };
}

export interface OpenCorpus {
  models: Runtime["models"];
  /** The folder of the bundled release. */
  starter: string;
  inference: OpenInference;
  retriever: CorpusRetriever;
  close(): Promise<void>;
}

/**
 * Opens a release with the models that search it.
 * @param version the release to open where it is installed; otherwise, or by default, the one in
 *   use
 */
export async function openCorpus(
  settings: Settings<"dataDir" | "inferenceThreads">,
  {
    version,
    ...how
  }: { version?: string | undefined } & Pick<InferenceOptions, "watch" | "deadlineMs"> = {},
): Promise<OpenCorpus> {
  const runtime = await openRuntime(settings.dataDir);
  const pinned =
    version === undefined
      ? undefined
      : installedReleases(settings.dataDir).find(({ manifest }) => manifest.version === version);
  const release = pinned?.folder ?? (await ensureRelease(settings.dataDir, runtime.starter));
  const inference = await openInference(runtime.models, settings, how);
  try {
    const retriever = await CorpusRetriever.open(release, inference.queryEmbedder);
    return {
      models: runtime.models,
      starter: runtime.starter,
      inference,
      retriever,
      async close() {
        retriever.close();
        await inference.close();
      },
    };
  } catch (error) {
    await inference.close();
    throw error;
  }
}
