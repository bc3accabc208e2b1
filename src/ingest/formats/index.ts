/**
 * Reads bibliographic files of every format in bounded memory. Each record becomes an article, or a
 * reason why not.
 * @module
 */
import { OperatorError } from "../../contract/error.ts";
import { type Article, articleOf } from "../article.ts";
import type { EvidenceRecord } from "../record.ts";
import { BibtexReader } from "./bibtex.ts";
import { CROSSREF } from "./crossref.ts";
import { CSL } from "./csl.ts";
import { detectFormat } from "./detect.ts";
import { EUROPE_PMC } from "./europepmc.ts";
import { EvidenceReader } from "./evidence.ts";
import { displayName } from "./file-bytes.ts";
import type { Format } from "./format.ts";
import { JatsReader } from "./jats.ts";
import { JsonReader } from "./json-read.ts";
import { NbibReader } from "./nbib.ts";
import { OPENALEX } from "./openalex.ts";
import { normaliseText } from "./plain-text.ts";
import { PubmedReader } from "./pubmed.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";
import { RisReader } from "./ris.ts";
import { readText } from "./text-source.ts";

export { displayName } from "./file-bytes.ts";

export { FORMATS, type Format } from "./format.ts";

export interface Rejection {
  /** File, line and, where the record has one, its identifier: `export.nbib:120 (PMID 123)`. */
  place: string;
  reason: string;
}
/** A retracted article has only its DOI, whose document the corpus removes. */
export type ReadResult =
  | { ok: Article | EvidenceRecord }
  | { retracted: string }
  | { rejected: Rejection };

const READERS: Readonly<Record<Format, () => RecordReader>> = {
  pubmed: () => new PubmedReader(),
  nbib: () => new NbibReader(),
  jats: () => new JatsReader(),
  ris: () => new RisReader(),
  bibtex: () => new BibtexReader(),
  csl: () => new JsonReader(CSL),
  crossref: () => new JsonReader(CROSSREF),
  openalex: () => new JsonReader(OPENALEX),
  europepmc: () => new JsonReader(EUROPE_PMC),
  evidence: () => new EvidenceReader(),
};

/**
 * Reads one file, plain or gzip. Each of its records is returned exactly once: accepted, retracted,
 * or rejected with a reason. Of records with the same DOI the first is accepted; a retraction
 * counts wherever it comes.
 *
 * Records returned before an error must not be used, because the whole file is then refused.
 * @param options.format the format that the caller names; by default detected from the content
 * @param options.known the caller made the file and knows its format, so neither name nor content
 *   is checked
 * @throws OperatorError, one line with the file's name, where it cannot be read, is damaged,
 *   truncated, hostile, of another format than its name or the caller says, or holds no records
 */
export async function* readArticles(
  path: string,
  options: { format?: Format; known?: Format } = {},
): AsyncGenerator<ReadResult> {
  const name = displayName(path);
  try {
    const format = options.known ?? (await detectFormat(path, options.format));
    const seen = new Map<string, number>();
    let records = 0;
    for await (const read of recordsOf(path, READERS[format]())) {
      records++;
      yield resultOf(read, format, name, seen);
    }
    if (records === 0) throw new OperatorError("holds no records");
  } catch (error) {
    throw error instanceof OperatorError
      ? new OperatorError(`${name}${joint(error.message)}${error.message}`)
      : error;
  }
}

async function* recordsOf(path: string, reader: RecordReader): AsyncGenerator<RecordRead> {
  for await (const piece of readText(path)) yield* reader.write(piece);
  yield* reader.end();
}

function resultOf(
  read: RecordRead,
  format: Format,
  name: string,
  seen: Map<string, number>,
): ReadResult {
  const rejected = (reason: string): ReadResult => ({
    rejected: { place: placeOf(read, name), reason },
  });
  if ("refused" in read) return rejected(read.refused);
  const checked = "record" in read ? { ok: read.record } : articleOf(read.draft, format);
  if ("reason" in checked) return rejected(checked.reason);
  if ("retracted" in checked) return detached(checked);
  const before = seen.get(checked.ok.doi);
  if (before !== undefined) return rejected(`${checked.ok.doi} is already in line ${before}`);
  const ok = detached(checked.ok);
  seen.set(ok.doi, read.line);
  return { ok };
}

/**
 * Copies a value with its strings, because a substring of a piece of the file keeps the whole piece
 * in memory.
 */
function detached<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

const ID_CHARS_MAX = 80;

function placeOf({ line, id }: RecordRead, name: string): string {
  const shown = normaliseText((id ?? "").slice(0, ID_CHARS_MAX));
  return `${name}:${line}${shown === "" ? "" : ` (${shown})`}`;
}

/** "file.ris is empty", "file.ris: line 3: …". */
function joint(message: string): string {
  return message.startsWith("line ") ? ": " : " ";
}
