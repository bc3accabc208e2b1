/**
 * The documents of a corpus: our own evidence records and imported articles, and the passages that are indexed of each.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { EvidenceDocument, Passage } from "../engine/types.ts";
import { Article, isArticle } from "./article.ts";
import { articlePassages } from "./importers/passages.ts";
import { EvidenceRecord, Question } from "./record.ts";

export type CorpusDocument = EvidenceRecord | Article;

/** In the folder of the records: who answers which question. */
const QUESTIONS = "questions";
const AnsweredQuestion = Type.Object(
  { question: Question, dois: Type.Array(Type.String(), { minItems: 1, uniqueItems: true }) },
  { additionalProperties: false },
);

/**
 * Reads every `*.ndjson` of a folder, ordered by DOI so that the result does not depend on file names, and gives each record the
 * questions of `questions/*.ndjson` that it answers.
 * @throws OperatorError naming file, line and member of the first line that is not valid, a DOI found twice, or a question for none
 */
export function readRecords(folder: string): EvidenceRecord[] {
  const byDoi = new Map<string, EvidenceRecord>();
  for (const { line, place } of linesOf(folder)) {
    const record = parseRecord(line, place);
    if (byDoi.has(record.doi)) throw new OperatorError(`${place}: ${record.doi} is there twice`);
    byDoi.set(record.doi, record);
  }
  const asked = questionsByDoi(join(folder, QUESTIONS), byDoi);
  return [...byDoi.values()]
    .map((record) => {
      const questions = asked.get(record.doi);
      return questions === undefined ? record : { ...record, asked: [...questions].sort() };
    })
    .sort((a, b) => (a.doi < b.doi ? -1 : 1));
}

function* linesOf(folder: string): Generator<{ line: string; place: string }> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  for (const name of names.sort()) {
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries())
      if (line.trim() !== "") yield { line, place: `${name}:${index + 1}` };
  }
}

function questionsByDoi(folder: string, records: ReadonlyMap<string, unknown>): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>();
  if (!existsSync(folder)) return asked;
  for (const { line, place } of linesOf(folder)) {
    const { question, dois } = checked(AnsweredQuestion, parseJson(line, place), place);
    for (const doi of dois) {
      if (!records.has(doi))
        throw new OperatorError(`${place}: there is no record ${doi} to answer this question`);
      asked.set(doi, (asked.get(doi) ?? new Set()).add(question));
    }
  }
  return asked;
}

/** @throws OperatorError naming the place and the member that is wrong */
export function parseRecord(line: string, place: string): EvidenceRecord {
  return checked(EvidenceRecord, parseJson(line, place), place);
}

/** A line of a release: a record of ours or an article. @throws OperatorError as `parseRecord` does */
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

/** The record without the members that only its keepers need. */
export function toDocument(record: EvidenceRecord): EvidenceDocument {
  const { provenance: _, pmid: __, asked: ___, ...document } = record;
  return document;
}

/** Title, findings and practice in one string: what is searched and what the cross-encoder reads. */
export function toPassage(record: EvidenceRecord): Passage {
  const title = /[.?!]$/.test(record.title) ? record.title : `${record.title}.`;
  const statements = record.findings.map((finding) => finding.statement);
  const text = [title, ...statements, ...(record.practice === undefined ? [] : [record.practice])].join(" ");
  return { id: record.doi, text, document: toDocument(record) };
}

/** The questions that a document is known to answer, searched beside its passage. */
export function questionsOf(document: CorpusDocument): readonly string[] {
  return isArticle(document) ? [] : (document.asked ?? []);
}

/** What is indexed: one passage of a record of ours, several of an article; ids are unique in the corpus. */
export function passagesOf(document: CorpusDocument): Passage[] {
  return isArticle(document) ? articlePassages(document) : [toPassage(document)];
}
