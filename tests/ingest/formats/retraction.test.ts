/**
 * Guarantee: however a file says it, a retracted article is recognised by its DOI, and a notice is
 * not an article.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { BIBTEX, NBIB, PUBMED, RIS, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const DOI = "10.1000/naps.2019";
const ABSTRACT = "Forty women napped.";
const CROSSREF = {
  DOI,
  type: "journal-article",
  title: ["Naps of women"],
  author: [{ given: "Ana M", family: "García" }],
  "container-title": ["Journal of Invented Sleep"],
  issued: { "date-parts": [[2019]] },
  abstract: ABSTRACT,
};
const CSL = { ...CROSSREF, title: "Naps of women", "container-title": "Journal of Invented Sleep" };
const EUROPE_PMC = {
  id: "900001",
  source: "MED",
  doi: DOI,
  title: "Naps of women.",
  authorString: "García AM.",
  journalTitle: "Journal of Invented Sleep",
  pubYear: "2019",
  abstractText: ABSTRACT,
};
const OPENALEX = {
  id: "https://openalex.org/W1",
  doi: `https://doi.org/${DOI}`,
  title: "Naps of women",
  publication_year: 2019,
  authorships: [{ raw_author_name: "García, Ana M" }],
  primary_location: { source: { display_name: "Journal of Invented Sleep" } },
  abstract_inverted_index: { Forty: [0], women: [1], "napped.": [2] },
};
const JATS = `<article article-type="research-article"><front><journal-meta><journal-title>Journal of Invented Sleep</journal-title></journal-meta><article-meta>
<article-id pub-id-type="doi">${DOI}</article-id><title-group><article-title>Naps of women</article-title></title-group>
<contrib-group><contrib><name><surname>García</surname></name></contrib></contrib-group><pub-date pub-type="ppub"><year>2019</year></pub-date>
<related-article related-article-type="retraction-forward"/><abstract><p>${ABSTRACT}</p></abstract></article-meta></front></article>`;

/** A file, and the part of it that is its abstract. */
const RETRACTED: readonly (readonly [
  how: string,
  name: string,
  file: string,
  abstract: string | RegExp,
])[] = [
  [
    "PubMed's publication type",
    "t.xml",
    PUBMED.replace("Randomized Controlled Trial", "Retracted Publication"),
    /<Abstract>.*<\/Abstract>/s,
  ],
  [
    "MEDLINE's publication type",
    "t.nbib",
    NBIB.replace("Randomized Controlled Trial", "Retracted Publication"),
    /^AB.*\n.*\n/m,
  ],
  ["MEDLINE's RIN", "rin.nbib", `${NBIB}RIN - J Inv Sleep. 2020\n`, /^AB.*\n.*\n/m],
  ["JATS' related article", "r.nxml", JATS, /<abstract>.*<\/abstract>/],
  ["M3 of RIS", "m3.ris", RIS.replace("ER", "M3  - Retracted\nER"), /^AB.*\n/m],
  [
    "RETRACTED: in front of the title",
    "t1.ris",
    RIS.replace("Naps", "RETRACTED: Naps"),
    /^AB.*\n/m,
  ],
  [
    "[Retracted] in front of the title",
    "t2.ris",
    RIS.replace("Naps", "[Retracted] Naps"),
    /^AB.*\n/m,
  ],
  [
    "(Retracted article …) behind the title",
    "t3.ris",
    RIS.replace("women", "women (Retracted article. See vol. 3)"),
    /^AB.*\n/m,
  ],
  [
    "type of Scopus' BibTeX",
    "s.bib",
    BIBTEX.replace("naps\\_", "naps.").replace(
      "journal = jis",
      "journal = jis, type = {Retracted}",
    ),
    /abstract = .*/,
  ],
  [
    "Type of Web of Science's BibTeX",
    "w.bib",
    BIBTEX.replace("naps\\_", "naps.").replace(
      "journal = jis",
      "journal = jis, Type = {{Article; Retracted Publication}}",
    ),
    /abstract = .*/,
  ],
  [
    "Crossref's update",
    "u.json",
    JSON.stringify({ message: { ...CROSSREF, "updated-by": [{ type: "retraction" }] } }),
    ABSTRACT,
  ],
  [
    "Crossref's update in CSL-JSON",
    "c.json",
    JSON.stringify([{ ...CSL, "updated-by": [{ type: "withdrawal" }] }]),
    ABSTRACT,
  ],
  [
    "OpenAlex's flag",
    "o.json",
    JSON.stringify({ results: [{ ...OPENALEX, is_retracted: true }] }),
    /(?<="abstract_inverted_index":\{).*?(?=\})/,
  ],
  [
    "Europe PMC's notice",
    "n.json",
    JSON.stringify({
      resultList: {
        result: [
          {
            ...EUROPE_PMC,
            commentCorrectionList: { commentCorrection: [{ type: "Retraction in" }] },
          },
        ],
      },
    }),
    ABSTRACT,
  ],
  [
    "Europe PMC's publication type",
    "p.json",
    JSON.stringify({
      resultList: {
        result: [
          { ...EUROPE_PMC, pubTypeList: { pubType: ["Retracted Publication", "Journal Article"] } },
        ],
      },
    }),
    ABSTRACT,
  ],
  [
    "Europe PMC's publication type in a short result",
    "l.json",
    JSON.stringify({
      resultList: {
        result: [{ ...EUROPE_PMC, pubType: "retracted publication; journal article" }],
      },
    }),
    ABSTRACT,
  ],
];

