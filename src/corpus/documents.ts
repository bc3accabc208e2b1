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
const KnownQuestion = Type.Object(
  {
    question: Question,
    /** The records that answer it, or one that came near where none does. */
    dois: Type.Array(Type.String(), { minItems: 1, uniqueItems: true }),
    answered: Type.Optional(Type.Literal(false)),
  },
  { additionalProperties: false },
);

/**
 * Reads every `*.ndjson` of a folder, ordered by DOI so that the result does not depend on file names, and gives each record the
 * questions of `questions/*.ndjson` that it answers, or that no record does.
 * @throws OperatorError naming file, line and member of the first line that is not valid, a DOI found twice, or a question for none
 */
export function readRecords(folder: string): EvidenceRecord[] {
  const byDoi = new Map<string, EvidenceRecord>();
  for (const { line, place } of linesOf(folder)) {
    const record = parseRecord(line, place);
    if (byDoi.has(record.doi)) throw new OperatorError(`${place}: ${record.doi} is there twice`);
    byDoi.set(record.doi, record);
  }
  const known = questionsByDoi(join(folder, QUESTIONS), byDoi);
  return [...byDoi.values()]
    .map((record) => ({ ...record, ...known.get(record.doi) }))
    .sort((a, b) => (a.doi < b.doi ? -1 : 1));
}

function* linesOf(folder: string): Generator<{ line: string; place: string }> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  for (const name of names.sort()) {
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries())
      if (line.trim() !== "") yield { line, place: `${name}:${index + 1}` };
  }
}

/** While they are read: each question once. */
type QuestionSets = Partial<Record<keyof Questions, Set<string>>>;

function questionsByDoi(folder: string, records: ReadonlyMap<string, unknown>): Map<string, Questions> {
  const known = new Map<string, QuestionSets>();
  if (!existsSync(folder)) return new Map();
  for (const { line, place } of linesOf(folder)) {
    const { question, dois, answered } = checked(KnownQuestion, parseJson(line, place), place);
    const how = answered === false ? "asked_in_vain" : "asked";
    for (const doi of dois) {
      if (!records.has(doi))
        throw new OperatorError(`${place}: there is no record ${doi} to answer this question`);
      const held = known.get(doi) ?? {};
      known.set(doi, held);
      held[how] = (held[how] ?? new Set()).add(question);
    }
  }
  const sorted = (questions: QuestionSets): Questions =>
    Object.fromEntries(Object.entries(questions).map(([how, list]) => [how, [...list].sort()]));
  return new Map([...known].map(([doi, questions]) => [doi, sorted(questions)]));
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
  const { provenance: _, pmid: __, asked: ___, asked_in_vain: ____, ...document } = record;
  return document;
}

/** Title, findings and practice in one string: what is searched and what the cross-encoder reads. */
export function toPassage(record: EvidenceRecord): Passage {
  const title = /[.?!]$/.test(record.title) ? record.title : `${record.title}.`;
  const statements = record.findings.map((finding) => finding.statement);
  const text = [title, ...statements, ...(record.practice === undefined ? [] : [record.practice])].join(" ");
  return { id: record.doi, text, document: toDocument(record) };
}

/** What is known to be asked: questions that a document answers, and others that came near it and have no answer. */
export type Questions = Partial<Pick<EvidenceRecord, "asked" | "asked_in_vain">>;

/** Articles come without questions. */
export function questionsOf(document: CorpusDocument): Questions {
  return isArticle(document) ? {} : document;
}

/** What is indexed: one passage of a record of ours, several of an article; ids are unique in the corpus. */
export function passagesOf(document: CorpusDocument): Passage[] {
  return isArticle(document) ? articlePassages(document) : [toPassage(document)];
}
