/**
 * CSL-JSON, as reference managers export it and DOI content negotiation returns it.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { splitLabels } from "./abstract-labels.ts";
import { joinName } from "./author-names.ts";
import { isObject, type JsonObject, type JsonShape, list, member, text } from "./json-read.ts";
import { markupSections } from "./markup.ts";
import { kindOfUpdate } from "./retraction.ts";

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

/** A URL counts as the DOI only where it is a DOI's address. */
export function doiAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? url : undefined;
}

/** Names of CSL and Crossref: parts, or one literal (a group). */
export function authorsOf(item: JsonObject): string[] {
  return list(item, "author")
    .filter(isObject)
    .map((author) => {
      const part = (name: string) => text(author, name);
      const family = joinName(
        part("dropping-particle"),
        part("non-dropping-particle"),
        part("family"),
        part("suffix"),
      );
      return family === ""
        ? (part("literal") ?? part("name") ?? part("given") ?? "")
        : joinName(part("given"), family);
    });
}

/**
 * Types of the notices that a work is ("update-to") or that were published about it ("updated-by").
 */
export function updateTypes(item: JsonObject, name: "update-to" | "updated-by"): string[] {
  return list(item, name).map((update) => text(update, "type") ?? "");
}

/** What later notices say. Crossref writes them into its CSL-JSON too. */
export function flagsOf(item: JsonObject): { retracted: boolean; concern: boolean } {
  const kinds = updateTypes(item, "updated-by").map(kindOfUpdate);
  return { retracted: kinds.includes("retracted"), concern: kinds.includes("concern") };
}

/** A CSL date: `date-parts`, or words. */
export function yearOf(item: JsonObject, name: string): string | undefined {
  const date = member(item, name);
  return (
    text(list(date, "date-parts")[0]) ?? text(date, "raw") ?? text(date, "literal") ?? text(date)
  );
}

/** Sections by the headings of markup, else by labels in the text. */
export function abstractOf(abstract: string | undefined): { label?: string; text: string }[] {
  const sections = markupSections(abstract ?? "");
  return sections.flatMap((section) =>
    section.label === undefined ? splitLabels(section.text) : [section],
  );
}
