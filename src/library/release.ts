/**
 * A corpus release: an immutable folder with manifest, documents and index, named by its content.
 *
 *     <release>/manifest.json    what it holds and the hash of every file
 *     <release>/records.ndjson   evidence records and imported articles, ordered by DOI
 *     <release>/guidance.ndjson  guidance entries, ordered by id
 *     <release>/index/           the LanceDB tables of passages and guidance
 * @module
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import { firstDamaged } from "../files/durable.ts";
import type { CorpusDocument } from "../ingest/documents.ts";
import { guidanceLine } from "./guidance-file.ts";
import { TEXT_ANALYSIS } from "./passage-index.ts";
import { EXACT, VectorIndex } from "./vector-index.ts";

const MANIFEST = "manifest.json";
const RECORDS = "records.ndjson";
const GUIDANCE = "guidance.ndjson";
const INDEX = "index";

/**
 * Increased when the tables of an index change, so that an older index is another release and not a
 * damaged one.
 */
const LAYOUT = 5;

export const VERSION_PATTERN = "^corpus-[0-9a-f]{16}$";

export const ReleaseManifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String({ pattern: VERSION_PATTERN }),
  /** `starter` came with the program, and a newer program brings a newer one. */
  kind: Type.Union([Type.Literal("starter"), Type.Literal("local")]),
  documents: Type.Integer({ minimum: 1 }),
  /** Absent in releases made before articles could be imported: then one per document. */
  passages: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Guidance entries; absent in releases made before there were any. */
  guidance: Type.Optional(
    Type.Object({ entries: Type.Integer({ minimum: 1 }), reader: Type.String({ minLength: 1 }) }),
  ),
  embedder: Type.Object({
    id: Type.String(),
    digest: Type.String(),
    dimensions: Type.Integer({ minimum: 1 }),
  }),
  text_analysis: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Boolean(), Type.Number()]),
  ),
  /** Absent where search is exact. */
  vector_index: Type.Optional(VectorIndex),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
});
export type ReleaseManifest = Static<typeof ReleaseManifest>;

/** The embedder that makes, and later searches, the vectors of a release. */
export interface PassageEmbedder {
  readonly id: string;
  readonly digest: string;
  readonly dimensions: number;
  embedPassages(texts: readonly string[]): Promise<Float32Array[]>;
}

/** The reader that makes, and later searches, the guidance vectors of a release. */
export interface GuidanceReader {
  readonly digest: string;
  read(texts: readonly string[]): Promise<readonly { vector: Float32Array }[]>;
}

/** The guidance of a release, and the reader that finds it. */
export interface Guidance {
  entries: readonly GuidanceEntry[];
  reader: GuidanceReader;
}

/** The reader's digest is part of the version where there is guidance. */
export type NamedGuidance = {
  entries: readonly GuidanceEntry[];
  reader: Pick<GuidanceReader, "digest">;
};

/**
 * The content decides the name: the same documents, embedder and text analysis give the same
 * version everywhere. An approximate index is part of the content, because LanceDB groups vectors
 * at random and two builds may find different passages.
 * @param index the written index; an exact one does not count
 */
export function releaseVersion(
  documents: Iterable<CorpusDocument>,
  guidance: NamedGuidance | null,
  embedderDigest: string,
  textAnalysis: ReleaseManifest["text_analysis"] = TEXT_ANALYSIS,
  index: Pick<ReleaseManifest, "vector_index" | "files"> = { files: [] },
): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const grouping =
    index.vector_index === undefined
      ? []
      : [
          index.vector_index,
          index.files
            .filter(({ path }) => path.startsWith(`${INDEX}/`))
            .map(({ sha256 }) => sha256),
        ];
  hasher.update(JSON.stringify([LAYOUT, embedderDigest, textAnalysis, ...grouping]));
  for (const document of documents) hasher.update(`${JSON.stringify(document)}\n`);
  if (guidance !== null && guidance.entries.length > 0) {
    hasher.update(guidance.reader.digest);
    for (const entry of guidance.entries) hasher.update(guidanceLine(entry));
  }
  return `corpus-${hasher.digest("hex").slice(0, 16)}`;
}

/** @throws OperatorError when the folder is no release */
export function readManifest(release: string): ReleaseManifest {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(release, MANIFEST), "utf8"));
  } catch {
    throw new OperatorError(`corpus release ${release} has no readable ${MANIFEST}; ${REMEDY}`);
  }
  if (!Value.Check(ReleaseManifest, value)) {
    throw new OperatorError(`corpus release ${release} has a damaged ${MANIFEST}; ${REMEDY}`);
  }
  return value;
}

export const REMEDY = "remove that folder and start again: the starter corpus is installed anew";
const LOCAL_REMEDY = "phasewise corpus rollback puts another release, or `starter`, in use";

/** What to do about a damaged release. */
export function remedyFor({ kind }: ReleaseManifest): string {
  return kind === "starter" ? REMEDY : LOCAL_REMEDY;
}

/** @throws OperatorError which names the first file that is missing or changed */
export async function verifyRelease(release: string): Promise<ReleaseManifest> {
  const manifest = readManifest(release);
  const damaged = await firstDamaged(release, manifest.files);
  if (damaged !== null) {
    const fault = damaged.why === "missing" ? "is missing" : "is damaged";
    throw new OperatorError(
      `corpus file ${join(release, damaged.path)} ${fault}; ${remedyFor(manifest)}`,
    );
  }
  return manifest;
}

/** The first listed file that is missing or has another size; null where there is none. */
export function lostFile(release: string, { files }: ReleaseManifest): string | null {
  const sizeOf = (path: string) => {
    try {
      return statSync(join(release, path)).size;
    } catch {
      return null;
    }
  };
  const lost = files.find(({ path, bytes }) => sizeOf(path) !== bytes);
  return lost === undefined ? null : join(release, lost.path);
}

export function vectorIndexOf(manifest: ReleaseManifest): VectorIndex {
  return manifest.vector_index ?? EXACT;
}

export function passageCount(manifest: ReleaseManifest): number {
  return manifest.passages ?? manifest.documents;
}

export function indexFolder(release: string): string {
  return join(release, INDEX);
}

export function recordsFile(release: string): string {
  return join(release, RECORDS);
}

export function guidanceFile(release: string): string {
  return join(release, GUIDANCE);
}

export function manifestFile(release: string): string {
  return join(release, MANIFEST);
}
