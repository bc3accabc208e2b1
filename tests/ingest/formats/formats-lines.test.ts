/** Guarantee: each line format is read as that format defines it. */
import { afterAll, describe, expect, test } from "bun:test";
import { BIBTEX, NBIB, onlyArticle, RIS, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const AUTHORS = ["Ana M García", "Martin King Jr", "NAP Study Group"];

describe("MEDLINE", () => {
  test("continued lines, [doi] among identifiers, groups in their place, labels in the text", async () => {
    expect(await onlyArticle(NBIB, "one.nbib")).toMatchObject({
      doi: "10.1000/naps.2019",
      title: "Naps of women: a trial that goes on to the next line",
      authors: AUTHORS,
      year: 2019,
      pmid: "900001",
      abstract: [
        { label: "METHODS", text: "Forty women napped for a while." },
        { label: "CONCLUSIONS", text: "Napping was pleasant." },
      ],
    });
  });
  test("Windows line ends give the same article", async () => {
    const unix = await onlyArticle(NBIB, "unix.nbib");
    expect(await onlyArticle(NBIB.replaceAll("\n", "\r\n"), "dos.nbib")).toEqual(unix);
  });
  test("two records need no empty line between them", async () => {
    const other = NBIB.trim().replace("900001", "900002").replaceAll("NAPS.2019", "NAPS.2020");
    const { articles } = await read(`${NBIB.trim()}\n${other}\n`, "two.nbib");
    expect(articles.map(({ pmid }) => pmid)).toEqual(["900001", "900002"]);
  });
});

describe("RIS", () => {
  test("address as DOI, suffix between commas, group, padded year", async () => {
    expect(await onlyArticle(RIS, "one.ris")).toMatchObject({
      doi: "10.1000/naps.2019",
      authors: AUTHORS,
      year: 2019,
    });
  });
  test("text around records, continued lines without indent, two spaces behind the dash", async () => {
    const odd = RIS.replaceAll("  - ", "  -  ").replace(
      "napped.",
      "napped for\nER days and more.\nThen they woke.",
    );
    const { articles } = await read(`Record #1 of 1\nProvider: Somebody\n\n${odd}`, "odd.ris");
    expect(articles[0]?.abstract).toEqual([
      { text: "Forty women napped for ER days and more. Then they woke." },
    ]);
  });
  test("a DOI in the database's own field counts, a word there does not; publishers' notices are no abstract", async () => {
    const ebsco = RIS.replace(
      /DO {2}- .*/,
      "L3  - 10.1000/ebsco.1\nM3  - Article\nAB  - Copyright of X is the property of Y.",
    );
    expect(await onlyArticle(ebsco, "ebsco.ris")).toMatchObject({
      doi: "10.1000/ebsco.1",
      abstract: [{ text: "Forty women napped." }],
    });
    const { rejected } = await read(RIS.replace(/DO {2}- .*/, "M3  - Article"), "none.ris");
    expect(rejected.map(({ reason }) => reason)).toEqual(["no DOI"]);
  });
  test.each([
    ["2019", 2019],
    ["20191105", 2019],
    ["2019-11-05", 2019],
    ["Nov 2019", 2019],
    ["in press", null],
    ["201911", null],
  ])("year of %j", async (written, year) => {
    const { articles, rejected } = await read(RIS.replace("2019/11//", written), "year.ris");
    expect([articles[0]?.year ?? null, rejected.map(({ reason }) => reason)]).toEqual([
      year,
      year === null ? ["no year"] : [],
    ]);
  });
  test("a database's words for no abstract are none", async () => {
    const { rejected } = await read(
      RIS.replace("Forty women napped.", "[No abstract available]"),
      "noab.ris",
    );
    expect(rejected.map(({ reason }) => reason)).toEqual(["no abstract"]);
  });
  test.each([
    [
      "BACKGROUND: Naps. METHODS: Forty women. CONCLUSIONS: Nice.",
      ["BACKGROUND", "METHODS", "CONCLUSIONS"],
    ],
    ["Objective: To see.Results: They slept.", ["Objective", "Results"]],
    [
      "BACKGROUND Naps matter. METHODS AND RESULTS Forty women slept. CONCLUSIONS Naps are nice.",
      ["BACKGROUND", "METHODS AND RESULTS", "CONCLUSIONS"],
    ],
    [
      "Abstract - Background Naps. Objectives To see. Search methods We looked. Selection criteria Trials. Main results None. Authors' conclusions Nothing.",
      [
        "Background",
        "Objectives",
        "Search methods",
        "Selection criteria",
        "Main results",
        "Authors' conclusions",
      ],
    ],
    ["Results were clear. Methods matter: we say so. Background noise was low.", [undefined]],
  ])("labels of %j", async (text, labels) => {
    const article = await onlyArticle(RIS.replace("Forty women napped.", text), "labels.ris");
    expect(article.abstract.map(({ label }) => label)).toEqual(labels);
  });
  test("an end mark spaced in another way ends the record; in a text it does not", async () => {
    const text = RIS.replace("napped.", "napped.\nER - positive women too.").replace(
      "ER  - \n",
      "ER -\n",
    );
    expect((await onlyArticle(text, "er.ris")).abstract).toEqual([
      { text: "Forty women napped. ER - positive women too." },
    ]);
  });
  test("all authors on one line are several; an author in two words with a semicolon is one", async () => {
    const line = RIS.replace("García, Ana M", "Garc&iacute;a, Ana M; Doe, J.;Roe, B.;");
    expect((await onlyArticle(line, "semicolons.ris")).authors).toEqual([
      "Ana M García",
      "J. Doe",
      "B. Roe",
      ...AUTHORS.slice(1),
    ]);
    const group = RIS.replace("NAP Study Group", "NAP Study Group; Sleep Society");
    expect((await onlyArticle(group, "group.ris")).authors).toContain(
      "NAP Study Group; Sleep Society",
    );
  });
  test("names with one initial are not mistaken for suffixes, et al. is nobody", async () => {
    const { articles } = await read(
      RIS.replace("King, Martin, Jr", "Basevi, V\nAU  - Fu, X.\nAU  - et al."),
      "v.ris",
    );
    expect(articles[0]?.authors).toEqual(["Ana M García", "V Basevi", "X. Fu", "NAP Study Group"]);
  });
});

describe("BibTeX", () => {
  test("macros, accents, formulas, braced groups, others", async () => {
    expect(await onlyArticle(BIBTEX, "one.bib")).toMatchObject({
      doi: "10.1000/naps_2019",
      title: "Naps of women: α & über 50%",
      authors: AUTHORS,
      journal: "Journal of Invented Sleep",
      abstract: [{ text: "Forty women napped." }],
    });
  });
  test("an entry whose braces do not match is reported, and the next one is read", async () => {
    const { articles, rejected } = await read(
      `@article{broken, title = {never closed,\n}\n${BIBTEX}`,
      "b.bib",
    );
    expect(articles.length).toBe(1);
    expect(rejected).toEqual([{ place: "b.bib:1 (broken)", reason: "its braces do not match" }]);
  });
  test("a key may hold an accent or lack its comma; an entry without one says so", async () => {
    const plain = await onlyArticle(BIBTEX, "plain.bib");
    for (const key of ['Garc{\\"\\i}a2019,', "garcia2019"])
      expect(await onlyArticle(BIBTEX.replace("garcia2019,", key), "key.bib")).toEqual(plain);
    const { rejected } = await read(BIBTEX.replace("garcia2019,", ""), "none.bib");
    expect(rejected.map(({ reason }) => reason)).toEqual([
      "it has no key; write one and a comma before its first field",
    ]);
  });
  test("an entry in round brackets ends at its own, not at one inside a value", async () => {
    const round = `@string(j = "Naps (Oxford)")
@article(a, author = "García, Ana", title = "Naps (short) {"}of{"} women", journal = j, year = 2019,
  doi = "10.1000/round", abstract = {A (b) c.})`;
    expect(await onlyArticle(round, "round.bib")).toMatchObject({
      title: 'Naps (short) "of" women',
      journal: "Naps (Oxford)",
      abstract: [{ text: "A (b) c." }],
    });
  });
  test("groups with commas and braces inside, BibLaTeX's named parts", async () => {
    const names =
      "{The {NAP} Group, UK} and {{Schlaf, Berlin}} and van der Berg, Jan and {de la Cruz}, Mar{\\'\\i}a and family=Berg, given={Jan Piet}, prefix=van der, useprefix=true";
    const article = await onlyArticle(
      BIBTEX.replace(/(?<=author = \{).*(?=\},)/, () => names),
      "g.bib",
    );
    expect(article.authors).toEqual([
      "The NAP Group, UK",
      "Schlaf, Berlin",
      "Jan van der Berg",
      "María de la Cruz",
      "Jan Piet van der Berg",
    ]);
  });
  test("marks of a merge and a missing comma are forgiven", async () => {
    const merged = BIBTEX.replace(
      "  year = 2019,",
      "<<<<<<< HEAD\n  year = 2019\n=======\n  year = 2018,\n>>>>>>> abc",
    );
    expect((await onlyArticle(merged, "m.bib")).year).toBe(2019);
  });
  test("a crossref is followed once, also backwards and in a circle", async () => {
    const child = BIBTEX.replace("journal = jis,\n  year = 2019,", "crossref = {Parent},");
    const parent =
      "@proceedings{parent, title = {Proc. of Naps}, year = 2018, crossref = {garcia2019}}\n";
    for (const text of [child + parent, parent + child]) {
      const { articles } = await read(text, "x.bib");
      expect(articles.map(({ journal, year }) => [journal, year])).toEqual([
        ["Proc. of Naps", 2018],
      ]);
    }
  });
});

test("headings in markup are labels in RIS and BibTeX too", async () => {
  const text = "<h4>Methods</h4>Forty women napped.<h4>Conclusions</h4>Pleasant.";
  const abstract = [
    { label: "Methods", text: "Forty women napped." },
    { label: "Conclusions", text: "Pleasant." },
  ];
  const ris = await onlyArticle(RIS.replace("Forty women napped.", text), "h4.ris");
  expect(ris.abstract).toEqual(abstract);
  const bib = await onlyArticle(BIBTEX.replace("Forty women {napped}.", text), "h4.bib");
  expect(bib.abstract).toEqual(abstract);
});
