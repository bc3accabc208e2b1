/**
 * Imports files of researchers into the corpus. All are read first; then one new release is
 * published, or nothing.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { displayName, type Format, type Rejection, readArticles } from "../ingest/formats/index.ts";
import { buildRelease } from "./build.ts";
import type { CorpusDraft } from "./corpus-draft.ts";
import { readGuidanceFile } from "./guidance-file.ts";
import { TEXT_ANALYSIS } from "./passage-index.ts";
import { putInUse } from "./put-in-use.ts";
import {
  type GuidanceReader,
  guidanceFile,
  type PassageEmbedder,
  type ReleaseManifest,
  readManifest,
} from "./release.ts";
import { CorpusRetriever, type QueryEmbedder } from "./retriever.ts";
import { inStaging } from "./staging.ts";

/** A report names this many rejected records and counts the others. */
const REJECTIONS_NAMED_MAX = 10_000;

/** `read` is the sum of all counts that follow. */
export interface FileReport {
  file: string;
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  withdrawn: number;
  rejected: number;
  /** Why records were rejected or withdrawn; the first 10,000. */
  reasons: Rejection[];
  /** Why the whole file was refused; then nothing of any file is imported. */
  refused: string | null;
}

export interface ImportReport {
  files: FileReport[];
  /** The version in use before. */
  from: string;
  /** The published version; null for a dry run, a refusal, or when nothing changed. */
  published: string | null;
}

export interface Embedders {
  passageEmbedder: PassageEmbedder;
  queryEmbedder: QueryEmbedder;
}

export interface ImportOptions {
  dataDir: string;
  /** The folder of the bundled starter release. */
  starter: string;
  /** By default detected from the content. */
  format?: Format;
  dryRun: boolean;
  signal: AbortSignal;
  embedders: Embedders;
  /** `finishing` has no numbers; its `name` says what is done. */
  onProgress(
    step: "reading" | "indexing" | "finishing",
    name: string,
    done: number,
    total: number | null,
  ): void;
}

/**
 * Reads every file, then builds, verifies and publishes one `local` release of the present corpus
 * with the new documents.
 * @throws OperatorError when the present corpus or the new one is damaged; the signal's reason when
 *   it is aborted
 */
export function importFiles(
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return inStaging(options, async ({ buildFolder, inUse, manifest, draft }) => {
    const files: FileReport[] = [];
    for (const path of paths) files.push(await readInto(draft, path, options));
    const report = { files, from: manifest.version, published: null };
    if (options.dryRun || files.some(({ refused }) => refused !== null)) return report;
    return { ...report, published: await buildAndPublish(buildFolder, inUse, draft, options) };
  });
}

async function readInto(
  draft: CorpusDraft,
  path: string,
  options: ImportOptions,
): Promise<FileReport> {
  const { format, signal, onProgress } = options;
  const file = displayName(path);
  const report: FileReport = {
    file,
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    withdrawn: 0,
    rejected: 0,
    reasons: [],
    refused: null,
  };
  const name = (rejection: Rejection) => {
    if (report.reasons.length < REJECTIONS_NAMED_MAX) report.reasons.push(rejection);
  };
  try {
    for await (const result of readArticles(path, format === undefined ? {} : { format })) {
      signal.throwIfAborted();
      report.read++;
      onProgress("reading", file, report.read, null);
      if ("rejected" in result) {
        report.rejected++;
        name(result.rejected);
        continue;
      }
      const retracted = "retracted" in result;
      const decision = retracted ? draft.withdraw(result.retracted) : draft.add(result.ok);
      const doi = retracted ? result.retracted : result.ok.doi;
      report[decision.outcome]++;
      if ("reason" in decision) name({ place: `${file} (${doi})`, reason: decision.reason });
    }
  } catch (error) {
    // An interrupt is no fault of the file.
    signal.throwIfAborted();
    if (!(error instanceof OperatorError)) throw error;
    report.refused = error.message;
  }
  return report;
}

/**
 * Builds, verifies and publishes the draft of a corpus. Null when the corpus would not change.
 */
export async function buildAndPublish(
  buildFolder: string,
  inUse: string,
  draft: CorpusDraft,
  options: Pick<ImportOptions, "dataDir" | "starter" | "signal" | "embedders" | "onProgress">,
): Promise<string | null> {
  const before = readManifest(inUse);
  const { passageEmbedder, queryEmbedder } = options.embedders;
  const alike = indexedAlike(before, passageEmbedder, queryEmbedder.reader);
  if (!draft.changed && alike) return null;
  options.signal.throwIfAborted();
  const vectors = alike ? await CorpusRetriever.open(inUse, queryEmbedder) : null;
  try {
    const built = await buildRelease(buildFolder, "local", draft, passageEmbedder, {
      // The program's own guidance, so that a newer program brings newer answers to a corpus that
      // was extended long ago.
      guidance: { entries: starterGuidance(options.starter), reader: queryEmbedder.reader },
      known: vectors,
      signal: options.signal,
      onProgress: (done, total) => options.onProgress("indexing", "documents", done, total),
      onStage: (stage) => options.onProgress("finishing", stage, 0, null),
    });
    options.onProgress("finishing", "examining the release", 0, null);
    return (await putInUse(options, buildFolder, built, queryEmbedder)).version;
  } finally {
    vectors?.close();
  }
}

function starterGuidance(starter: string) {
  return readManifest(starter).guidance === undefined
    ? []
    : readGuidanceFile(guidanceFile(starter));
}

/** Whether the release has the same vectors and word index as a new one would have. */
function indexedAlike(
  { embedder: before, guidance, text_analysis }: ReleaseManifest,
  embedder: PassageEmbedder,
  reader: GuidanceReader,
): boolean {
  return (
    before.digest === embedder.digest &&
    (guidance === undefined || guidance.reader === reader.digest) &&
    Bun.deepEquals(text_analysis, { ...TEXT_ANALYSIS })
  );
}
