/**
 * Documents on disk, one JSON line each, found by DOI. Memory holds the offsets of the lines, never
 * the lines.
 * @module
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import type { CorpusDocument } from "../ingest/documents.ts";

const PIECE_BYTES = 1 << 20;
const NEW_LINE = 0x0a;

interface Place {
  start: number;
  bytes: number;
}

export class DocumentFile {
  readonly #descriptor: number;
  readonly #places = new Map<string, Place>();
  #end = 0;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Creates a new, empty file. */
  static create(path: string): DocumentFile {
    return new DocumentFile(openSync(path, "wx+", 0o600));
  }

  /**
   * Opens a written file.
   * @throws OperatorError where a line is no JSON object with a DOI, or a DOI appears twice
   */
  static open(path: string): DocumentFile {
    const file = new DocumentFile(openSync(path, "r"));
    try {
      for (const { line, number, start, bytes } of linesOf(file.#descriptor)) {
        const doi = doiOf(line);
        if (doi === null) throw new OperatorError(`${path}:${number}: not a document with a DOI`);
        if (file.#places.has(doi))
          throw new OperatorError(`${path}:${number}: ${doi} appears twice`);
        file.#places.set(doi, { start, bytes });
        file.#end = start + bytes + 1;
      }
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get size(): number {
    return this.#places.size;
  }

  has(doi: string): boolean {
    return this.#places.has(doi);
  }

  /** Sorted, so that whatever is built from them does not depend on their order in the file. */
  dois(): string[] {
    return [...this.#places.keys()].sort();
  }

  line(doi: string): string | null {
    const place = this.#places.get(doi);
    if (place === undefined) return null;
    const bytes = Buffer.alloc(place.bytes);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#descriptor, bytes, done, bytes.length - done, place.start + done);
      if (read === 0) throw new OperatorError(`the line of ${doi} was cut off while it was read`);
      done += read;
    }
    return bytes.toString("utf8");
  }

  document(doi: string): CorpusDocument | null {
    const line = this.line(doi);
    return line === null ? null : (JSON.parse(line) as CorpusDocument);
  }

  /** Adds a document, and replaces one with the same DOI. */
  put(document: CorpusDocument): void {
    const bytes = Buffer.from(`${JSON.stringify(document)}\n`);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#end + done);
    }
    this.#places.set(document.doi, { start: this.#end, bytes: bytes.length - 1 });
    this.#end += bytes.length;
  }

  /** In the order of the DOIs. */
  *[Symbol.iterator](): Iterator<CorpusDocument> {
    for (const doi of this.dois()) {
      const document = this.document(doi);
      if (document !== null) yield document;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

interface Line {
  line: string;
  /** Starting from 1. */
  number: number;
  start: number;
  /** Without the line end. */
  bytes: number;
}

function* linesOf(descriptor: number): Generator<Line> {
  let rest = Buffer.alloc(0);
  let start = 0;
  let number = 0;
  for (let at = 0; ; ) {
    const piece = Buffer.alloc(PIECE_BYTES);
    const read = readSync(descriptor, piece, 0, piece.length, at);
    at += read;
    const bytes = Buffer.concat([rest, piece.subarray(0, read)]);
    let from = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      const line = bytes.subarray(from, end);
      yield { line: line.toString("utf8"), number: ++number, start, bytes: line.length };
      start += line.length + 1;
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (read > 0) continue;
    if (rest.length > 0)
      yield { line: rest.toString("utf8"), number: ++number, start, bytes: rest.length };
    return;
  }
}

function doiOf(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    const doi = typeof value === "object" && value !== null && "doi" in value ? value.doi : null;
    return typeof doi === "string" ? doi : null;
  } catch {
    return null;
  }
}
