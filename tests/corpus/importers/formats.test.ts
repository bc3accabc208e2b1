/** Guarantee: each format's own ways of writing the same thing end in one shape, and nothing is dropped in silence. */
import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Article } from "../../../src/corpus/article.ts";
import { BIBTEX, NBIB, onlyArticle, PUBMED, RIS, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const AUTHORS = ["Ana M García", "Martin King Jr", "NAP Study Group"];

describe("PubMed XML", () => {
  test("inline markup, references, group and suffix, Medline date, labels", async () => {
    const article = await onlyArticle(PUBMED, "one.xml");
    expect(article).toEqual({
      doi: "10.1000/naps.2019",
      title: "Naps & the V̇O2max of women: p < .05?",
      authors: AUTHORS,
      year: 2019,
      journal: "Journal of Invented Sleep",
      pmid: "900001",
      abstract: [
        { label: "METHODS", text: "Forty women napped." },
        { label: "CONCLUSIONS", text: "Napping was pleasant." },
      ],
      publication_types: ["Randomized Controlled Trial"],
      retracted: false,
      concern: false,
      source_format: "pubmed",
    });
    expect(Value.Check(Article, article)).toBe(true);
  });
  test("an article with an expression of concern says so", async () => {
    const concern = PUBMED.replace(
      "</Article></MedlineCitation>",
      '</Article><CommentsCorrectionsList><CommentsCorrections RefType="ExpressionOfConcernIn"/></CommentsCorrectionsList></MedlineCitation>',
    );
    expect((await onlyArticle(concern, "c.xml")).concern).toBe(true);
  });
  test("everything that is missing is named with line and PMID", async () => {
    const poor = PUBMED.replace(/<Abstract>.*<\/Abstract>/s, "").replace(/<AuthorList>.*<\/AuthorList>/s, "");
    const { rejected } = await read(poor, "poor.xml");
    expect(rejected).toEqual([{ place: "poor.xml:3 (PMID 900001)", reason: "no authors, no abstract" }]);
  });
  test("the second record with a DOI is reported, not taken", async () => {
    const [head, record, tail] = PUBMED.split(/(<PubmedArticle>.*<\/PubmedArticle>)/s);
    const { articles, rejected } = await read(`${head}${record}\n${record}${tail}`, "twice.xml");
    expect(articles.length).toBe(1);
    expect(rejected.map(({ reason }) => reason)).toEqual(["10.1000/naps.2019 is already in line 3"]);
  });
});

test("PubMed XML: books and deleted records are reported", async () => {
  const others =
    "<PubmedBookArticle><BookDocument><PMID>7</PMID></BookDocument></PubmedBookArticle><DeleteCitation><PMID>8</PMID><PMID>9</PMID></DeleteCitation>";
  const { articles, rejected } = await read(
    PUBMED.replace("</PubmedArticleSet>", `${others}</PubmedArticleSet>`),
    "u.xml",
  );
  expect(articles.length).toBe(1);
  expect(rejected).toEqual([
    { place: "u.xml:11 (PMID 7)", reason: "a book, not a journal article" },
    { place: "u.xml:11 (PMID 8)", reason: "deleted from PubMed" },
    { place: "u.xml:11 (PMID 9)", reason: "deleted from PubMed" },
  ]);
});

describe("titles of PubMed", () => {
  const titled = (title: string) => PUBMED.replace(/(?<=<ArticleTitle>).*(?=<\/ArticleTitle>)/, title);
  test.each([
    ["[Naps [short and long] of women].", "Naps [short and long] of women"],
    ["[Naps] of [women].", "[Naps] of [women]"],
    ["[Naps of women]: a trial.", "[Naps of women]: a trial"],
  ])("%j: only brackets round the whole mark a translation", async (written, title) => {
    expect((await onlyArticle(titled(written), "b.xml")).title).toBe(title);
  });
  test("where none is available, the title in the article's own language stands", async () => {
    const xml = titled("[Not Available].").replace(
      "</Article>",
      "<VernacularTitle>Siestas de mujeres.</VernacularTitle></Article>",
    );
    expect((await onlyArticle(xml, "v.xml")).title).toBe("Siestas de mujeres");
    const nbib = NBIB.replace(/TI {2}- .*\n .*/, "TI  - [Not Available].\nTT  - Siestas de mujeres.");
    expect((await onlyArticle(nbib, "v.nbib")).title).toBe("Siestas de mujeres");
    const { rejected } = await read(titled("[In Process Citation]"), "none.xml");
    expect(rejected.map(({ reason }) => reason)).toEqual(["no title"]);
  });
});

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
    ["BACKGROUND: Naps. METHODS: Forty women. CONCLUSIONS: Nice.", ["BACKGROUND", "METHODS", "CONCLUSIONS"]],
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
    const text = RIS.replace("napped.", "napped.\nER - positive women too.").replace("ER  - \n", "ER -\n");
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
    expect((await onlyArticle(group, "group.ris")).authors).toContain("NAP Study Group; Sleep Society");
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
    const parent = "@proceedings{parent, title = {Proc. of Naps}, year = 2018, crossref = {garcia2019}}\n";
    for (const text of [child + parent, parent + child]) {
      const { articles } = await read(text, "x.bib");
      expect(articles.map(({ journal, year }) => [journal, year])).toEqual([["Proc. of Naps", 2018]]);
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

const WORK = {
  DOI: "10.1000/NAPS.2019",
  type: "journal-article",
  title: ["Naps of <i>women</i> &amp; VO<sub>2</sub>max"],
  author: [{ given: "Ana M", family: "García" }, { name: "NAP Study Group" }],
  "container-title": ["Journal of Invented Sleep"],
  issued: { "date-parts": [[2019, 11]] },
  abstract:
    "<jats:title>Abstract</jats:title><jats:sec><jats:title>Methods</jats:title><jats:p>Forty women, p<0.05.</jats:p></jats:sec><jats:sec><jats:title>Conclusion</jats:title><jats:p>Pleasant.</jats:p></jats:sec>",
};

describe("JSON of the services", () => {
  const abstract = [
    { label: "Methods", text: "Forty women, p<0.05." },
    { label: "Conclusion", text: "Pleasant." },
  ];
  const common = { doi: "10.1000/naps.2019", authors: ["Ana M García", "NAP Study Group"], year: 2019 };

  test("Crossref: one work or a list, markup inside fields", async () => {
    const expected = { ...common, title: "Naps of women & VO2max", abstract, source_format: "crossref" };
    expect(await onlyArticle(JSON.stringify({ status: "ok", message: WORK }), "work.json")).toMatchObject(
      expected,
    );
    const list = JSON.stringify({ status: "ok", message: { items: [WORK], "total-results": 1 } }, null, 2);
    expect(await onlyArticle(list, "list.json")).toMatchObject(expected);
  });
  test("CSL-JSON: particles, literal names, PMID in the note; a member of a map that is no record is reported", async () => {
    const item = {
      ...WORK,
      title: "Naps of women",
      "container-title": "Journal of Invented Sleep",
      author: [
        { given: "Ursula", "non-dropping-particle": "von der", family: "Naps" },
        { literal: "NAP Study Group" },
      ],
      note: "PMID: 900001",
    };
    expect(await onlyArticle(JSON.stringify([item]), "csl.json")).toMatchObject({
      source_format: "csl",
      authors: ["Ursula von der Naps", "NAP Study Group"],
      pmid: "900001",
      abstract,
    });
    const { articles, rejected } = await read(
      JSON.stringify({ a: [item], b: [{ nothing: true }] }),
      "map.json",
    );
    expect([articles.length, rejected.map(({ reason }) => reason)]).toEqual([
      1,
      ["not a record of this format"],
    ]);
  });
  test("OpenAlex: the abstract is put together from its index", async () => {
    const work = {
      id: "https://openalex.org/W1",
      doi: "https://doi.org/10.1000/NAPS.2019",
      title: "Naps of women",
      publication_year: 2019,
      authorships: [
        { raw_author_name: "García, Ana M", author: { display_name: "A. García" } },
        { author: { display_name: "NAP Study Group" } },
      ],
      primary_location: { source: { display_name: "Journal of Invented Sleep" } },
      ids: { pmid: "https://pubmed.ncbi.nlm.nih.gov/900001" },
      abstract_inverted_index: { women: [1], Forty: [0], "napped.": [2], hostile: [9e15, -1.5, "x"] },
      is_retracted: false,
    };
    expect(await onlyArticle(JSON.stringify({ results: [work] }), "oa.json")).toMatchObject({
      ...common,
      pmid: "900001",
      abstract: [{ text: "hostile Forty women napped. hostile" }],
    });
  });
  test("Europe PMC: core result, headings in the abstract, group author; getpapers' lists of one", async () => {
    const result = {
      id: "900001",
      source: "MED",
      pmid: "900001",
      doi: "10.1000/naps.2019",
      title: "Naps of women.",
      authorList: {
        author: [{ firstName: "Ana M", lastName: "García" }, { collectiveName: "NAP Study Group" }],
      },
      journalInfo: { yearOfPublication: 2019, journal: { title: "Journal of Invented Sleep" } },
      abstractText: "<h4>Methods</h4>Forty women, p<0.05. <h4>Conclusion</h4>Pleasant.",
    };
    const expected = {
      ...common,
      title: "Naps of women",
      abstract,
      pmid: "900001",
      source_format: "europepmc",
    };
    expect(await onlyArticle(JSON.stringify({ resultList: { result: [result] } }), "e.json")).toMatchObject(
      expected,
    );
    const boxed = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, [value]]));
    expect(await onlyArticle(JSON.stringify({ full: boxed }), "g.json")).toMatchObject(expected);
  });
  test("evidence records are checked against their schema", async () => {
    const line = await Bun.file(`${import.meta.dir}/../../../corpus/hrv.ndjson`).text();
    const [first = ""] = line.split("\n");
    const broken = JSON.stringify({ ...JSON.parse(first), year: "1998" });
    const { records, rejected, refused } = await read(`${broken}\n${first}\n`, "own.ndjson");
    expect(refused).toBe(null);
    expect(records.length).toBe(1);
    expect(rejected.map(({ reason }) => reason)).toEqual(["/year: Expected integer"]);
  });
});

