/**
 * MEDLINE format, the "PubMed" and `.nbib` export: four-letter tags, with an empty line between
 * records.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { splitLabels } from "./abstract-labels.ts";
import { givenFirst } from "./author-names.ts";
import { fileFault } from "./file-fault.ts";
import { withoutBrackets } from "./plain-text.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";
import { Lines, TaggedRecord } from "./tagged-lines.ts";

const TAG = /^([A-Z][A-Z0-9]{1,3}) *-(?: (.*))?$/;
/** Tag and padding; the dash is the fifth character. */
const DASH_AT = 4;

export class NbibReader implements RecordReader {
  readonly #lines = new Lines();
  #record: TaggedRecord | null = null;
  #withSource = 0;

  write(piece: string): RecordRead[] {
    return this.#lines.write(piece).flatMap(({ line, text }) => this.#line(line, text));
  }

  end(): RecordRead[] {
    const records = this.#lines.end().flatMap(({ line, text }) => this.#line(line, text));
    // The format has no end mark, but the source line is the last one of every article that PubMed
    // writes.
    if (this.#record !== null && this.#isFromPubmed(this.#record) && !isWhole(this.#record)) {
      throw fileFault(this.#record.line, "the last record has no SO line; the file is truncated");
    }
    return [...records, ...this.#finish()];
  }

  #line(line: number, text: string): RecordRead[] {
    if (text.trim() === "") return this.#finish();
    const [, tag, value = ""] = text[DASH_AT] === "-" ? (TAG.exec(text) ?? []) : [];
    if (tag === undefined) {
      this.#record?.continue(text.trim());
      return [];
    }
    const before = tag === "PMID" ? this.#finish() : [];
    this.#record ??= new TaggedRecord(line);
    this.#record.add(tag, value);
    return before;
  }

  /** Reference managers write neither owner and status nor, usually, a source line. */
  #isFromPubmed(record: TaggedRecord): boolean {
    return this.#withSource > 0 || record.first("OWN", "STAT") !== undefined;
  }

  #finish(): RecordRead[] {
    const record = this.#record;
    this.#record = null;
    if (record === null) return [];
    if (record.first("SO") !== undefined) this.#withSource++;
    const pmid = record.first("PMID");
    return [
      {
        line: record.line,
        ...(pmid !== undefined && { id: `PMID ${pmid}` }),
        draft: draftOf(record),
      },
    ];
  }
}

/** Books have no source line. */
function isWhole(record: TaggedRecord): boolean {
  return record.first("SO", "BTI") !== undefined;
}

function draftOf(record: TaggedRecord): ArticleDraft {
  return {
    dois: record.all("LID", "AID", "SO").map(doiIn),
    title: ["TI", "BTI", "TT"]
      .map((tag) => withoutBrackets(record.first(tag) ?? ""))
      .find((title) => title !== ""),
    authors: authorsOf(record),
    year: record.first("DP", "DEP"),
    journal: record.first("JT", "TA"),
    pmid: record.first("PMID")?.trim(),
    abstract: splitLabels(record.first("AB") ?? ""),
    publicationTypes: record.all("PT"),
    retracted: record.first("RIN") !== undefined,
    concern: record.first("ECI") !== undefined,
  };
}

/** "10.1016/… [doi]" of an identifier, or "doi: 10.1073/… ." of the source line. */
function doiIn(value: string): string | undefined {
  if (/\[doi\]\s*$/i.test(value)) return value;
  return /\bdoi:\s*(10\.\S+)/i.exec(value)?.[1];
}

function authorsOf(record: TaggedRecord): string[] {
  const full = record.first("FAU") !== undefined;
  return record.fields.flatMap(({ tag, value }) => {
    if (tag === "CN") return [value];
    if (tag === "FAU") return [givenFirst(value)];
    return tag === "AU" && !full ? [initialsFirst(value)] : [];
  });
}

/** "Griffin DK" of older records as "DK Griffin". */
function initialsFirst(name: string): string {
  const [, family, initials, suffix] =
    /^(.+?) (\p{Lu}{1,4})(?: (Jr|Sr|[2-4](?:nd|rd|th)))?$/u.exec(name.trim()) ?? [];
  if (family === undefined || initials === undefined) return name;
  return [initials, family, suffix].filter((part) => part !== undefined).join(" ");
}
