/**
 * CSL-JSON, as reference managers export it and DOI content negotiation returns it.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { abstractOf } from "./abstract.ts";
import { authorsOf, flagsOf, updateTypes, yearOf } from "./csl-members.ts";
import { doiAddress } from "./doi.ts";
import { type JsonObject, type JsonShape, list, text } from "./json-read.ts";

export const CSL: JsonShape = {
  matches: (value) =>
    typeof value.type === "string" &&
    !Array.isArray(value.title) &&
    !("authorships" in value) &&
    ["author", "issued", "container-title", "DOI"].some((name) => name in value),
  draft: draftOf,
};

function draftOf(item: JsonObject): ArticleDraft {
  // Zotero keeps fields that CSL lacks as lines of the note: "PMID: 123".
  const note = text(item, "note") ?? "";
  return {
    markup: true,
    dois: [text(item, "DOI"), noted(note, "DOI"), doiAddress(text(item, "URL"))],
    title: text(item, "title"),
    authors: authorsOf(item),
    year: yearOf(item, "issued"),
    journal:
      text(item, "container-title") ??
      text(item, "institution", "name") ??
      text(list(item, "institution")[0], "name"),
    pmid: text(item, "PMID") ?? noted(note, "PMID"),
    abstract: abstractOf(text(item, "abstract")),
    publicationTypes: [
      text(item, "type"),
      text(item, "subtype"),
      text(item, "genre"),
      ...updateTypes(item, "update-to"),
    ],
    ...flagsOf(item),
  };
}

function noted(note: string, name: string): string | undefined {
  return new RegExp(`^\\s*${name}:\\s*(\\S+)`, "im").exec(note)?.[1];
}
