/**
 * A corpus release: an immutable folder with manifest, records and index, named by its content.
 *
 *     <release>/manifest.json    what it holds and the hash of every file
 *     <release>/records.ndjson   the evidence records, ordered by DOI
 *     <release>/index/           the LanceDB table
 * @module
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { firstDamaged, listFiles, writeFileDurably } from "../files/durable.ts";
import { toPassage } from "./documents.ts";
import { TEXT_ANALYSIS, writeIndex } from "./lance.ts";
import type { EvidenceRecord } from "./record.ts";

const MANIFEST = "manifest.json";
const RECORDS = "records.ndjson";
const INDEX = "index";

export const ReleaseManifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String({ pattern: "^corpus-[0-9a-f]{16}$" }),
  /** `starter` came with the program; a newer program brings a newer one. */
  kind: Type.Union([Type.Literal("starter"), Type.Literal("local")]),
  documents: Type.Integer({ minimum: 1 }),
  embedder: Type.Object({
    id: Type.String(),
    digest: Type.String(),
    dimensions: Type.Integer({ minimum: 1 }),
  }),
  text_analysis: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number()])),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
});
export type ReleaseManifest = Static<typeof ReleaseManifest>;

/** What the release needs of the embedder that makes (and later searches) its vectors. */
export interface PassageEmbedder {
  readonly id: string;
  readonly digest: string;
  readonly dimensions: number;
  embedPassages(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Content decides the name: same records, embedder and text analysis give the same version everywhere. */
export function releaseVersion(records: readonly EvidenceRecord[], embedderDigest: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([embedderDigest, TEXT_ANALYSIS]));
  for (const record of records) hasher.update(`${JSON.stringify(record)}\n`);
  return `corpus-${hasher.digest("hex").slice(0, 16)}`;
}

/** Builds `<parent>/<version>` aside and publishes it with one rename. Returns the folder; an existing one is kept. */
export async function buildRelease(
  parent: string,
  kind: ReleaseManifest["kind"],
  records: readonly EvidenceRecord[],
  embedder: PassageEmbedder,
): Promise<string> {
  const version = releaseVersion(records, embedder.digest);
  const target = join(parent, version);
  if (existsSync(join(target, MANIFEST))) return target;
  const aside = `${target}.${process.pid}.tmp`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  const passages = records.map(toPassage);
  const vectors = await embedder.embedPassages(passages.map((passage) => passage.text));
  writeFileSync(join(aside, RECORDS), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await writeIndex(join(aside, INDEX), passages, vectors);
  const manifest: ReleaseManifest = {
    format: 1,
    version,
    kind,
    documents: records.length,
    embedder: { id: embedder.id, digest: embedder.digest, dimensions: embedder.dimensions },
    text_analysis: { ...TEXT_ANALYSIS },
    files: await listFiles(aside),
  };
  writeFileDurably(join(aside, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(aside, target);
  return target;
}

/** @throws OperatorError when the folder is not a release */
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

/** @throws OperatorError naming the first file that is missing or changed */
export async function verifyRelease(release: string): Promise<ReleaseManifest> {
  const manifest = readManifest(release);
  const damaged = await firstDamaged(release, manifest.files);
  if (damaged !== null) {
    const fault = damaged.why === "missing" ? "is missing" : "is damaged";
    throw new OperatorError(`corpus file ${join(release, damaged.path)} ${fault}; ${REMEDY}`);
  }
  return manifest;
}

export function indexFolder(release: string): string {
  return join(release, INDEX);
}

export function recordsFile(release: string): string {
  return join(release, RECORDS);
}

export function manifestFile(release: string): string {
  return join(release, MANIFEST);
}
