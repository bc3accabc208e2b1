/**
 * Guarantees of a large corpus: above a size the search is approximate, finds nearly as much, and
 * gives the same results each time the index is opened.
 *
 * @slow it builds large indexes
 */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { Article } from "../../src/ingest/article.ts";
import { passagesOf } from "../../src/ingest/documents.ts";
import { readArticles } from "../../src/ingest/formats/index.ts";
import { buildRelease } from "../../src/library/build.ts";
import { examineRelease } from "../../src/library/put-in-use.ts";
import { readManifest, releaseVersion } from "../../src/library/release.ts";
import { CorpusRetriever } from "../../src/library/retriever.ts";
import {
  EXACT,
  EXACT_SEARCH_PASSAGES_MAX,
  vectorIndexFor,
} from "../../src/library/vector-index.ts";
import { generatedArticle, generatedQuestion } from "../bench/scale/literature.ts";
import { recallOf } from "../bench/scale/search.ts";
import {
  generatedPassageEmbedder as embedder,
  generatedVector,
  generatedQueryEmbedder as queryEmbedder,
} from "../bench/scale/vectors.ts";
import { countingEmbedder } from "../support/counting-embedder.ts";
import { nbib } from "../support/medline.ts";

/** About three passages each. */
const ARTICLES = 2_000;
const EXACT_PASSAGES_MAX = 1_000;
const QUESTIONS = Array.from({ length: 100 }, (_, i) => generatedQuestion(i));

const folder = temporaryFolder("scale");
afterAll(() => folder.remove());

const documents: Article[] = [];
const source = join(folder.path, "generated.nbib");
writeFileSync(source, nbib(Array.from({ length: ARTICLES }, (_, i) => generatedArticle(i))));
for await (const result of readArticles(source)) {
  if ("ok" in result && "source_format" in result.ok) documents.push(result.ok);
}
documents.sort((a, b) => (a.doi < b.doi ? -1 : 1));
const release = await buildRelease(join(folder.path, "a"), "local", documents, embedder, {
  exactPassagesMax: EXACT_PASSAGES_MAX,
});

test("the kind of index is chosen by the number of passages, and is exact up to the limit", () => {
  expect(vectorIndexFor(1)).toEqual(EXACT);
  expect(vectorIndexFor(EXACT_SEARCH_PASSAGES_MAX)).toEqual(EXACT);
  expect(vectorIndexFor(EXACT_SEARCH_PASSAGES_MAX + 1).type).not.toBe("exact");
});

describe("a release above the limit", () => {
  test("says in its manifest and in its name how it is searched, and is verified like any other", async () => {
    const manifest = readManifest(release);
    expect(documents.length).toBe(ARTICLES);
    expect(manifest.vector_index).toEqual(
      vectorIndexFor(manifest.passages ?? 0, EXACT_PASSAGES_MAX),
    );
    const named = (files: typeof manifest.files) =>
      releaseVersion(documents, null, embedder.digest, manifest.text_analysis, {
        ...manifest,
        files,
      });
    expect(named(manifest.files)).toBe(manifest.version);
    // Another grouping of the same vectors may find other passages, so it is another release.
    expect(named(manifest.files.map((file) => ({ ...file, sha256: "0".repeat(64) })))).not.toBe(
      manifest.version,
    );
    expect(await examineRelease(release, queryEmbedder)).toEqual(manifest);
  });

  test("lies in one data file, whatever the number of parts it was written in", () => {
    const { files } = readManifest(release);
    expect(files.filter(({ path }) => path.includes("/data/")).length).toBe(1);
  });

  test("finds what an exact search finds", async () => {
    const { shares } = await recallOf(release, QUESTIONS.map(generatedVector));
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(
      0.95,
    );
  });

  test("finds an article by its own title, by words and by vector", async () => {
    const retriever = await CorpusRetriever.open(release, queryEmbedder);
    for (const article of documents.slice(0, 20)) {
      const [passage] = passagesOf(article);
      if (passage === undefined) throw new Error(`${article.doi} has no passages`);
      const byWords = await retriever.lexical(passage.text, 5);
      const byVector = await retriever.dense(generatedVector(passage.text), 5);
      for (const ranking of [byWords, byVector]) {
        const dois = ranking.map((hit) => hit.passage.document.doi);
        expect(dois[0]).toBe(article.doi);
        expect(dois.filter((doi) => doi === article.doi).length).toBeLessThanOrEqual(2);
      }
    }
    retriever.close();
  });

  test("answers alike on every opening", async () => {
    const answers: unknown[] = [];
    for (let opening = 0; opening < 2; opening++) {
      const retriever = await CorpusRetriever.open(release, queryEmbedder);
      const found: unknown[] = [];
      for (const question of QUESTIONS.slice(0, 30))
        found.push(await retriever.search(question, 24));
      answers.push(found);
      retriever.close();
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test("gives its vectors to the next release", async () => {
    const earlier = await CorpusRetriever.open(release, queryEmbedder);
    const counting = countingEmbedder(embedder);
    const [first, ...rest] = documents;
    if (first === undefined) throw new Error("no articles");
    const changed = { ...first, title: `${first.title} revised` };
    const next = await buildRelease(join(folder.path, "b"), "local", [changed, ...rest], counting, {
      known: earlier,
      exactPassagesMax: EXACT_PASSAGES_MAX,
    });
    earlier.close();
    expect(counting.embedded).toEqual(passagesOf(changed).map(({ text }) => text));
    await examineRelease(next, queryEmbedder);
  });
});