const JATS = `<?xml version="1.0"?><!DOCTYPE article PUBLIC "x" "y.dtd"><article article-type="research-article"><front>
<journal-meta><journal-title-group><journal-title>Journal of Invented Sleep</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/naps.2019</article-id><title-group><article-title>Naps of <italic>women</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>García</surname><given-names>Ana M</given-names></name></contrib>
<contrib contrib-type="author"><collab>NAP Study Group</collab></contrib><contrib contrib-type="editor"><name><surname>Nobody</surname></name></contrib></contrib-group>
<pub-date pub-type="pmc-release"><year>2021</year></pub-date><pub-date pub-type="epub"><year>2018</year></pub-date><pub-date pub-type="ppub"><year>2019</year></pub-date>
<abstract><p><bold>Methods.</bold> Forty women napped. <bold>Conclusion</bold>: Pleasant.</p></abstract><abstract abstract-type="graphical"><p>A picture</p></abstract></article-meta></front>
<body><p>First&nbsp;words <xref ref-type="bibr" rid="b1">[1]</xref>.</p><sec><title>Results</title><p>It helped<sup><xref ref-type="bibr" rid="b1">1</xref>,<xref ref-type="bibr" rid="b2">2</xref></sup>, as <xref ref-type="bibr" rid="b2">Doe (2010)</xref> found.</p>
<fig><caption><p>not prose</p></caption></fig><sec><title>Sleep</title><list><list-item><p>Longer.</p></list-item></list></sec></sec></body></article>`;

