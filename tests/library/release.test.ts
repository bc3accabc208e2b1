/**
 * Guarantees of a corpus release: it is named by its content, whole or absent, verified before use,
 * and its ranking is exact.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { Article } from "../../src/ingest/article.ts";
import { passagesOf, readRecords, toPassage } from "../../src/ingest/documents.ts";
import { buildRelease } from "../../src/library/build.ts";
import { currentVersion } from "../../src/library/installed-releases.ts";
import { examineRelease } from "../../src/library/put-in-use.ts";
import { type PassageEmbedder, releaseVersion, verifyRelease } from "../../src/library/release.ts";
import { ensureRelease, releaseInUse } from "../../src/library/release-in-use.ts";
import { CorpusRetriever } from "../../src/library/retriever.ts";
import { countingEmbedder } from "../support/counting-embedder.ts";
import { passageEmbedder as embedder, queryEmbedder } from "../support/hashed-words.ts";

const records = readRecords(join(import.meta.dir, "../../corpus")).slice(0, 40);
const folder = temporaryFolder("release");
afterAll(() => folder.remove());

describe("a release", () => {
  test("has the same name for the same content and another for any other", () => {
    const version = releaseVersion(records, null, "a");
    expect(releaseVersion(structuredClone(records), null, "a")).toBe(version);
    expect(releaseVersion(records, null, "b")).not.toBe(version);
    const [first, ...rest] = records;
    if (first === undefined) throw new Error("no records");
    expect(releaseVersion([{ ...first, year: first.year + 1 }, ...rest], null, "a")).not.toBe(
      version,
    );
  });

  test("finds a passage by its own words and by its own vector", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", records, embedder);
    const retriever = await CorpusRetriever.open(release, queryEmbedder);
    for (const record of records.slice(0, 8)) {
      const passage = toPassage(record);
      const { lexical, dense } = await retriever.search(passage.text, 5);
      expect(lexical[0]?.passage.id).toBe(record.doi);
      expect(dense[0]?.passage.id).toBe(record.doi);
      expect(dense[0]?.passage.document).toEqual(passage.document);
    }
    const ids: string[] = [];
    for await (const { id } of retriever.indexed()) ids.push(id);
    expect(ids.sort()).toEqual(records.map((record) => record.doi).sort());
    retriever.close();
  });

  test("answers every odd query without failing, and the same query the same way", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", records, embedder);
    const retriever = await CorpusRetriever.open(release, queryEmbedder);
    for (const query of [
      "",
      " ",
      '"',
      "(((",
      "*:*",
      "a AND OR NOT",
      "睡眠",
      "🌙",
      "x".repeat(2_000),
      "id = 'x' OR 1=1",
    ]) {
      const once = await retriever.search(query, 10);
      expect(await retriever.search(query, 10)).toEqual(once);
      expect(once.lexical.length).toBeLessThanOrEqual(10);
    }
    retriever.close();
  });

  test("with any file changed, cut or gone is refused by name", async () => {
    const release = await buildRelease(join(folder.path, "b"), "starter", records, embedder);
    const manifest = await verifyRelease(release);
    for (const file of manifest.files) {
      const path = join(release, file.path);
      const bytes = readFileSync(path);
      if (bytes.length === 0) continue;
      const flipped = Buffer.from(bytes);
      flipped[0] = (flipped[0] ?? 0) ^ 0xff;
      for (const damaged of [flipped, bytes.subarray(0, bytes.length - 1)]) {
        writeFileSync(path, damaged);
        await expect(verifyRelease(release)).rejects.toThrow(file.path);
      }
      writeFileSync(path, bytes);
    }
    await verifyRelease(release);
  });

  test("indexed with another embedder is refused", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", records, embedder);
    const other = { ...queryEmbedder, digest: "e".repeat(64) };
    await expect(CorpusRetriever.open(release, other)).rejects.toThrow("another embedder");
  });
});

describe("building", () => {
  const long: Article = {
    doi: "10.5555/long",
    title: "Sleep over the menstrual cycle in a very long article",
    authors: ["Anna Example"],
    year: 2020,
    journal: "Journal of made-up samples",
    abstract: [],
    body: Array.from({ length: 12 }, (_, i) => ({
      heading: [`Part ${i}`],
      paragraphs: [
        `In part ${i}, sleep over the menstrual cycle was measured in women every night. `.repeat(
          12,
        ),
      ],
    })),
    publication_types: [],
    retracted: false,
    concern: false,
    source_format: "jats",
  };
  const withArticle = [...records, long].sort((a, b) => (a.doi < b.doi ? -1 : 1));

  test("takes over the vectors of passages that are the same, and embeds the others", async () => {
    const release = await buildRelease(join(folder.path, "reuse"), "starter", records, embedder);
    const earlier = await CorpusRetriever.open(release, queryEmbedder);
    const [first, second, ...rest] = withArticle;
    if (first === undefined || second === undefined) throw new Error("no records");
    const documents = [{ ...first, title: `${first.title} revised` }, second, ...rest];
    const fresh = documents.filter(
      (document) => document !== second && !records.includes(document as never),
    );
    const counting = countingEmbedder(embedder);
    const next = await buildRelease(join(folder.path, "reuse"), "local", documents, counting, {
      known: earlier,
    });
    earlier.close();
    expect(counting.embedded.sort()).toEqual(
      fresh.flatMap((document) => passagesOf(document).map((p) => p.text)).sort(),
    );
    await examineRelease(next, queryEmbedder);
    // Taken over or made anew, the index answers alike.
    const anew = await buildRelease(join(folder.path, "anew"), "local", documents, embedder);
    for (const query of ["sleep", passagesOf(second)[0]?.text ?? ""]) {
      const answers: unknown[] = [];
      for (const each of [next, anew]) {
        const retriever = await CorpusRetriever.open(each, queryEmbedder);
        answers.push(await retriever.search(query, 10));
        retriever.close();
      }
      expect(answers[0]).toEqual(answers[1]);
    }
  });

  test("of an article gives several passages, of which a search brings two at most", async () => {
    const release = await buildRelease(
      join(folder.path, "article"),
      "local",
      withArticle,
      embedder,
    );
    const { passages = 0, documents } = await verifyRelease(release);
    expect(documents).toBe(records.length + 1);
    expect(passages).toBe(records.length + passagesOf(long).length);
    expect(passagesOf(long).length).toBeGreaterThan(4);
    const retriever = await CorpusRetriever.open(release, queryEmbedder);
    const hits = await retriever.search(
      "sleep over the menstrual cycle measured in women every night",
      10,
    );
    retriever.close();
    for (const ranking of [hits.lexical, hits.dense]) {
      const own = ranking.filter(({ passage }) => passage.document.doi === long.doi);
      expect(own.length).toBe(2);
      expect(new Set(own.map(({ passage }) => passage.id)).size).toBe(2);
      expect(ranking.length).toBe(10);
    }
  });

  test("that is stopped or fails leaves nothing", async () => {
    const parent = join(folder.path, "stopped");
    const controller = new AbortController();
    const stopping: PassageEmbedder = {
      ...embedder,
      embedPassages(texts) {
        controller.abort(new Error("stopped"));
        return embedder.embedPassages(texts);
      },
    };
    const failing: PassageEmbedder = {
      ...embedder,
      embedPassages: () => Promise.reject(new Error("no worker")),
    };
    await expect(
      buildRelease(parent, "local", records, stopping, { signal: controller.signal }),
    ).rejects.toThrow("stopped");
    await expect(buildRelease(parent, "local", records, failing)).rejects.toThrow("no worker");
    await expect(buildRelease(parent, "local", [], embedder)).rejects.toThrow(
      "at least one document",
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe("the installed releases", () => {
  const data = join(folder.path, "data");

  test("installs the starter once, read-only, and names it in CURRENT", async () => {
    const starter = await buildRelease(join(folder.path, "a"), "starter", records, embedder);
    expect(releaseInUse(data, starter)).toBeNull();
    expect(existsSync(data)).toBe(false);
    const installed = await ensureRelease(data, starter);
    expect(releaseInUse(data, starter)).toBe(installed);
    expect(currentVersion(data)).toBe((await verifyRelease(starter)).version);
    expect(await ensureRelease(data, starter)).toBe(installed);
    expect(readdirSync(join(data, "corpus")).filter((name) => name.includes("tmp"))).toEqual([]);
    const retriever = await CorpusRetriever.open(installed, queryEmbedder);
    expect((await retriever.search("sleep", 3)).lexical.length).toBeGreaterThan(0);
    retriever.close();
  });

  test("moves on to the starter of a newer program, and keeps a release of the operator's own", async () => {
    const newer = await buildRelease(
      join(folder.path, "newer"),
      "starter",
      records.slice(1),
      embedder,
    );
    const installed = await ensureRelease(data, newer);
    expect(installed).toEndWith(releaseVersion(records.slice(1), null, embedder.digest));
    const own = await buildRelease(join(data, "corpus"), "local", records.slice(2), embedder);
    writeFileSync(
      join(data, "corpus/CURRENT"),
      `${releaseVersion(records.slice(2), null, embedder.digest)}\n`,
    );
    expect(await ensureRelease(data, newer)).toBe(own);
  });

  test("says what to do when the release it names is gone, or the name is no name", async () => {
    const starter = await buildRelease(join(folder.path, "a"), "starter", records, embedder);
    writeFileSync(join(data, "corpus/CURRENT"), "corpus-0000000000000000\n");
    await expect(ensureRelease(data, starter)).rejects.toThrow(/missing; remove .*CURRENT/);
    writeFileSync(join(data, "corpus/CURRENT"), "../../etc\n");
    await expect(ensureRelease(data, starter)).rejects.toThrow("does not name a release");
  });

  test("leaves nothing behind when a copy cannot be completed", async () => {
    const starter = await buildRelease(join(folder.path, "c"), "starter", records, embedder);
    const manifest = await verifyRelease(starter);
    const records_file = join(starter, "records.ndjson");
    chmodSync(records_file, 0o600);
    writeFileSync(records_file, "changed after the manifest was written\n");
    const target = join(folder.path, "fresh");
    await expect(ensureRelease(target, starter)).rejects.toThrow("records.ndjson");
    expect(existsSync(join(target, "corpus", manifest.version))).toBe(false);
    expect(readdirSync(join(target, "corpus"))).toEqual([".lock"]);
  });
});
