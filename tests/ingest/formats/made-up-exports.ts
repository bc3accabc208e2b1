/**
 * Exports as each service and program writes them, with made-up articles: two whole ones, one
 * without an abstract and one without a DOI. They hold the guarantees where real exports are not on
 * the machine.
 */

interface Work {
  doi: string | null;
  title: string;
  abstract: string | null;
}

export const WORKS_READ = 4;
export const WORKS_ACCEPTED = 2;

const WORKS: readonly Work[] = [
  {
    doi: "10.5555/Naps.1",
    title: "Naps and the mood of rowers",
    abstract:
      "Thirty rowers napped on five days. Their mood was better after a nap of 20 minutes. It was no better after one of 90 minutes.",
  },
  {
    doi: "10.5555/naps.2",
    title: "Light suppers before a night shift",
    abstract:
      "Nurses ate a light or a rich supper before each of eight shifts. Both suppers were followed by the same sleep.",
  },
  { doi: "10.5555/naps.3", title: "A letter on naps", abstract: null },
  { doi: null, title: "Naps without a number", abstract: "This report was never given a DOI." },
];

const JOURNAL = "Annals of Made-Up Sleep";
const withMarkup = (text: string) => text.replace("rowers", "<i>rowers</i>");

const pubmed = ({ doi, title, abstract }: Work, at: number) =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">80000${at}</PMID><Article><Journal><JournalIssue><PubDate><Year>2021</Year></PubDate></JournalIssue><Title>${JOURNAL}</Title></Journal>
<ArticleTitle>${withMarkup(title)}.</ArticleTitle>${doi === null ? "" : `<ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>`}
${abstract === null ? "" : `<Abstract><AbstractText>${abstract}</AbstractText></Abstract>`}<AuthorList><Author><LastName>Orso</LastName><ForeName>Mira</ForeName></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article></MedlineCitation></PubmedArticle>`;

const nbib = ({ doi, title, abstract }: Work, at: number) =>
  `PMID- 80000${at}\nTI  - ${title}.\n${doi === null ? "" : `LID - ${doi} [doi]\n`}${abstract === null ? "" : `AB  - ${abstract}\n`}FAU - Orso, Mira\nDP  - 2021 May\nJT  - ${JOURNAL}\nPT  - Journal Article\n`;

const ris = ({ doi, title, abstract }: Work) =>
  `TY  - JOUR\nAU  - Orso, Mira\nTI  - ${title}\nPY  - 2021\nJO  - ${JOURNAL}\n${abstract === null ? "" : `AB  - ${abstract}\n`}${doi === null ? "" : `DO  - ${doi}\n`}ER  - \n`;

const bibtex = ({ doi, title, abstract }: Work, at: number) =>
  `@article{orso${at},\n  author = {Orso, Mira},\n  title = {${title.replace("rowers", "\\emph{rowers}")}},\n  journal = {${JOURNAL}},\n  year = 2021${doi === null ? "" : `,\n  doi = {${doi}}`}${abstract === null ? "" : `,\n  abstract = {${abstract}}`}\n}\n`;

const csl = ({ doi, title, abstract }: Work, at: number) => ({
  id: `orso${at}`,
  type: "article-journal",
  title,
  author: [{ given: "Mira", family: "Orso" }],
  "container-title": JOURNAL,
  issued: { "date-parts": [[2021, 5]] },
  ...(doi !== null && { DOI: doi }),
  ...(abstract !== null && { abstract }),
});

const crossref = ({ doi, title, abstract }: Work) => ({
  ...(doi !== null && { DOI: doi }),
  type: "journal-article",
  title: [withMarkup(title)],
  author: [{ given: "Mira", family: "Orso" }],
  "container-title": [JOURNAL],
  issued: { "date-parts": [[2021, 5]] },
  ...(abstract !== null && { abstract: `<jats:p>${abstract}</jats:p>` }),
});

function invertedIndex(text: string): Record<string, number[]> {
  const places: Record<string, number[]> = {};
  for (const [at, word] of text.split(" ").entries()) {
    places[word] ??= [];
    places[word].push(at);
  }
  return places;
}

const openalex = ({ doi, title, abstract }: Work, at: number) => ({
  id: `https://openalex.org/W8000${at}`,
  ...(doi !== null && { doi: `https://doi.org/${doi}` }),
  title,
  publication_year: 2021,
  authorships: [{ author: { display_name: "Mira Orso" } }],
  primary_location: { source: { display_name: JOURNAL } },
  abstract_inverted_index: abstract === null ? null : invertedIndex(abstract),
  is_retracted: false,
});

const europepmc = ({ doi, title, abstract }: Work, at: number) => ({
  id: `80000${at}`,
  source: "MED",
  pmid: `80000${at}`,
  ...(doi !== null && { doi }),
  title: `${withMarkup(title)}.`,
  authorList: { author: [{ firstName: "Mira", lastName: "Orso" }] },
  journalInfo: { yearOfPublication: 2021, journal: { title: JOURNAL } },
  ...(abstract !== null && { abstractText: abstract }),
});

const jats = ({ doi, title, abstract }: Work) =>
  `<article article-type="research-article"><front><journal-meta><journal-title-group><journal-title>${JOURNAL}</journal-title></journal-title-group></journal-meta>
<article-meta>${doi === null ? "" : `<article-id pub-id-type="doi">${doi}</article-id>`}<title-group><article-title>${title.replace("rowers", "<italic>rowers</italic>")}</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Orso</surname><given-names>Mira</given-names></name></contrib></contrib-group><pub-date pub-type="epub"><year>2021</year></pub-date>
${abstract === null ? "" : `<abstract><p>${abstract}</p></abstract>`}</article-meta></front></article>`;

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

/** By the name of the file. */
export const EXPORTS: Readonly<Record<string, string>> = {
  "efetch.xml": `<?xml version="1.0"?><PubmedArticleSet>${WORKS.map(pubmed).join("\n")}</PubmedArticleSet>\n`,
  "pubmed.nbib": WORKS.map(nbib).join("\n"),
  "export.ris": WORKS.map(ris).join("\n"),
  "export.bib": WORKS.map(bibtex).join("\n"),
  "csl.json": json(WORKS.map(csl)),
  "crossref.json": json({ status: "ok", message: { items: WORKS.map(crossref) } }),
  "openalex.json": json({ results: WORKS.map(openalex) }),
  "europepmc.json": json({ resultList: { result: WORKS.map(europepmc) } }),
  "articles.nxml": `<?xml version="1.0"?><articles>${WORKS.map(jats).join("\n")}</articles>\n`,
};

/** One article as a service answers it. */
export const ANSWERS = {
  pubmed: `<?xml version="1.0"?><PubmedArticleSet>${WORKS.slice(0, 1).map(pubmed).join("")}</PubmedArticleSet>\n`,
  crossref: json({
    status: "ok",
    message: { "total-results": 1, items: WORKS.slice(0, 1).map(crossref) },
  }),
  openalex: json({ meta: { count: 1 }, results: WORKS.slice(0, 1).map(openalex) }),
};

/** Files that are none of the formats, and how each is told apart. */
export const OTHERS: readonly (readonly [file: string, content: string, why: string])[] = [
  [
    "export.ciw",
    "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Orso, M\nTI Naps\nPY 2021\nER\n\nEF\n",
    "Web of Science",
  ],
  [
    "table.csv",
    '"PMID","Title","Authors","DOI"\n"800001","Naps","Orso M","10.5555/naps.1"\n',
    "a table (CSV)",
  ],
  ["other.json", json({ paperId: "a1", title: "Naps", venue: JOURNAL }), "JSON of another kind"],
];