describe("a retracted article is told by", () => {
  test.each(RETRACTED)("%s, with an abstract or without", async (_, name, file, abstract) => {
    const expected = { articles: [], retracted: [DOI], rejected: [], refused: null };
    expect(await read(file, name)).toMatchObject(expected);
    const short = file.replace(abstract, "");
    expect(short).not.toBe(file);
    expect(await read(short, name)).toMatchObject(expected);
  });
  test("its second record in a file, where the first does not say so", async () => {
    const second = RIS.replace("Naps", "RETRACTED: Naps");
    const { articles, retracted, rejected } = await read(RIS + second, "later.ris");
    expect([articles.length, retracted, rejected]).toEqual([1, [DOI], []]);
  });
  test("nothing else", async () => {
    const { articles } = await read(
      RIS.replace("Naps of women", "Withdrawn women and their naps"),
      "w.ris",
    );
    expect(articles.map(({ retracted }) => retracted)).toEqual([false]);
    const later = [{ type: "partial_retraction" }];
    const partial = await read(
      JSON.stringify({ message: { ...CROSSREF, "updated-by": later } }),
      "partial.json",
    );
    expect(partial.articles.map(({ retracted, concern }) => [retracted, concern])).toEqual([
      [false, true],
    ]);
  });
  test("without a DOI it is no use, and is reported", async () => {
    const { retracted, rejected } = await read(
      RIS.replace("Naps", "RETRACTED: Naps").replace(/^DO.*\n/m, ""),
      "n.ris",
    );
    expect([retracted, rejected.map(({ reason }) => reason)]).toEqual([[], ["no DOI"]]);
  });
});

describe("a notice is told by", () => {
  const reasonOf = async (file: string, name: string) => {
    const { articles, retracted, rejected } = await read(file, name);
    expect([articles, retracted]).toEqual([[], []]);
    return rejected.map(({ reason }) => reason);
  };

  test("its publication type", async () => {
    const file = PUBMED.replace("Randomized Controlled Trial", "Published Erratum");
    expect(await reasonOf(file, "type.xml")).toEqual([
      "a notice (Published Erratum), not an article",
    ]);
  });
  test.each(["removal", "partial_retraction", "correction", "expression_of_concern"])(
    "the work that it updates, in Crossref's JSON and CSL-JSON: %s",
    async (type) => {
      const about = { "update-to": [{ type, DOI: "10.1000/other" }] };
      const reason = [`a notice (${type}), not an article`];
      expect(
        await reasonOf(JSON.stringify({ message: { ...CROSSREF, ...about } }), "update.json"),
      ).toEqual(reason);
      expect(await reasonOf(JSON.stringify([{ ...CSL, ...about }]), "update-csl.json")).toEqual(
        reason,
      );
    },
  );
  test.each([
    ["Retraction: Naps of women", "Retraction"],
    ["Retraction notice to “Naps of women” [J Inv Sleep 1 (2018) 1]", "Retraction notice"],
    ['Retraction of "Naps of women"', "Retraction"],
    ["[Correction: Naps of women]", "Correction"],
    ["Correction to: Naps of women", "Correction"],
    ["Correction", "Correction"],
    ["Author Correction: Naps of women", "Author Correction"],
    ["Erratum for Naps of women", "Erratum"],
    ["Corrigendum to Naps of women", "Corrigendum"],
    ["Expression of Concern: Naps of women", "Expression of Concern"],
    ["Removal notice to: Naps of women", "Removal notice"],
  ])("its title: %s", async (title, words) => {
    expect(await reasonOf(RIS.replace("Naps of women", title), "title.ris")).toEqual([
      `a notice (${words}), not an article`,
    ]);
  });
  test("an abstract that only names the article", async () => {
    const file = RIS.replace(ABSTRACT, "[This corrects the article DOI: 10.1000/other.]");
    expect(await reasonOf(file, "abstract.ris")).toEqual([
      "a notice (This corrects the article), not an article",
    ]);
  });
  test.each([
    "Correction of anaemia in women who nap",
    "Correction of “white coat” hypertension by naps",
    "Retraction of the gingiva: a trial",
    "Expression of concern in parents: a survey",
    "Error-correction naps",
  ])("not by a title of research: %s", async (title) => {
    expect((await read(RIS.replace("Naps of women", title), "research.ris")).articles.length).toBe(
      1,
    );
  });
});
