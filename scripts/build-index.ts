/**
 * Builds the starter corpus release in `build/corpus/<version>/` from `corpus/` with the shipped
 * embedder and reader, and names it in `build/corpus/STARTER`. It does nothing when that version
 * exists.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileDurably } from "../src/files/durable.ts";
import { readRecords } from "../src/ingest/documents.ts";
import { buildRelease } from "../src/library/build.ts";
import { readGuidance } from "../src/library/guidance.ts";
import { releaseVersion } from "../src/library/release.ts";
import { shippedModels } from "../src/native/assets.ts";
import { quietNativeLibraries } from "../src/native/libraries.ts";
import { embeddersOnDemand } from "../src/service/embedders.ts";

const root = join(import.meta.dir, "..");
const target = join(root, "build/corpus");

quietNativeLibraries();
const records = readRecords(join(root, "corpus"));
const entries = readGuidance(
  join(root, "corpus/guidance"),
  new Map(records.map((record) => [record.doi, record])),
);
const { passageEmbedder, queryEmbedder, close } = embeddersOnDemand(shippedModels(root), {
  inferenceThreads: null,
});
const guidance = { entries, reader: queryEmbedder.reader };
const version = releaseVersion(records, guidance, passageEmbedder.digest);
if (!existsSync(join(target, version, "manifest.json"))) {
  mkdirSync(target, { recursive: true });
  await buildRelease(target, "starter", records, passageEmbedder, { guidance });
  await close();
  for (const name of readdirSync(target)) {
    if (name !== version) rmSync(join(target, name), { recursive: true, force: true });
  }
}
writeFileDurably(join(target, "STARTER"), `${version}\n`, 0o644);
