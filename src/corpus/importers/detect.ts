/**
 * Which format a file is in. The content decides; a name that says something else is a fault to be cleared up first.
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

const JSON_FORMATS: readonly { format: Format; matches(value: JsonObject): boolean }[] = [
  { format: "evidence", matches: looksLikeEvidence },
  { format: "openalex", matches: OPENALEX.matches },
  { format: "europepmc", matches: EUROPE_PMC.matches },
  { format: "crossref", matches: CROSSREF.matches },
  { format: "csl", matches: CSL.matches },
];

/** First signs of the line formats, and of their neighbours that are not read. */
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
/** What a file name promises; a name not listed promises nothing. */
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
 * The format of a file, told by its content.
 * @param asked what the caller says it is
 * @throws OperatorError (without file name) where it is none of the formats, or not the one asked for or named
 */
export async function detectFormat(path: string, asked?: Format): Promise<Format> {
  const format = await formatOfContent(path);
  if (asked !== undefined && asked !== format) {
    throw new OperatorError(`is ${FORMAT_NAMES[format]}, not ${FORMAT_NAMES[asked]}`);
  }
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip))?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const promised = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (asked === undefined && promised !== undefined && !promised.includes(format)) {
    throw new OperatorError(
      `is ${FORMAT_NAMES[format]}, though its name ends in .${extension}; rename it or say --format ${format}`,
    );
  }
  return format;
}

async function formatOfContent(path: string): Promise<Format> {
  let head = "";
  const pieces = readText(path);
  for await (const piece of pieces) {
    head += piece;
    if (head.length >= HEAD_CHARS) break;
  }
  const start = head.trimStart()[0];
  if (start === undefined) throw new OperatorError("holds nothing but white space");
  if (start === "<") return xmlFormat(head);
  return start === "{" || start === "[" ? jsonFormat(path) : lineFormat(head);
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

async function jsonFormat(path: string): Promise<Format> {
  const values = new JsonValues();
  for await (const piece of readText(path)) {
    const first = values.write(piece)[0];
    if (first !== undefined) return formatOfValue(first.value);
  }
  const last = values.end()[0];
  if (last === undefined) throw new OperatorError("holds no records");
  return formatOfValue(last.value);
}

function formatOfValue(value: unknown): Format {
  const known = JSON_FORMATS.find(({ matches }) => recordsIn(value, matches).length > 0);
  if (known !== undefined) return known.format;
  throw new OperatorError(
    "is JSON of another kind, not CSL, Crossref, OpenAlex, Europe PMC or evidence records",
  );
}

function lineFormat(head: string): Format {
  const [first] = LINE_SIGNS.map((each) => ({ ...each, at: head.search(each.sign) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (first?.format !== undefined) return first.format;
  throw new OperatorError(`is ${first?.what ?? "in none of the formats that are read"}`);
}
