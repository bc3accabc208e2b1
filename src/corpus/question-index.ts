/**
 * The questions that documents are known to answer: a second table beside the passages, searched by vector.
 *
 * A study answers in its own words and a person asks in hers. A question that somebody else asked in much the same words, and of which
 * reading has shown what answers it, is the bridge between the two.
 * @module
 */
import type { Table } from "@lancedb/lancedb";
import type { AskedHit, SearchHit } from "../engine/types.ts";

export const QUESTIONS = "questions";
/** Questions looked up for every document wanted: the nearest ones often share an answer. */
const QUESTIONS_PER_DOCUMENT = 5;

/** One row of the table. */
export interface QuestionRow {
  text: string;
  /** JSON: ids of the passages that answer it. */
  answers: string;
  /** Unit length. */
  vector: number[];
}

/** What a question needs of the passages that it leads to. */
interface PassageLookup<P> {
  passages(ids: readonly string[]): Promise<P[]>;
}

export class QuestionIndex {
  readonly #table: Table;
  /** Passages that answer any known question. */
  readonly #answering: ReadonlySet<string>;
  readonly size: number;

  private constructor(table: Table, rows: readonly AnswersRow[]) {
    this.#table = table;
    this.size = rows.length;
    this.#answering = new Set(rows.flatMap(({ answers }) => JSON.parse(String(answers)) as string[]));
  }

  static async open(table: Table): Promise<QuestionIndex> {
    return new QuestionIndex(table, await table.query().select(["answers"]).toArray());
  }

  /**
   * Passages by the nearest question that they are known to answer, best first, at most `limit` besides those listed already. One that
   * answers questions, none of which is near, has the score of the last question found.
   * @param listed passages that other searches found
   */
  async nearest<P extends { id: string }>(
    vector: Float32Array,
    limit: number,
    listed: readonly SearchHit<P>[],
    lookup: PassageLookup<P>,
  ): Promise<AskedHit<P>[]> {
    const rows: NearRow[] = await this.#table
      .query()
      .nearestTo(vector)
      .distanceType("cosine")
      .select(["text", "answers", "_distance"])
      .limit(limit * QUESTIONS_PER_DOCUMENT)
      .toArray();
    const near = bestOfEach(rows);
    const passages = new Map(listed.map(({ passage }) => [passage.id, passage]));
    const wanted = [...near.keys()].slice(0, limit).filter((id) => !passages.has(id));
    for (const passage of await lookup.passages(wanted)) passages.set(passage.id, passage);
    const least = Math.min(...[...near.values()].map(({ score }) => score));
    return [...passages]
      .filter(([id]) => this.#answering.has(id))
      .map(([id, passage]) => ({ passage, ...(near.get(id) ?? { score: least, question: null }) }))
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
  }

  /** Vector of every question, by its text. */
  async vectors(): Promise<Map<string, Float32Array>> {
    const rows: VectorRow[] = await this.#table.query().select(["text", "vector"]).toArray();
    return new Map(rows.map(({ text, vector }) => [String(text), Float32Array.from(vector)]));
  }

  close(): void {
    this.#table.close();
  }
}

interface Nearest {
  score: number;
  question: string;
}

/** Nearest first, ties by text, so that the order is the same on every run. */
function bestOfEach(rows: readonly NearRow[]): Map<string, Nearest> {
  const found = rows
    .map(({ text, answers, _distance }) => ({
      score: 1 - Number(_distance),
      question: String(text),
      answers: JSON.parse(String(answers)) as string[],
    }))
    .sort((a, b) => b.score - a.score || (a.question < b.question ? -1 : 1));
  const best = new Map<string, Nearest>();
  for (const { score, question, answers } of found)
    for (const id of answers) if (!best.has(id)) best.set(id, { score, question });
  return best;
}

interface AnswersRow {
  answers: unknown;
}

interface NearRow extends AnswersRow {
  text: unknown;
  _distance?: unknown;
}

interface VectorRow {
  text: unknown;
  vector: Iterable<number>;
}
