/**
 * Europe PMC REST search results (core or lite), and the same record as getpapers stores it.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { abstractOf } from "./abstract.ts";
import { joinName } from "./author-names.ts";
import { type JsonObject, type JsonShape, list, text, texts } from "./json-read.ts";
import { withoutBrackets } from "./plain-text.ts";

export const EUROPE_PMC: JsonShape = {
  matches: (value) =>
    text(value, "id") !== undefined &&
    text(value, "source") !== undefined &&
    ["authorString", "journalInfo", "pubYear", "abstractText"].some((name) => name in value),
  draft: draftOf,
};

function draftOf(result: JsonObject): ArticleDraft {
  const info = list(result, "journalInfo")[0];
  const report = list(result, "bookOrReportDetails")[0];
  const notices = list(list(result, "commentCorrectionList")[0], "commentCorrection").map(
    (notice) => text(notice, "type") ?? "",
  );
  return {
    markup: true,
    dois: [text(result, "doi")],
    title: withoutBrackets(text(result, "title") ?? ""),
    authors: authorsOf(result),
    year: text(info, "yearOfPublication") ?? text(result, "pubYear"),
    journal:
      text(list(info, "journal")[0], "title") ??
      text(result, "journalTitle") ??
      text(report, "publisher"),
    pmid: text(result, "pmid"),
    abstract: abstractOf(text(result, "abstractText")),
    publicationTypes: [
      ...texts(list(result, "pubTypeList")[0], "pubType"),
      ...(text(result, "pubType") ?? "").split(";"),
    ],
    retracted: notices.some((type) => /^retraction in/i.test(type)),
    concern: notices.some((type) => /^expression of concern in/i.test(type)),
  };
}

function authorsOf(result: JsonObject): string[] {
  const authors = list(list(result, "authorList")[0], "author").map((author) => {
    const part = (name: string) => text(author, name);
    const joined = joinName(
      part("firstName") ?? part("initials"),
      part("lastName"),
      part("suffix"),
    );
    return part("collectiveName") ?? (joined === "" ? (part("fullName") ?? "") : joined);
  });
  if (authors.some((author) => author !== "")) return authors;
  return (text(result, "authorString") ?? "").replace(/\.$/, "").split(/,\s+/);
}
