/**
 * Guarantee: a file is read as a stream, and memory does not grow with its size.
 *
 * @slow it reads large files
 */

import { heapStats } from "bun:jsc";
import { afterAll, expect, test } from "bun:test";
import { readArticles } from "../../../src/ingest/formats/index.ts";
import { fileOf, PUBMED, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const [head = "", record = "", tail = ""] = PUBMED.split(/(<PubmedArticle>.*<\/PubmedArticle>)/s);

/** A list as Crossref writes it, longer than a file of XML with as many records. */
function manyWorks(count: number): string {
  const abstract = "A sentence about naps that is as long as others. ".repeat(120);
  const works = Array.from({ length: count }, (_, i) => ({
    DOI: `10.1000/naps.${i}`,
    type: "journal-article",
    title: ["Naps of women"],
    author: [{ family: "García" }],
    "container-title": ["Journal of Invented Sleep"],
    issued: { "date-parts": [[2019]] },
    abstract: `${i} ${abstract}`,
  }));
  return JSON.stringify(
    { status: "ok", message: { "total-results": count, items: works } },
    null,
    1,
  );
}

function manyRecords(count: number): string {
  const abstract = "A sentence about naps that is as long as others. ".repeat(120);
  const records = Array.from({ length: count }, (_, i) =>
    record
      .replaceAll(/naps\.2019/gi, `naps.${i}`)
      .replace("Forty women napped.", `${i} ${abstract}`),
  );
  return [head, ...records].join("\n");
}

test.each([
  ["many.xml.gz", () => manyRecords(4000) + tail],
  ["many.json.gz", () => manyWorks(4000)],
])("thousands of records leave nothing behind but their DOIs: %s", async (name, content) => {
  const path = fileOf(Bun.gzipSync(Buffer.from(content())), name);
  const dois: string[] = [];
  Bun.gc(true);
  const before = heapStats().heapSize;
  let grown = 0;
  for await (const result of readArticles(path)) {
    if ("ok" in result) dois.push(result.ok.doi);
    if (dois.length % 1000 !== 0) continue;
    Bun.gc(true);
    grown = Math.max(grown, heapStats().heapSize - before);
  }
  expect(new Set(dois).size).toBe(4000);
  // Either file unpacks to more than 24 MB.
  expect(grown).toBeLessThan(10e6);
});

test("records come before the end of the file is known to be missing", async () => {
  const { articles, refused } = await read(manyRecords(200), "cut.xml");
  expect(articles.length).toBe(200);
  expect(refused).toMatch(
    /^cut\.xml: line \d+: the file ends before the document does; it is truncated$/,
  );
});
