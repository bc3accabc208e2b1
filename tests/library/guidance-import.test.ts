/**
 * Guarantee: an extended corpus keeps the program's guidance, and takes over that of a newer
 * program.
 *
 * @slow it starts the program
 */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { buildRelease } from "../../src/library/build.ts";
import { readGuidanceFile } from "../../src/library/guidance-file.ts";
import { type ImportReport, importFiles } from "../../src/library/import.ts";
import { examineRelease } from "../../src/library/put-in-use.ts";
import { guidanceFile, readManifest } from "../../src/library/release.ts";
import { ensureRelease } from "../../src/library/release-in-use.ts";
import { CorpusRetriever } from "../../src/library/retriever.ts";
import { countingEmbedder } from "../support/counting-embedder.ts";
import { guidanceEntry } from "../support/guidance.ts";
import { guidanceReader, passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";
import { samples, writeNbib } from "./samples.ts";

const records = readRecords(join(import.meta.dir, "../../corpus")).slice(0, 12);
const [first = "", second = ""] = records.map(({ doi }) => doi);
const entries = [
  guidanceEntry("cold-showers", [first, second]),
  guidanceEntry("warm-socks", [second]),
];

const folder = temporaryFolder("guidance-import");
afterAll(() => folder.remove());

const starterOf = (name: string, guided: readonly GuidanceEntry[], reader = guidanceReader) =>
  buildRelease(join(folder.path, name), "starter", records, passageEmbedder, {
    guidance: { entries: guided, reader },
  });

function importing(
  dataDir: string,
  starter: string,
  files: readonly string[],
  models = { passageEmbedder, queryEmbedder },
): Promise<ImportReport> {
  return importFiles(files, {
    dataDir,
    starter,
    dryRun: false,
    signal: new AbortController().signal,
    embedders: models,
    onProgress: () => undefined,
  });
}

const walks = writeNbib(folder.path, "walks.nbib", samples(3));
const more = writeNbib(folder.path, "more.nbib", samples(2, 101));
const guidanceOf = (release: string) => readGuidanceFile(guidanceFile(release));

test("an import keeps the starter's guidance", async () => {
  const starter = await starterOf("starter", entries);
  const data = join(folder.path, "kept");
  const { published } = await importing(data, starter, [walks]);
  const release = await ensureRelease(data, starter);
  expect(release).toEndWith(String(published));
  expect(readManifest(release).guidance).toEqual({ entries: 2, reader: guidanceReader.digest });
  expect(guidanceOf(release)).toEqual(guidanceOf(starter));
  await examineRelease(release, queryEmbedder);
});

test("what rests on a retracted record alone goes with it", async () => {
  const starter = await starterOf("starter", entries);
  const data = join(folder.path, "retracted");
  const types = ["Retracted Publication"];
  const file = writeNbib(folder.path, "retracted.nbib", [
    { doi: second, title: "Was retracted", types },
  ]);
  const { published } = await importing(data, starter, [file]);
  expect(published).not.toBeNull();
  const left = guidanceOf(await ensureRelease(data, starter));
  expect(left.map(({ id, claims }) => [id, claims[0]?.from])).toEqual([["cold-showers", [first]]]);
});

test("the next import takes up the guidance of a newer program", async () => {
  const data = join(folder.path, "upgraded");
  await importing(data, await starterOf("starter", entries), [walks]);
  const newer = await starterOf("newer", [...entries, guidanceEntry("window-open", [first])]);
  await importing(data, newer, [more]);
  const release = await ensureRelease(data, newer);
  expect(readManifest(release).kind).toBe("local");
  expect(guidanceOf(release)).toEqual(guidanceOf(newer));
});

test("after the reader has changed, importing any file again indexes all of it anew", async () => {
  const data = join(folder.path, "new-reader");
  await importing(data, await starterOf("starter", entries), [walks]);
  const reader = { ...guidanceReader, digest: "b".repeat(64) };
  const models = {
    passageEmbedder: countingEmbedder(passageEmbedder),
    queryEmbedder: { ...queryEmbedder, reader },
  };
  const starter = await starterOf("new-reader-starter", entries, reader);
  const before = await ensureRelease(data, starter);
  await expect(CorpusRetriever.open(before, models.queryEmbedder)).rejects.toThrow(
    "import any file again",
  );
  const { files, published } = await importing(data, starter, [walks], models);
  expect(files).toMatchObject([{ read: 3, unchanged: 3 }]);
  expect(published).not.toBeNull();
  expect(models.passageEmbedder.embedded.length).toBeGreaterThan(0);
  const release = await ensureRelease(data, starter);
  expect(readManifest(release).guidance?.reader).toBe(reader.digest);
  await examineRelease(release, models.queryEmbedder);
});
