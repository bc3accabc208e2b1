/**
 * Detects the format of a file. The content decides, and a name that contradicts it is a fault.
 * @module
 */
import { OperatorError } from "../../contract/error.ts";
import { CROSSREF } from "./crossref.ts";
import { CSL } from "./csl.ts";
import { EUROPE_PMC } from "./europepmc.ts";
import { looksLikeEvidence } from "./evidence.ts";
import { FORMAT_NAMES, type Format } from "./format.ts";
import { JATS_ROOTS } from "./jats.ts";
import { type JsonObject, recordsIn } from "./json-read.ts";
import { JsonValues } from "./json-values.ts";
import { OPENALEX } from "./openalex.ts";
import { PUBMED_ROOTS } from "./pubmed.ts";
import { readText } from "./text-source.ts";
import { XmlRecords } from "./xml.ts";

const HEAD_CHARS = 1 << 16;
/** How many values of a JSON file are read to detect its format. */
const VALUES_ASKED = 100;

/** Where two formats match as many records, the first is the more specific one. */
const JSON_FORMATS: readonly { format: Format; matches(value: JsonObject): boolean }[] = [
  { format: "evidence", matches: looksLikeEvidence },
  { format: "openalex", matches: OPENALEX.matches },
  { format: "europepmc", matches: EUROPE_PMC.matches },
  { format: "crossref", matches: CROSSREF.matches },
  { format: "csl", matches: CSL.matches },
];

/** The first signs of the line formats, and of similar formats that are not supported. */
const LINE_SIGNS: readonly { sign: RegExp; format?: Format; what?: string }[] = [
  { sign: /^\s{0,3}TY {1,2}- *\S/m, format: "ris" },
  { sign: /^PMID- *\d/m, format: "nbib" },
  { sign: /^[^\S\n]*@[A-Za-z]{2,30}\s{0,20}[{(]/m, format: "bibtex" },
  {
    sign: /^(?:FN (?:Clarivate|Thomson|ISI)|PT [JBSP]\r?$)/m,
    what: "a Web of Science plain text export; export it as RIS or BibTeX",
  },
  { sign: /^%0 [A-Z]/m, what: "an EndNote tagged export; export it as RIS" },
  {
    sign: /^"?[\w ]+"?(?:[,;\t]"?[\w/ -]+"?){3,}\r?$/m,
    what: "a table (CSV); export the records as RIS, NBIB or BibTeX",
  },
];

const XML_FORMATS: readonly Format[] = ["pubmed", "jats"];
/** The formats that a file name promises; an unlisted extension promises none. */
const EXTENSIONS: Readonly<Record<string, readonly Format[]>> = {
  ris: ["ris"],
  nbib: ["nbib"],
  medline: ["nbib"],
  bib: ["bibtex"],
  bibtex: ["bibtex"],
  nxml: ["jats"],
  xml: XML_FORMATS,
  json: JSON_FORMATS.map(({ format }) => format),
  jsonl: JSON_FORMATS.map(({ format }) => format),
  ndjson: JSON_FORMATS.map(({ format }) => format),
};

/**
 * Detects the format of a file by its content.
 * @param asked the format that the caller names; some record must be in it
 * @throws OperatorError (without file name) where it is none of the formats, or not the one that
 *   the caller or the file's name says
 */
export async function detectFormat(path: string, asked?: Format): Promise<Format> {
  const formats = await formatsOfContent(path);
  const [format] = formats;
  if (asked !== undefined) {
    if (formats.includes(asked)) return asked;
    throw new OperatorError(`is ${FORMAT_NAMES[format]}, not ${FORMAT_NAMES[asked]}`);
  }
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip))?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const promised = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (promised !== undefined && !promised.includes(format)) {
    throw new OperatorError(
      `is ${FORMAT_NAMES[format]}, though its name ends in .${extension}; rename it or say --format ${format}`,
    );
  }
  return format;
}

/** Most likely first. */
type Formats = readonly [Format, ...Format[]];

async function formatsOfContent(path: string): Promise<Formats> {
  let head = "";
  const pieces = readText(path);
  for await (const piece of pieces) {
    head += piece;
    if (head.length >= HEAD_CHARS) break;
  }
  const start = head.trimStart()[0];
  if (start === undefined) throw new OperatorError("holds nothing but white space");
  if (start === "<") return [xmlFormat(head)];
  return start === "{" || start === "[" ? jsonFormats(path) : [lineFormat(head)];
}

function xmlFormat(head: string): Format {
  const xml = new XmlRecords([]);
  xml.write(head);
  const root = xml.root ?? "";
  if (PUBMED_ROOTS.includes(root)) return "pubmed";
  if (JATS_ROOTS.includes(root)) return "jats";
  throw new OperatorError(
    root === ""
      ? "is XML without a document element"
      : `is XML of another kind (<${root.slice(0, 60)}>), neither PubMed nor JATS`,
  );
}

/** The formats of the first records. Several are read, because the first may be unusual. */
async function jsonFormats(path: string): Promise<Formats> {
  const values = await firstValues(path);
  if (values.length === 0) throw new OperatorError("holds no records");
  const [first, ...others] = JSON_FORMATS.map(({ format, matches }) => ({
    format,
    records: values
      .flatMap((value) => recordsIn(value, matches))
      .filter((record) => record !== null).length,
  }))
    .filter(({ records }) => records > 0)
    .sort((a, b) => b.records - a.records)
    .map(({ format }) => format);
  if (first !== undefined) return [first, ...others];
  throw new OperatorError(
    "is JSON of another kind, not CSL, Crossref, OpenAlex, Europe PMC or evidence records",
  );
}

async function firstValues(path: string): Promise<unknown[]> {
  const reader = new JsonValues();
  const values: unknown[] = [];
  for await (const piece of readText(path)) {
    for (const { value } of reader.write(piece)) values.push(value);
    if (values.length >= VALUES_ASKED) return values.slice(0, VALUES_ASKED);
  }
  return [...values, ...reader.end().map(({ value }) => value)];
}

function lineFormat(head: string): Format {
  const [first] = LINE_SIGNS.map((each) => ({ ...each, at: head.search(each.sign) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (first?.format !== undefined) return first.format;
  throw new OperatorError(`is ${first?.what ?? "in none of the formats that are read"}`);
}
