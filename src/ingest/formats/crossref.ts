/**
 * Crossref REST: a work, or a list of works.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { abstractOf } from "./abstract.ts";
import { authorsOf, flagsOf, updateTypes, yearOf } from "./csl-members.ts";
import { type JsonObject, type JsonShape, list, text } from "./json-read.ts";

export const CROSSREF: JsonShape = {
  matches: (value) =>
    typeof value.DOI === "string" &&
    // CSL-JSON has the same members, with one title instead of a list.
    Array.isArray("title" in value ? value.title : value["container-title"]),
  draft: draftOf,
};

function draftOf(work: JsonObject): ArticleDraft {
  const subtitle = text(work, "subtitle");
  const title = text(work, "title");
  return {
    markup: true,
    dois: [text(work, "DOI")],
    title:
      title === undefined || subtitle === undefined || title.includes(subtitle)
        ? title
        : `${title}: ${subtitle}`,
    authors: authorsOf(work),
    year: yearOf(work, "published-print") ?? yearOf(work, "issued") ?? yearOf(work, "published"),
    // A preprint has no journal; its server takes that place.
    journal: text(work, "container-title") ?? text(list(work, "institution")[0], "name"),
    abstract: abstractOf(text(work, "abstract")),
    // A notice is recognised by the work that it updates; other updates ("new_version") are
    // articles.
    publicationTypes: [
      text(work, "type"),
      text(work, "subtype"),
      ...updateTypes(work, "update-to"),
    ],
    ...flagsOf(work),
  };
}
