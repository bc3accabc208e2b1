/**
 * BibTeX and BibLaTeX.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { abstractOf } from "./abstract.ts";
import { givenFirst, joinName } from "./author-names.ts";
import { BibEntries, type BibEntry, type BibEntryRead } from "./bibtex-entries.ts";
import { doiAddress } from "./doi.ts";
import { latexToText } from "./latex.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";

/** Entries that others refer to with `crossref`, mostly without being cited themselves. */
const PARENT_TYPES = new Set(
  "proceedings collection book mvbook mvcollection mvproceedings periodical".split(" "),
);
/** Held back until the end of the file because their parent had not come yet. */
const WAITING_MAX = 10_000;

export class BibtexReader implements RecordReader {
  readonly #entries = new BibEntries();
  readonly #parents = new Map<string, BibEntry>();
  readonly #waiting: BibEntry[] = [];

  write(piece: string): RecordRead[] {
    return this.#entries.write(piece).flatMap((entry) => this.#found(entry));
  }

  end(): RecordRead[] {
    const records = this.#entries.end().flatMap((entry) => this.#found(entry));
    return [...records, ...this.#waiting.map((entry) => this.#drafted(entry))];
  }

  #found(entry: BibEntryRead): RecordRead[] {
    if ("refused" in entry) return [entry];
    if (PARENT_TYPES.has(entry.type) && this.#parents.size < WAITING_MAX) {
      this.#parents.set(entry.key.toLowerCase(), withoutText(entry));
    }
    const waits = entry.fields.has("crossref") && this.#parentOf(entry) === undefined;
    if (waits && this.#waiting.length < WAITING_MAX) {
      this.#waiting.push(entry);
      return [];
    }
    return [this.#drafted(entry)];
  }

  /** One level only: a parent's own parent is not looked up, so a circle cannot be walked. */
  #parentOf(entry: BibEntry): BibEntry | undefined {
    return this.#parents.get((entry.fields.get("crossref") ?? "").trim().toLowerCase());
  }

  #drafted(entry: BibEntry): RecordRead {
    return { line: entry.line, id: entry.key, draft: draftOf(entry, this.#parentOf(entry)) };
  }
}

/** What a child can inherit. */
function withoutText(entry: BibEntry): BibEntry {
  const fields = [...entry.fields].filter(([name]) =>
    ["title", "booktitle", "journal", "year", "date"].includes(name),
  );
  return { ...entry, fields: new Map(fields) };
}

function draftOf(entry: BibEntry, parent: BibEntry | undefined): ArticleDraft {
  const own = (name: string) => latexToText(entry.fields.get(name) ?? "") || undefined;
  const inherited = (name: string) => latexToText(parent?.fields.get(name) ?? "") || undefined;
  const address = (name: string) => latexToText(entry.fields.get(name) ?? "", false) || undefined;
  const title = own("title");
  const subtitle = own("subtitle");
  return {
    markup: true,
    dois: [address("doi"), doiAddress(address("url"))],
    title: title === undefined || subtitle === undefined ? title : `${title}: ${subtitle}`,
    authors: authorsOf(entry.fields.get("author") ?? ""),
    year: own("year") ?? own("date") ?? inherited("year") ?? inherited("date"),
    journal:
      own("journal") ??
      own("journaltitle") ??
      own("booktitle") ??
      inherited("journal") ??
      inherited("booktitle") ??
      inherited("title"),
    pmid: own("pmid") ?? (/^pubmed$/i.test(own("eprinttype") ?? "") ? own("eprint") : undefined),
    abstract: abstractOf(own("abstract")),
    // Scopus and Web of Science export theirs as a field: "Article; Retracted Publication".
    publicationTypes: [entry.type, ...(own("type") ?? "").split(";")],
  };
}

function authorsOf(source: string): string[] {
  return splitAtDepth0(source, /^\s+and\s+/i)
    .map((name) => name.trim())
    .filter((name) => name !== "" && name.toLowerCase() !== "others")
    .map((name) => {
      const parts = splitAtDepth0(name, /^\s*,\s*/).map((part) => latexToText(part));
      if (parts.every((part) => NAME_PART.test(part))) return extendedName(parts);
      // Braces around a whole name say that it is no person's; a comma in it turns nothing round.
      return parts.length === 1 ? (parts[0] ?? "") : givenFirst(parts.join(", "));
    });
}

const NAME_PART = /^([a-z-]{1,20})\s?=\s?(.*)$/;

/** BibLaTeX's "family=Berg, given=Jan, prefix=van der". */
function extendedName(parts: readonly string[]): string {
  const named = new Map(parts.map((part) => NAME_PART.exec(part)?.slice(1) as [string, string]));
  return joinName(
    named.get("given"),
    named.get("prefix"),
    named.get("family"),
    named.get("suffix"),
  );
}

const SEPARATOR_CHARS_MAX = 20;

/** Parts between separators that stand outside braces. */
function splitAtDepth0(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (depth === 0 && /[\s,]/.test(character)) {
      const found = separator.exec(text.slice(at, at + SEPARATOR_CHARS_MAX));
      if (found === null) continue;
      parts.push(text.slice(from, at));
      from = at + found[0].length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)];
}
