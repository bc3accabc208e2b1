/**
 * PubMed XML: `PubmedArticleSet` of the web site and E-utilities, and the older
 * `MedlineCitationSet`.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { joinName } from "./author-names.ts";
import { withoutBrackets } from "./plain-text.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";
import { type XmlNode, type XmlRecord, XmlRecords } from "./xml.ts";
import { childrenOf, find, textOf } from "./xml-text.ts";

export const PUBMED_ROOTS = [
  "PubmedArticleSet",
  "PubmedArticle",
  "MedlineCitationSet",
  "MedlineCitation",
  "PubmedBookArticleSet",
  "PubmedBookArticle",
];

export class PubmedReader implements RecordReader {
  readonly #xml = new XmlRecords([
    "PubmedArticle",
    "MedlineCitation",
    "PubmedBookArticle",
    "DeleteCitation",
  ]);

  write(text: string): RecordRead[] {
    return this.#xml.write(text).flatMap(foundIn);
  }

  end(): RecordRead[] {
    return this.#xml.end().flatMap(foundIn);
  }
}

function foundIn(record: XmlRecord): RecordRead[] {
  if (record.root.name !== "DeleteCitation") return [articleIn(record)];
  // Update files end with the records that PubMed withdrew.
  return childrenOf(record.root, "PMID").map((pmid) => ({
    line: record.line,
    id: `PMID ${textOf(pmid).trim()}`,
    refused: "deleted from PubMed",
  }));
}

function articleIn({ line, root }: XmlRecord): RecordRead {
  const book = find(root, "BookDocument");
  const citation = root.name === "MedlineCitation" ? root : find(root, "MedlineCitation");
  const pmid = textOf(find(citation ?? book, "PMID")).trim();
  const at = { line, ...(pmid !== "" && { id: `PMID ${pmid}` }) };
  if (book !== undefined) return { ...at, refused: "a book, not a journal article" };
  const article = find(citation, "Article");
  if (citation === undefined || article === undefined)
    return { ...at, refused: "no article in the record" };
  return { ...at, draft: draftOf(root, citation, article, pmid) };
}

function draftOf(record: XmlNode, citation: XmlNode, article: XmlNode, pmid: string): ArticleDraft {
  const journal = find(article, "Journal");
  const types = childrenOf(find(article, "PublicationTypeList"), "PublicationType").map((type) =>
    textOf(type),
  );
  const notices = childrenOf(find(citation, "CommentsCorrectionsList"), "CommentsCorrections").map(
    (notice) => notice.attributes.RefType,
  );
  const title = withoutBrackets(textOf(find(article, "ArticleTitle")));
  return {
    dois: doisOf(record, article),
    title: title === "" ? withoutBrackets(textOf(find(article, "VernacularTitle"))) : title,
    authors: childrenOf(find(article, "AuthorList"), "Author")
      .filter((author) => author.attributes.ValidYN !== "N")
      .map(authorName),
    year: yearOf(article),
    journal: textOf(find(journal, "Title")) || textOf(find(journal, "ISOAbbreviation")),
    pmid,
    abstract: abstractOf(find(article, "Abstract")),
    publicationTypes: types,
    retracted: types.includes("Retracted Publication") || notices.includes("RetractionIn"),
    concern: notices.includes("ExpressionOfConcernIn"),
  };
}

function doisOf(record: XmlNode, article: XmlNode): string[] {
  const locations = childrenOf(article, "ELocationID")
    .filter(({ attributes }) => attributes.EIdType === "doi" && attributes.ValidYN !== "N")
    .map((id) => textOf(id));
  const ids = childrenOf(find(record, "PubmedData", "ArticleIdList"), "ArticleId")
    .filter(({ attributes }) => attributes.IdType === "doi")
    .map((id) => textOf(id));
  return [...ids, ...locations];
}

function authorName(author: XmlNode): string {
  const part = (name: string) => textOf(find(author, name));
  return (
    part("CollectiveName") ||
    joinName(part("ForeName") || part("Initials"), part("LastName"), part("Suffix"))
  );
}

function yearOf(article: XmlNode): string {
  const date = find(article, "Journal", "JournalIssue", "PubDate");
  return (
    textOf(find(date, "Year")) ||
    textOf(find(date, "MedlineDate")) ||
    textOf(find(article, "ArticleDate", "Year"))
  );
}

function abstractOf(abstract: XmlNode | undefined): { label?: string; text: string }[] {
  return childrenOf(abstract, "AbstractText").map((part) => {
    const label = part.attributes.Label ?? "";
    // "UNLABELLED" is PubMed's word for the part without a heading.
    return { ...(label !== "" && !/^unlabel/i.test(label) && { label }), text: textOf(part) };
  });
}