test("JATS: several articles in an OAI answer, with prefixes", async () => {
  const named = JATS.replace(/^.*?<article /s, "<article ").replaceAll(/<(\/?)(?=[a-z])/g, "<$1nlm:");
  const other = named.replace("naps.2019", "naps.2020");
  const { articles } = await read(
    `<OAI-PMH><record>${named}</record><record>${other}</record></OAI-PMH>`.replaceAll("&nbsp;", " "),
    "oai.xml",
  );
  expect(articles.map(({ doi }) => doi)).toEqual(["10.1000/naps.2019", "10.1000/naps.2020"]);
});

test("JATS: authors but no editors, the issue's year, run-in labels, headings as paths, no citation marks", async () => {
  expect(await onlyArticle(JATS, "one.nxml")).toMatchObject({
    title: "Naps of women",
    authors: ["Ana M García", "NAP Study Group"],
    year: 2019,
    abstract: [
      { label: "Methods", text: "Forty women napped." },
      { label: "Conclusion", text: "Pleasant." },
    ],
    body: [
      { heading: [], paragraphs: ["First words."] },
      { heading: ["Results"], paragraphs: ["It helped, as Doe (2010) found."] },
      { heading: ["Results", "Sleep"], paragraphs: ["Longer."] },
    ],
  });
});

