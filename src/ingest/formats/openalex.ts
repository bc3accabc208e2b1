/**
 * OpenAlex works. The abstract comes as an index from words to positions and is reassembled.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { splitLabels } from "./abstract-labels.ts";
import { givenFirst } from "./author-names.ts";
import { isObject, type JsonObject, type JsonShape, list, member, text } from "./json-read.ts";

const ABSTRACT_WORDS_MAX = 20_000;

export const OPENALEX: JsonShape = {
  matches: (value) =>
    /^(?:https:\/\/openalex\.org\/)?W\d+$/.test(text(value, "id") ?? "") &&
    ("authorships" in value || "abstract_inverted_index" in value),
  draft: draftOf,
};

function draftOf(work: JsonObject): ArticleDraft {
  return {
    markup: true,
    dois: [text(work, "doi"), text(work, "ids", "doi")],
    title: text(work, "title") ?? text(work, "display_name"),
    authors: list(work, "authorships").map((each) =>
      givenFirst(text(each, "raw_author_name") ?? text(each, "author", "display_name") ?? ""),
    ),
    year: text(work, "publication_year") ?? text(work, "publication_date"),
    journal:
      text(work, "primary_location", "source", "display_name") ??
      text(work, "host_venue", "display_name") ??
      text(work, "primary_location", "raw_source_name"),
    pmid: /(\d+)\/?$/.exec(text(work, "ids", "pmid") ?? "")?.[1],
    abstract: splitLabels(abstractOf(member(work, "abstract_inverted_index"))),
    publicationTypes: [text(work, "type"), text(work, "type_crossref")],
    retracted: member(work, "is_retracted") === true,
  };
}

function abstractOf(index: unknown): string {
  if (!isObject(index)) return "";
  const places: { at: number; word: string }[] = [];
  for (const [word, positions] of Object.entries(index)) {
    if (!Array.isArray(positions)) continue;
    for (const at of positions) {
      if (typeof at === "number" && places.length < ABSTRACT_WORDS_MAX) places.push({ at, word });
    }
  }
  return places
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
    .join(" ")
    .replace(/^abstract[:.]?\s+(?=[A-Z])/i, "");
}
