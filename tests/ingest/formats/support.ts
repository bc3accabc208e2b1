/**
 * A file with the given content read to its end, and what an article in every format must come to.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../../src/contract/error.ts";
import { type Article, isArticle } from "../../../src/ingest/article.ts";
import { type Format, type Rejection, readArticles } from "../../../src/ingest/formats/index.ts";
import type { EvidenceRecord } from "../../../src/ingest/record.ts";

const folder = temporaryFolder("importers");

/** For the end of every test file that reads files; the folder comes back with the next one. */
export function removeFiles(): void {
  folder.remove();
}

export interface WholeFile {
  articles: Article[];
  records: EvidenceRecord[];
  /** DOIs of what the file says was retracted. */
  retracted: string[];
  rejected: Rejection[];
  /** Why the file as a whole was refused, or null. */
  refused: string | null;
}

export function fileOf(content: string | Uint8Array, name: string): string {
  mkdirSync(folder.path, { recursive: true });
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

export async function readFile(path: string, format?: Format): Promise<WholeFile> {
  const whole: WholeFile = {
    articles: [],
    records: [],
    retracted: [],
    rejected: [],
    refused: null,
  };
  try {
    for await (const result of readArticles(path, format === undefined ? {} : { format })) {
      if ("rejected" in result) whole.rejected.push(result.rejected);
      else if ("retracted" in result) whole.retracted.push(result.retracted);
      else if (isArticle(result.ok)) whole.articles.push(result.ok);
      else whole.records.push(result.ok);
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    whole.refused = error.message;
  }
  return whole;
}

export function read(
  content: string | Uint8Array,
  name: string,
  format?: Format,
): Promise<WholeFile> {
  return readFile(fileOf(content, name), format);
}

/** The only article of a file in which nothing else is. */
export async function onlyArticle(content: string | Uint8Array, name: string): Promise<Article> {
  const { articles, ...others } = await read(content, name);
  const [article] = articles;
  const { records, retracted, rejected, refused } = others;
  if (
    article === undefined ||
    articles.length + records.length + retracted.length + rejected.length > 1
  ) {
    throw new Error(`not one article: ${JSON.stringify({ articles: articles.length, ...others })}`);
  }
  if (refused !== null) throw new Error(refused);
  return article;
}

/** Records of one invented article in each format: what a source file of that format looks like. */
export const PUBMED = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">900001</PMID><Article>
<Journal><JournalIssue><PubDate><MedlineDate>2019 Nov-Dec</MedlineDate></PubDate></JournalIssue><Title>Journal of Invented Sleep</Title></Journal>
<ArticleTitle>Naps &amp; the V&#x307;O<sub>2</sub>max of women: p &lt; .05?</ArticleTitle>
<ELocationID EIdType="pii" ValidYN="Y">S1</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.1000/NAPS.2019</ELocationID>
<Abstract><AbstractText Label="METHODS" NlmCategory="METHODS">Forty women napped.</AbstractText><AbstractText Label="CONCLUSIONS">Napping was <i>pleasant</i>.</AbstractText></Abstract>
<AuthorList><Author ValidYN="Y"><LastName>García</LastName><ForeName>Ana M</ForeName></Author><Author><LastName>King</LastName><ForeName>Martin</ForeName><Suffix>Jr</Suffix></Author><Author><CollectiveName>NAP Study Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType>Randomized Controlled Trial</PublicationType></PublicationTypeList>
</Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/naps.2019</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9999/of-a-reference</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>
`;

export const RIS = `TY  - JOUR
AU  - García, Ana M
AU  - King, Martin, Jr
AU  - NAP Study Group
TI  - Naps of women
PY  - 2019/11//
JF  - Journal of Invented Sleep
AB  - Forty women napped.
DO  - https://doi.org/10.1000/NAPS.2019
ER  - 
`;

export const NBIB = `
PMID- 900001
TI  - Naps of women: a trial that goes on
      to the next line.
LID - S1 [pii]
LID - 10.1000/NAPS.2019 [doi]
AB  - METHODS: Forty women napped for a
      while. CONCLUSIONS: Napping was pleasant.
FAU - García, Ana M
AU  - García AM
FAU - King, Martin Jr
AU  - King M Jr
CN  - NAP Study Group
DP  - 2019 Nov-Dec
JT  - Journal of invented sleep
PT  - Randomized Controlled Trial
SO  - J Inv Sleep. 2019;1(2):3. doi: 10.1000/NAPS.2019.
`;

export const BIBTEX = `@string{jis = "Journal of {Invented} Sleep"}
@comment{jabref-meta: {nothing}}
@article{garcia2019,
  author = {Garc{\\'\\i}a, Ana M and King, Jr, Martin and {NAP Study Group} and others},
  title = "{Naps} of \\emph{women}: {$\\alpha$} \\& \\"uber 50\\%",
  journal = jis,
  year = 2019,
  doi = {10.1000/naps\\_2019},
  abstract = {Forty women {napped}.}
}
`;
