/**
 * Builds a release in a folder of its own and publishes it with one rename. It never holds all
 * passages in memory.
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import type { Passage } from "../engine/types.ts";
import { fsyncPath, fsyncTree, listFiles, writeFileDurably } from "../files/durable.ts";
import { type CorpusDocument, passagesOf } from "../ingest/documents.ts";
import { UNFINISHED } from "./build-folder.ts";
import { DocumentFile } from "./document-file.ts";
import { withKnownRecords } from "./guidance-file.ts";
import { writeGuidance } from "./guidance-index.ts";
import type { GuidanceRow } from "./guidance-table.ts";
import { type IndexRow, type WriteStage, writeRows } from "./index-writer.ts";
import { type StoredVector, TEXT_ANALYSIS } from "./passage-index.ts";
import {
  type Guidance,
  guidanceFile,
  indexFolder,
  manifestFile,
  type PassageEmbedder,
  type ReleaseManifest,
  recordsFile,
  releaseVersion,
} from "./release.ts";
import { vectorIndexFor } from "./vector-index.ts";

const ROWS_PER_WRITE = 2048;
const PASSAGES_PER_STEP = 64;

/** The vectors that a release holds, by what they were made from. */
export interface KnownVectors {
  /** Unknown ids are left out. */
  passageVectors(ids: readonly string[]): Promise<Map<string, StoredVector>>;
  /** None where the entry is unknown or its texts have changed. */
  guidanceRows(entry: GuidanceEntry): GuidanceRow[];
}

export interface BuildOptions {
  /** The entries of the release. Those without a record in it are left out. */
  guidance?: Guidance;
  /** Those of an earlier release with the same models; what has not changed is copied. */
  known?: KnownVectors | null;
  onProgress?: (documents: number, total: number) => void;
  /** Called for each stage after the last document. */
  onStage?: (stage: WriteStage | "guidance" | "hashing files") => void;
  /** Up to how many passages search stays exact; by default that of `vector-index.ts`. */
  exactPassagesMax?: number;
  signal?: AbortSignal;
}

/**
 * Builds `<parent>/<version>` and returns that folder. An existing one with exact search is kept.
 * @param documents ordered by DOI; read more than once
 * @throws OperatorError when there are no documents; the signal's reason when it is aborted. Then
 *   nothing remains.
 */
export async function buildRelease(
  parent: string,
  kind: ReleaseManifest["kind"],
  documents: Iterable<CorpusDocument>,
  embedder: PassageEmbedder,
  options: BuildOptions = {},
): Promise<string> {
  const guidance = guidanceOn(documents, options.guidance ?? null);
  const exact = join(parent, releaseVersion(documents, guidance, embedder.digest));
  if (existsSync(manifestFile(exact))) return exact;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const aside = mkdtempSync(join(parent, UNFINISHED));
  try {
    const counted = copyDocuments(aside, documents);
    if (counted === 0) throw new OperatorError("a corpus release needs at least one document");
    const { rows: passages, vectorIndex } = await writeRows(
      indexFolder(aside),
      (async function* () {
        for (const part of inParts(entriesOf(documents), ROWS_PER_WRITE))
          yield await rowsOf(part, counted, embedder, options);
      })(),
      {
        vectorIndexFor: (rows) => vectorIndexFor(rows, options.exactPassagesMax),
        onStage(stage) {
          options.signal?.throwIfAborted();
          options.onStage?.(stage);
        },
      },
    );
    options.onStage?.("guidance");
    if (guidance !== null)
      await writeGuidance(
        guidanceFile(aside),
        indexFolder(aside),
        guidance.entries,
        guidance.reader,
        embedder,
        (entry) => options.known?.guidanceRows(entry) ?? [],
      );
    options.onStage?.("hashing files");
    const index = {
      ...(vectorIndex.type !== "exact" && { vector_index: vectorIndex }),
      files: await listFiles(aside),
    };
    const version = releaseVersion(documents, guidance, embedder.digest, TEXT_ANALYSIS, index);
    const manifest: ReleaseManifest = {
      format: 1,
      version,
      kind,
      documents: counted,
      passages,
      ...(guidance !== null && {
        guidance: { entries: guidance.entries.length, reader: guidance.reader.digest },
      }),
      embedder: { id: embedder.id, digest: embedder.digest, dimensions: embedder.dimensions },
      text_analysis: { ...TEXT_ANALYSIS },
      ...index,
    };
    fsyncTree(aside, manifest.files);
    writeFileDurably(manifestFile(aside), `${JSON.stringify(manifest, null, 2)}\n`);
    options.signal?.throwIfAborted();
    const target = join(parent, version);
    renameSync(aside, target);
    fsyncPath(parent);
    return target;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The entries whose claims rest on these documents. */
function guidanceOn(
  documents: Iterable<CorpusDocument>,
  guidance: Guidance | null,
): Guidance | null {
  if (guidance === null) return null;
  const dois = new Set<string>();
  for (const { doi } of documents) dois.add(doi);
  const entries = withKnownRecords(guidance.entries, (doi) => dois.has(doi));
  return entries.length === 0 ? null : { ...guidance, entries };
}

function copyDocuments(release: string, documents: Iterable<CorpusDocument>): number {
  const file = DocumentFile.create(recordsFile(release));
  try {
    for (const document of documents) file.put(document);
    return file.size;
  } finally {
    file.close();
  }
}

interface Entry {
  passage: Passage;
  /** Documents up to and including its own, for the progress. */
  documents: number;
}

function* entriesOf(documents: Iterable<CorpusDocument>): Generator<Entry> {
  let count = 0;
  for (const document of documents) {
    count++;
    for (const passage of passagesOf(document)) yield { passage, documents: count };
  }
}

function* inParts<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/**
 * Copies the vectors of known passages and computes the others in small steps, so that progress and
 * interrupts come through.
 */
async function rowsOf(
  entries: readonly Entry[],
  total: number,
  embedder: PassageEmbedder,
  { known, onProgress, signal }: BuildOptions,
): Promise<IndexRow[]> {
  const vectors = new Map<string, Float32Array>();
  const stored = await known?.passageVectors(entries.map(({ passage }) => passage.id));
  const fresh = entries.filter(({ passage: { id, text } }) => {
    const same = stored?.get(id);
    if (same?.text !== text) return true;
    vectors.set(id, same.vector);
    return false;
  });
  for (const step of inParts(fresh, PASSAGES_PER_STEP)) {
    signal?.throwIfAborted();
    const made = await embedder.embedPassages(step.map(({ passage }) => passage.text));
    for (const [i, { passage }] of step.entries())
      vectors.set(passage.id, made[i] ?? new Float32Array());
    onProgress?.(step.at(-1)?.documents ?? 0, total);
  }
  signal?.throwIfAborted();
  onProgress?.(entries.at(-1)?.documents ?? 0, total);
  return entries.map(({ passage: { id, text, document } }) => ({
    id,
    text,
    document: JSON.stringify(document),
    vector: Array.from(vectors.get(id) ?? []),
  }));
}
