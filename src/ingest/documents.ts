/**
 * The documents of a corpus: our own evidence records and imported articles, and the passages that
 * are indexed for each.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { EvidenceDocument, Passage } from "../engine/types.ts";
import { Article, isArticle } from "./article.ts";
import { articlePassages } from "./formats/passages.ts";
import { EvidenceRecord } from "./record.ts";

export type CorpusDocument = EvidenceRecord | Article;

/**
 * Reads every `*.ndjson` of a folder, ordered by DOI so that the result does not depend on file
 * names.
 * @throws OperatorError which names file, line and member of the first faulty line, or a DOI found
 *   twice
 */
export function readRecords(folder: string): EvidenceRecord[] {
  const byDoi = new Map<string, EvidenceRecord>();
  for (const { line, place } of linesOf(folder)) {
    const record = parseRecord(line, place);
    if (byDoi.has(record.doi)) throw new OperatorError(`${place}: ${record.doi} appears twice`);
    byDoi.set(record.doi, record);
  }
  return [...byDoi.values()].sort((a, b) => (a.doi < b.doi ? -1 : 1));
}

function* linesOf(folder: string): Generator<{ line: string; place: string }> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  for (const name of names.sort()) {
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries())
      if (line.trim() !== "") yield { line, place: `${name}:${index + 1}` };
  }
}

/** @throws OperatorError which names the place and the wrong member */
function parseRecord(line: string, place: string): EvidenceRecord {
  return checked(EvidenceRecord, parseJson(line, place), place);
}

/**
 * A line of a release: a record of ours or an article.
 * @throws OperatorError as `parseRecord` does
 */
export function parseDocument(line: string, place: string): CorpusDocument {
  const value = parseJson(line, place);
  const article = typeof value === "object" && value !== null && "source_format" in value;
  return article ? checked(Article, value, place) : checked(EvidenceRecord, value, place);
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new OperatorError(`${place}: not JSON; one document per line is expected`);
  }
}

function checked<T extends TSchema>(schema: T, value: unknown, place: string): Static<T> {
  const problem = Value.Errors(schema, value).First();
  if (problem !== undefined) {
    throw new OperatorError(`${place}: ${problem.path || "(record)"}: ${problem.message}`);
  }
  return value as Static<T>;
}

/** The record without the members that only its curators need. */
function toDocument(record: EvidenceRecord): EvidenceDocument {
  const { provenance: _, pmid: __, asked: ___, asked_in_vain: ____, ...document } = record;
  return document;
}

/**
 * Title, findings and practice in one string, which is searched and which the cross-encoder reads.
 */
export function toPassage(record: EvidenceRecord): Passage {
  const title = /[.?!]$/.test(record.title) ? record.title : `${record.title}.`;
  const statements = record.findings.map((finding) => finding.statement);
  const text = [
    title,
    ...statements,
    ...(record.practice === undefined ? [] : [record.practice]),
  ].join(" ");
  return { id: record.doi, text, document: toDocument(record) };
}

/**
 * The passages to index: one of a record of ours, several of an article. Ids are unique in the
 * corpus.
 */
export function passagesOf(document: CorpusDocument): Passage[] {
  return isArticle(document) ? articlePassages(document) : [toPassage(document)];
}
