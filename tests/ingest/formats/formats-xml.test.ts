/** Guarantee: each XML format is read as that format defines it. */
import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Article } from "../../../src/ingest/article.ts";
import { NBIB, onlyArticle, PUBMED, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const JATS = `<?xml version="1.0"?><!DOCTYPE article PUBLIC "x" "y.dtd"><article article-type="research-article"><front>
<journal-meta><journal-title-group><journal-title>Journal of Invented Sleep</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/naps.2019</article-id><title-group><article-title>Naps of <italic>women</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>García</surname><given-names>Ana M</given-names></name></contrib>
<contrib contrib-type="author"><collab>NAP Study Group</collab></contrib><contrib contrib-type="editor"><name><surname>Nobody</surname></name></contrib></contrib-group>
<pub-date pub-type="pmc-release"><year>2021</year></pub-date><pub-date pub-type="epub"><year>2018</year></pub-date><pub-date pub-type="ppub"><year>2019</year></pub-date>
<abstract><p><bold>Methods.</bold> Forty women napped. <bold>Conclusion</bold>: Pleasant.</p></abstract><abstract abstract-type="graphical"><p>A picture</p></abstract></article-meta></front>
<body><p>First&nbsp;words <xref ref-type="bibr" rid="b1">[1]</xref>.</p><sec><title>Results</title><p>It helped<sup><xref ref-type="bibr" rid="b1">1</xref>,<xref ref-type="bibr" rid="b2">2</xref></sup>, as <xref ref-type="bibr" rid="b2">Doe (2010)</xref> found.</p>
<fig><caption><p>not prose</p></caption></fig><sec><title>Sleep</title><list><list-item><p>Longer.</p></list-item></list></sec></sec></body></article>`;

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
    const poor = PUBMED.replace(/<Abstract>.*<\/Abstract>/s, "").replace(
      /<AuthorList>.*<\/AuthorList>/s,
      "",
    );
    const { rejected } = await read(poor, "poor.xml");
    expect(rejected).toEqual([
      { place: "poor.xml:3 (PMID 900001)", reason: "no authors, no abstract" },
    ]);
  });
  test("the second record with a DOI is reported, not taken", async () => {
    const [head, record, tail] = PUBMED.split(/(<PubmedArticle>.*<\/PubmedArticle>)/s);
    const { articles, rejected } = await read(`${head}${record}\n${record}${tail}`, "twice.xml");
    expect(articles.length).toBe(1);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      "10.1000/naps.2019 is already in line 3",
    ]);
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
  const titled = (title: string) =>
    PUBMED.replace(/(?<=<ArticleTitle>).*(?=<\/ArticleTitle>)/, title);
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
    const nbib = NBIB.replace(
      /TI {2}- .*\n .*/,
      "TI  - [Not Available].\nTT  - Siestas de mujeres.",
    );
    expect((await onlyArticle(nbib, "v.nbib")).title).toBe("Siestas de mujeres");
    const { rejected } = await read(titled("[In Process Citation]"), "none.xml");
    expect(rejected.map(({ reason }) => reason)).toEqual(["no title"]);
  });
});

test("JATS: characters by their names in HTML; two names in one are none", async () => {
  const named = await onlyArticle(
    JATS.replace("Forty women", "&forall; p&hairsp;&leqslant;&nbsp;0.05"),
    "n.xml",
  );
  expect(named.abstract[0]?.text).toBe("∀ p ⩽ 0.05 napped.");
  const { refused } = await read(JATS.replace("Forty women", "&x&amp;"), "two.xml");
  expect(refused).toContain("disallowed character in entity name");
});

test("JATS: several articles in an OAI answer, with prefixes", async () => {
  const named = JATS.replace(/^.*?<article /s, "<article ").replaceAll(
    /<(\/?)(?=[a-z])/g,
    "<$1nlm:",
  );
  const other = named.replace("naps.2019", "naps.2020");
  const { articles } = await read(
    `<OAI-PMH><record>${named}</record><record>${other}</record></OAI-PMH>`.replaceAll(
      "&nbsp;",
      " ",
    ),
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
    formula(
      `<alternatives>${tex}<math><mn>12</mn><mo>%</mo></math><inline-graphic/></alternatives>`,
    ),
    formula(tex),
    formula("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"),
    formula("<inline-graphic/>"),
  ].join("; ");
  const article = await onlyArticle(
    JATS.replace("Forty women napped.", `HRV fell by ${written}.`),
    "f.nxml",
  );
  expect(article.abstract[0]?.text).toBe("HRV fell by 12%; 12%; 1/2; [Formula: see text].");
});

test("JATS: lists and breaks set words apart, in a paragraph and beside it", async () => {
  const list =
    "<list><list-item><p>First.</p></list-item><list-item><p>Second.</p></list-item></list>";
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
