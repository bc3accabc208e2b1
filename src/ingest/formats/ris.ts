/**
 * RIS, as databases and reference managers export it: two-letter tags from `TY` to `ER`.
 *
 * The reader is tolerant: it accepts text around the records, one or more spaces after the dash,
 * continued lines with or without indent, and the different tags that databases use for the same
 * field.
 * @module
 */
import { decodeHTMLStrict } from "entities/decode";
import type { ArticleDraft } from "../article.ts";
import { abstractOf } from "./abstract.ts";
import { givenFirst } from "./author-names.ts";
import { normaliseDoi } from "./doi.ts";
import { fileFault } from "./file-fault.ts";
import { normaliseText } from "./plain-text.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";
import { Lines, TaggedRecord } from "./tagged-lines.ts";

const TAG = /^\s{0,3}([A-Z][A-Z0-9])( {1,2})-(?:[ \t]+(.*))?$/;

export class RisReader implements RecordReader {
  readonly #lines = new Lines();
  #record: TaggedRecord | null = null;
  /**
   * The spaces before the dash of the `TY` line. Other lines must have as many, or "IL - 6" in a
   * text would be a tag.
   */
  #spaces = "  ";

  write(piece: string): RecordRead[] {
    return this.#lines.write(piece).flatMap(({ line, text }) => this.#line(line, text));
  }

  end(): RecordRead[] {
    const records = this.#lines.end().flatMap(({ line, text }) => this.#line(line, text));
    if (this.#record !== null) {
      throw fileFault(this.#record.line, "the last record has no ER line; the file is truncated");
    }
    return records;
  }

  #line(line: number, text: string): RecordRead[] {
    const [, tag, spaces, value = ""] = TAG.exec(text) ?? [];
    if (tag === "TY" && spaces !== undefined) {
      const unfinished = this.#finish();
      this.#record = new TaggedRecord(line);
      this.#spaces = spaces;
      this.#record.add(tag, value);
      return unfinished;
    }
    // Files edited by hand space the end mark differently, but nothing follows it.
    if (tag === "ER" && (spaces === this.#spaces || value.trim() === "")) return this.#finish();
    if (tag === undefined || spaces !== this.#spaces) {
      if (text.trim() !== "") this.#record?.continue(text.trim());
      return [];
    }
    this.#record?.add(tag, value);
    return [];
  }

  #finish(): RecordRead[] {
    const record = this.#record;
    this.#record = null;
    if (record === null) return [];
    const id = record.first("DO", "ID", "AN");
    return [{ line: record.line, ...(id !== undefined && { id }), draft: draftOf(record) }];
  }
}

function draftOf(record: TaggedRecord): ArticleDraft {
  const type = record.first("M3");
  return {
    markup: true,
    dois: [...record.all("DO", "DI"), ...elsewhere(record)],
    title: record.first("TI", "T1", "CT"),
    authors: record.all("AU", "A1").flatMap(namesIn).map(givenFirst),
    year: record.first("PY", "Y1", "DA"),
    journal: record.first("JF", "JO", "T2", "JA", "J2", "J1"),
    pmid: pmidOf(record),
    abstract: abstractOf(abstractText(record)),
    publicationTypes: [
      record.first("TY"),
      // Web of Science lists several: "Article; Retracted Publication".
      ...(type !== undefined && normaliseDoi(type) === null ? type.split(";") : []),
    ],
  };
}

/** Usually one author per line; some exports put all on one line ("Smith, J.; Doe, A."). */
function namesIn(line: string): string[] {
  const names = decodeHTMLStrict(line)
    .split(";")
    .filter((name) => name.trim() !== "");
  return names.every((name) => name.includes(",")) ? names : [line];
}

/** Databases without a `DO` tag keep the DOI in L3 (EBSCO), M3 (older Mendeley) or as a URL. */
function elsewhere(record: TaggedRecord): string[] {
  const ids = record.all("L3", "M3", "M1", "N1").filter((value) => normaliseDoi(value) !== null);
  const addresses = record
    .all("UR", "L2", "LK")
    .flatMap((value) => value.split(/[\s;]+/))
    .filter((address) => /^https?:\/\/(?:dx\.)?doi\.org\//i.test(address));
  return [...ids, ...addresses];
}

function abstractText(record: TaggedRecord): string {
  const texts = record.all("AB").length > 0 ? record.all("AB") : record.all("N2");
  return texts
    .map(normaliseText)
    .filter((text) => !/^copyright of .+ is the property of/i.test(text))
    .join(" ")
    .replace(/^abstract\s*[-:.–]\s*/i, "");
}

function pmidOf(record: TaggedRecord): string | undefined {
  const address = record.all("UR", "L2", "LK").join("\n");
  return /(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/(\d{1,9})\b/.exec(
    address,
  )?.[1];
}