test("JATS: formulas are read in one of their forms, as a picture they are named", async () => {
  const formula = (inside: string) => `<inline-formula>${inside}</inline-formula>`;
  const tex = "<tex-math>\\begin{document}$$12\\%$$\\end{document}</tex-math>";
  const written = [
    formula(`<alternatives>${tex}<math><mn>12</mn><mo>%</mo></math><inline-graphic/></alternatives>`),
    formula(tex),
    formula("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"),
    formula("<inline-graphic/>"),
  ].join("; ");
  const article = await onlyArticle(JATS.replace("Forty women napped.", `HRV fell by ${written}.`), "f.nxml");
  expect(article.abstract[0]?.text).toBe("HRV fell by 12%; 12%; 1/2; [Formula: see text].");
});

test("JATS: lists and breaks set words apart, in a paragraph and beside it", async () => {
  const list = "<list><list-item><p>First.</p></list-item><list-item><p>Second.</p></list-item></list>";
  const text = JATS.replace("Naps of", "Naps:<break/>of").replace(
    /<abstract><p>.*?<\/p><\/abstract>/,
    `<abstract><p>We found:${list}</p>${list}</abstract>`,
  );
  expect(await onlyArticle(text, "l.nxml")).toMatchObject({
    title: "Naps: of women",
    abstract: [{ text: "We found: First. Second. First. Second." }],
  });
});

test("JATS: of abstracts that all have a type, the one that is no summary", async () => {
  const typed = JATS.replace(
    "<abstract>",
    '<abstract abstract-type="author-highlights"><p>Short.</p></abstract><abstract abstract-type="main">',
  );
  expect((await onlyArticle(typed, "t.nxml")).abstract.map(({ label }) => label)).toEqual([
    "Methods",
    "Conclusion",
  ]);
});

test("JATS: titles of honour are no part of a name, particles are; a group with its name in two languages", async () => {
  const people = JATS.replace("<given-names>Ana M", "<prefix>Dr.</prefix><given-names>Ana M")
    .replace(
      /<collab>.*?<\/collab>/,
      (collab) => `<collab-alternatives>${collab}<collab>睡眠学会</collab></collab-alternatives>`,
    )
    .replace(
      "</contrib-group>",
      "<contrib><name><surname>Berg</surname><given-names>Jan</given-names><prefix>van der</prefix></name></contrib></contrib-group>",
    );
  expect((await onlyArticle(people, "n.nxml")).authors).toEqual([
    "Ana M García",
    "NAP Study Group",
    "Jan van der Berg",
  ]);
});
