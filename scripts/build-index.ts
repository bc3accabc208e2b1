/**
 * Builds the starter corpus release in `build/corpus/<version>/` from `corpus/` with the shipped
 * embedder and reader, and names it in `build/corpus/STARTER`. It does nothing when that version
 * exists.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openInference } from "../src/cli/runtime.ts";
import { writeFileDurably } from "../src/files/durable.ts";
import { modelDigest, verifyModel } from "../src/inference/manifest.ts";
import { readRecords } from "../src/ingest/documents.ts";
import { buildRelease } from "../src/library/build.ts";
import { readGuidance } from "../src/library/guidance.ts";
import { releaseVersion } from "../src/library/release.ts";
import { quietNativeLibraries } from "../src/native/libraries.ts";

const root = join(import.meta.dir, "..");
const target = join(root, "build/corpus");
const models = {
  reranker: join(root, "models/reranker"),
  embedder: join(root, "models/embedder"),
  reader: join(root, "models/reader"),
};

quietNativeLibraries();
const records = readRecords(join(root, "corpus"));
const embedder = await verifyModel(models.embedder);
const entries = readGuidance(
  join(root, "corpus/guidance"),
  new Map(records.map((record) => [record.doi, record])),
);
const reader = await verifyModel(models.reader);
const version = releaseVersion(
  records,
  { entries, reader: { digest: modelDigest(reader) } },
  modelDigest(embedder),
);
if (!existsSync(join(target, version, "manifest.json"))) {
  mkdirSync(target, { recursive: true });
  const inference = await openInference(models, { inferenceThreads: null });
  await buildRelease(target, "starter", records, inference.passageEmbedder, {
    guidance: { entries, reader: inference.reader },
  });
  await inference.close();
  for (const name of readdirSync(target)) {
    if (name !== version) rmSync(join(target, name), { recursive: true, force: true });
  }
}
writeFileDurably(join(target, "STARTER"), `${version}\n`, 0o644);
