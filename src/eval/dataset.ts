/**
 * A test collection in BEIR layout: `corpus.jsonl`, `queries.jsonl`, `qrels/<split>.tsv`, each
 * plain or gzip.
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { estimateTokens, textPassages } from "../ingest/formats/passages.ts";
import { type Line, plainOrGzip, readLines } from "./lines.ts";
import type { Grades } from "./metrics.ts";

/** JSON parsing loses the last digits of larger integers. */
const Id = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
]);
const CorpusLine = Type.Object({
  _id: Id,
  title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  text: Type.String(),
  /** Other members are ignored, as in BEIR. */
  metadata: Type.Optional(Type.Unknown()),
});
const QueryLine = Type.Object({ _id: Id, text: Type.String() });

/**
 * Estimated tokens that the embedder reads in full; nearly all records of the corpus are shorter.
 */
const READ_WHOLE_TOKENS = 200;

export interface CollectionDocument {
  id: string;
  /** Title and text. */
  text: string;
  /**
   * The same in passages that the embedder reads in full, each with the title first; one where the
   * text is short.
   */
  passages: string[];
}

export interface JudgedQuery {
  id: string;
  text: string;
  grades: Grades;
}

export interface Dataset {
  name: string;
  /** Queries with at least one relevant document, in the order of the judgments. */
  queries: JudgedQuery[];
  /** Judged queries that cannot be measured. */
  left_out: {
    /** No judged document is relevant. */
    nothing_relevant: number;
    /** The query's text is not in `queries.jsonl`. */
    unknown: number;
  };
  /**
   * The number of documents.
   * @throws OperatorError when the file cannot be read
   */
  size(): Promise<number>;
  /**
   * Streams every document.
   * @throws OperatorError at the first damaged line
   */
  documents(): AsyncGenerator<CollectionDocument>;
}

function fileOf(dir: string, name: string): string {
  const found = plainOrGzip(join(dir, name));
  if (found !== null) return found;
  throw new OperatorError(
    `${join(dir, name)} is missing; a dataset folder has corpus.jsonl, queries.jsonl and qrels/<split>.tsv`,
  );
}

function parseLine<T extends typeof CorpusLine | typeof QueryLine>(
  schema: T,
  line: Line,
  file: string,
) {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    throw new OperatorError(`${file}:${line.number}: not JSON`);
  }
  if (Value.Check(schema, value)) return value;
  const problem = Value.Errors(schema, value).First();
  if (problem?.path === "/_id")
    throw new OperatorError(
      `${file}:${line.number}: /_id: a text, or an integer below 2^53, is expected; put longer numbers in quotes`,
    );
  throw new OperatorError(
    `${file}:${line.number}: ${problem?.path || "(line)"}: ${problem?.message ?? ""}`,
  );
}

function qrelsOf(dir: string, split: string): string {
  const folder = join(dir, "qrels");
  const found = plainOrGzip(join(folder, `${split}.tsv`));
  if (found !== null) return found;
  const splits = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.tsv(\.gz)?$/.test(name))
        .map((name) => name.replace(/\.tsv(\.gz)?$/, ""))
        .sort()
    : [];
  const there =
    splits.length === 0 ? "there is no split" : `there is ${splits.join(", ")}: give --split`;
  throw new OperatorError(`${join(folder, `${split}.tsv`)} is missing; ${there}`);
}

/** Query, document and grade, separated by tabs. The first line may be a header. */
async function readQrels(file: string): Promise<Map<string, Map<string, number>>> {
  const judged = new Map<string, Map<string, number>>();
  for await (const { text, number } of readLines(file)) {
    const [query = "", document = "", grade = "", ...more] = text.trimEnd().split("\t");
    const value = Number(grade);
    const whole = query !== "" && document !== "" && grade.trim() !== "" && more.length === 0;
    if (!whole || !Number.isFinite(value)) {
      if (whole && number === 1) continue;
      throw new OperatorError(
        `${file}:${number}: a query, a document and a grade with tabs are expected`,
      );
    }
    const grades = judged.get(query) ?? new Map<string, number>();
    judged.set(query, grades.set(document, value));
  }
  return judged;
}

async function readQueries(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const line of readLines(file)) {
    const { _id, text } = parseLine(QueryLine, line, file);
    texts.set(String(_id), text);
  }
  return texts;
}

async function* readDocuments(file: string): AsyncGenerator<CollectionDocument> {
  const seen = new Set<string>();
  for await (const line of readLines(file)) {
    const { _id, title, text } = parseLine(CorpusLine, line, file);
    const id = String(_id);
    if (seen.has(id))
      throw new OperatorError(`${file}:${line.number}: document ${id} appears twice`);
    seen.add(id);
    const named = asSentence(title?.trim() ?? "");
    const whole = named === "" ? text : `${named} ${text}`;
    const cut = estimateTokens(whole) > READ_WHOLE_TOKENS ? textPassages(named, text) : [];
    yield {
      id,
      text: whole,
      passages: cut.length > 0 ? cut : [whole],
    };
  }
}

async function lineCount(file: string): Promise<number> {
  let count = 0;
  for await (const _ of readLines(file)) count++;
  return count;
}

/** As the service joins a record's title with its findings. */
function asSentence(title: string): string {
  return title === "" || /[.?!]$/.test(title) ? title : `${title}.`;
}

/** @throws OperatorError which names the file (and line) that is missing or damaged */
export async function openDataset(dir: string, split: string): Promise<Dataset> {
  if (!existsSync(dir)) throw new OperatorError(`there is no dataset folder ${dir}`);
  const corpus = fileOf(dir, "corpus.jsonl");
  const texts = await readQueries(fileOf(dir, "queries.jsonl"));
  const qrels = qrelsOf(dir, split);
  const queries: JudgedQuery[] = [];
  const left_out = { nothing_relevant: 0, unknown: 0 };
  for (const [id, grades] of await readQrels(qrels)) {
    const text = texts.get(id);
    if (text === undefined) left_out.unknown += 1;
    else if (![...grades.values()].some((grade) => grade > 0)) left_out.nothing_relevant += 1;
    else queries.push({ id, text, grades });
  }
  if (queries.length === 0) {
    throw new OperatorError(`${qrels} judges no query of queries.jsonl with a relevant document`);
  }
  return {
    name: basename(resolve(dir)),
    queries,
    left_out,
    size: () => lineCount(corpus),
    documents: () => readDocuments(corpus),
  };
}
