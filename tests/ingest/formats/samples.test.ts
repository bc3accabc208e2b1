/**
 * Guarantee: of an export every record is accounted for, accepted or rejected with a reason.
 *
 * Made-up exports are in the tree. Real ones are not part of the project; without them their tests
 * are skipped.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { Article } from "../../../src/ingest/article.ts";
import {
  articlePassages,
  estimateTokens,
  PASSAGE_TOKENS,
} from "../../../src/ingest/formats/passages.ts";
import { SHARED } from "../../support/shared.ts";
import { EXPORTS, OTHERS, WORKS_ACCEPTED, WORKS_READ } from "./made-up-exports.ts";
import { fileOf, read, readFile, removeFiles, type WholeFile } from "./support.ts";

afterAll(removeFiles);

const FOLDER = join(SHARED, "bibliographic-samples");
const here = existsSync(FOLDER);

/**
 * Records in the file, counted without the importer; articles that have all a citation needs and an
 * abstract.
 */
const READ: readonly (readonly [file: string, records: RegExp | number, accepted: number])[] = [
  ["pubmed_xml/medline16n0902.xml.gz", /<MedlineCitation |(?<=<DeleteCitation>\s*)<PMID/g, 512],
  ["pubmed_xml/pubmed-29768149.xml", 1, 1],
  ["pubmed_xml/efetch-39789012.xml", 1, 1],
  ["pubmed_xml/efetch-32887691.xml", 1, 1],
  ["pubmed_xml/efetch-29540945.xml", 1, 0],
  ["pubmed_xml/efetch-33515491.xml", 1, 0],
  ["nbib/pubmed-medline-rispy.nbib.txt", /^PMID-/gm, 10],
  ["ris/citesource_issue_24.ris", /^\ufeff?TY {2}-/gm, 17],
  ["ris/cochrane-reviews.ris", /^TY {2}-/gm, 4],
  ["ris/ebsco-asp.ris", /^TY {2}-/gm, 2],
  ["ris/scopus-with-abstracts.ris", /^TY {2}-/gm, 3],
  ["ris/scopus.ris", /^TY {2}-/gm, 0],
  ["ris/rispy-example_bom.ris", 1, 0],
  ["ris/rispy-example_full.ris", /^TY {2}-/gm, 0],
  ["ris/rispy-example_multiline.ris", /^TY {2}-/gm, 0],
  ["ris/rispy-example_urls.ris", /^TY {2}-/gm, 0],
  ["ris/rispy-example_utf_chars.ris", 1, 0],
  ["bibtex/HRV_Papers.bib", /^@\w+\{/gm, 221],
  ["bibtex/scopus.bib", /^@\w+\{/gm, 3],
  ["bibtex/citationjs-bibtex-input.bib", /^@\w+\{/gm, 0],
  ["bibtex/citationjs-biblatex-input.bib", /^@\w+\{/gm, 0],
  ["bibtex/crossref-transform-1.bib", 1, 0],
  ["bibtex/crossref-transform-2.bib", 1, 0],
  ["bibtex/crossref-transform-3.bib", 1, 0],
  ["csl_json/doi-content-negotiation.json", 4, 2],
  ["csl_json/biblatex-csl.json", 28, 0],
  ["crossref_json/crossref-1.json", 1, 1],
  ["crossref_json/crossref-2.json", 1, 0],
  ["crossref_json/crossref-3.json", 1, 0],
  ["crossref_json/crossref-4.json", 1, 1],
  ["openalex_json/openalex-works-synergy-first25.json", 25, 24],
  ["openalex_json/openalex-1.json", 2, 2],
  ["openalex_json/openalex-2.json", 1, 0],
  ["openalex_json/openalex-3.json", 1, 0],
  ["europepmc/PMC7598224.eupmc_result.json", 1, 1],
  ["europepmc/PMC7599108.eupmc_result.json", 1, 1],
  ["europepmc/PMC7906226.eupmc_result.json", 1, 1],
  ["europepmc/PMC7940375.eupmc_result.json", 1, 1],
  ["europepmc/PMC7906226.fulltext.xml", 1, 1],
  ["jats/pone.0000217.nxml", 1, 1],
  ["jats/1472-6831-8-11.nxml", 1, 1],
  ["jats/PMC5771895.nxml", 1, 1],
  ["jats/PMC4872448.nxml", 1, 1],
  ["jats/PMC2931380.nxml", 1, 1],
  ["jats/PMC4794540.nxml", 1, 1],
];
/** Not in a format that is imported; each is told apart. */
const REFUSED: readonly (readonly [file: string, why: string])[] = [
  ["ris/rispy-example_wos.ris", "Web of Science"],
  ["wos/WoS_ciw_example.ciw", "Web of Science"],
  ["wos/WoS_txt_example.txt", "Web of Science"],
  ["csv/pubmed-csv-export-head300.csv", "a table (CSV)"],
  ["csv/studies-with-abstracts.csv", "a table (CSV)"],
  ["other_api/semanticscholar-1.json", "JSON of another kind"],
  ["other_api/semanticscholar-2.json", "JSON of another kind"],
  ["other_api/unpaywall-1.json", "JSON of another kind"],
  ["other_api/unpaywall-2.json", "JSON of another kind"],
];

function recordsIn(path: string, records: RegExp | number): number {
  if (typeof records === "number") return records;
  const bytes = readFileSync(path);
  return [
    ...(path.endsWith(".gz") ? Buffer.from(Bun.gunzipSync(bytes)) : bytes)
      .toString("utf8")
      .matchAll(records),
  ].length;
}

function requireAccounted(whole: WholeFile, accepted: number, records: number): void {
  expect(whole.refused).toBe(null);
  expect(whole.articles.length).toBe(accepted);
  expect(whole.articles.length + whole.rejected.length).toBe(records);
  for (const article of whole.articles) {
    expect([...Value.Errors(Article, article)]).toEqual([]);
    const texts = [article.title, ...article.authors, ...article.abstract.map(({ text }) => text)];
    for (const text of texts)
      expect(text).not.toMatch(/<\/?(?:i|b|p|sub|sup|jats:\w+|h4)>|&[a-z]+;|\\[a-z]+\{|\s{2}/);
  }
}

describe("made-up exports", () => {
  test.each(Object.keys(EXPORTS))("%s", async (file) => {
    const whole = await read(EXPORTS[file] ?? "", file);
    requireAccounted(whole, WORKS_ACCEPTED, WORKS_READ);
    expect(whole.articles.map(({ doi }) => doi)).toEqual(["10.5555/naps.1", "10.5555/naps.2"]);
    // A work of Crossref is known by its DOI.
    const noDoi = file === "crossref.json" ? "not a record of this format" : "no DOI";
    expect(whole.rejected.map(({ reason }) => reason)).toEqual(["no abstract", noDoi]);
  });

  test("each holds the same articles, whatever the format", async () => {
    const titles = await Promise.all(
      Object.entries(EXPORTS).map(async ([file, content]) =>
        (await read(content, `same-${file}`)).articles.map(({ title, abstract }) => [
          title,
          abstract.map(({ text }) => text).join(" "),
        ]),
      ),
    );
    for (const each of titles) expect(each).toEqual(titles[0] ?? []);
  });

  test("a packed file is read like a plain one", async () => {
    const packed = Bun.gzipSync(Buffer.from(EXPORTS["efetch.xml"] ?? ""));
    requireAccounted(await readFile(fileOf(packed, "efetch.xml.gz")), WORKS_ACCEPTED, WORKS_READ);
  });

  test.each(OTHERS)("%s is none of ours", async (file, content, why) => {
    const { refused, articles } = await read(content, file);
    expect(refused).toContain(why);
    expect(articles).toEqual([]);
  });
});

if (!here) test.skip(`real exports: ${FOLDER} is not there`, () => undefined);
else
  describe("real exports", () => {
    test.each(READ)("%s", async (file, records, accepted) => {
      const path = join(FOLDER, file);
      requireAccounted(await readFile(path), accepted, recordsIn(path, records));
    });

    test.each(REFUSED)("%s is none of ours", async (file, why) => {
      const { refused, articles } = await readFile(join(FOLDER, file));
      expect(refused).toContain(why);
      expect(articles).toEqual([]);
    });

    test("passages of abstracts and full texts keep to their size", async () => {
      const files = [
        "pubmed_xml/medline16n0902.xml.gz",
        "jats/PMC5771895.nxml",
        "jats/PMC2931380.nxml",
      ];
      const articles = (
        await Promise.all(files.map((file) => readFile(join(FOLDER, file))))
      ).flatMap((each) => each.articles);
      const tokens = articles.flatMap((article) =>
        articlePassages(article).map(({ text }) => estimateTokens(text)),
      );
      expect(tokens.length).toBeGreaterThan(articles.length);
      expect(Math.max(...tokens)).toBeLessThanOrEqual(PASSAGE_TOKENS.max);
      // Short ones are abstracts that are themselves short, or the end of a chapter.
      expect(
        tokens.filter((each) => each < PASSAGE_TOKENS.min).length / tokens.length,
      ).toBeLessThan(0.06);
    });
  });
