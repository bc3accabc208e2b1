/**
 * Builds a release aside and publishes it with one rename. Memory holds a part of the passages, never all of them.
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import type { Passage } from "../engine/types.ts";
import { fsyncPath, fsyncTree, listFiles, writeFileDurably } from "../files/durable.ts";
import { DocumentFile } from "./document-file.ts";
import { type CorpusDocument, passagesOf } from "./documents.ts";
import { type IndexRow, type PassageIndex, TEXT_ANALYSIS, writeRows } from "./lance.ts";
import {
  indexFolder,
  manifestFile,
  type PassageEmbedder,
  type ReleaseManifest,
  recordsFile,
  releaseVersion,
} from "./release.ts";

/** Unfinished work on a shelf has this prefix; see `workshop.ts`, which clears it away. */
export const UNFINISHED = "building-";
const ROWS_PER_WRITE = 2048;
const PASSAGES_PER_STEP = 64;

export interface BuildOptions {
  /** Index of an earlier release made with the same embedder: vectors of unchanged passages are taken from it. */
  reuse?: PassageIndex | null;
  onProgress?: (documents: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Builds `<parent>/<version>` and returns that folder; an existing one is kept.
 * @param documents ordered by DOI; read more than once
 * @throws OperatorError when there are no documents; the signal's reason when it is aborted. Nothing remains then.
 */
export async function buildRelease(
  parent: string,
  kind: ReleaseManifest["kind"],
  documents: Iterable<CorpusDocument>,
  embedder: PassageEmbedder,
  options: BuildOptions = {},
): Promise<string> {
  const version = releaseVersion(documents, embedder.digest);
  const target = join(parent, version);
  if (existsSync(manifestFile(target))) return target;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const aside = mkdtempSync(join(parent, UNFINISHED));
  try {
    const counted = copyDocuments(aside, documents);
    if (counted === 0) throw new OperatorError("a corpus release needs at least one document");
    let passages = 0;
    const steps = passageSteps(documents, counted, options);
    await writeRows(
      indexFolder(aside),
      inWrites(steps, async (step) => {
        passages += step.length;
        return rowsOf(step, embedder, options.reuse ?? null);
      }),
    );
    const manifest: ReleaseManifest = {
      format: 1,
      version,
      kind,
      documents: counted,
      passages,
      embedder: { id: embedder.id, digest: embedder.digest, dimensions: embedder.dimensions },
      text_analysis: { ...TEXT_ANALYSIS },
      files: await listFiles(aside),
    };
    fsyncTree(aside, manifest.files);
    writeFileDurably(manifestFile(aside), `${JSON.stringify(manifest, null, 2)}\n`);
    options.signal?.throwIfAborted();
    renameSync(aside, target);
    fsyncPath(parent);
    return target;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
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

/** The passages of all documents in small steps; reports and listens between them. */
function* passageSteps(
  documents: Iterable<CorpusDocument>,
  total: number,
  { onProgress, signal }: BuildOptions,
): Generator<Passage[]> {
  let step: Passage[] = [];
  let done = 0;
  for (const document of documents) {
    step.push(...passagesOf(document));
    done++;
    if (step.length < PASSAGES_PER_STEP) continue;
    yield step;
    step = [];
    onProgress?.(done, total);
    signal?.throwIfAborted();
  }
  if (step.length > 0) yield step;
}

async function* inWrites(
  steps: Iterable<Passage[]>,
  make: (step: Passage[]) => Promise<IndexRow[]>,
): AsyncGenerator<IndexRow[]> {
  let rows: IndexRow[] = [];
  for (const step of steps) {
    rows.push(...(await make(step)));
    if (rows.length < ROWS_PER_WRITE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function rowsOf(
  passages: readonly Passage[],
  embedder: PassageEmbedder,
  reuse: PassageIndex | null,
): Promise<IndexRow[]> {
  const known = (await reuse?.vectors(passages.map(({ id }) => id))) ?? new Map();
  const fresh = passages.filter(({ id, text }) => known.get(id)?.text !== text);
  const vectors = await embedder.embedPassages(fresh.map(({ text }) => text));
  const made = new Map(fresh.map(({ id }, i) => [id, vectors[i]]));
  return passages.map(({ id, text, document }) => ({
    id,
    text,
    document: JSON.stringify(document),
    vector: Array.from(made.get(id) ?? known.get(id)?.vector ?? []),
  }));
}
