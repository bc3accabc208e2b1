/**
 * The questions that documents are known to answer: a second table beside the passages, searched by vector.
 *
 * A study answers in its own words and a person asks in hers. A question that somebody else asked in much the same words, and of which
 * reading has shown what answers it, is the bridge between the two.
 *
 * The table is read once and kept in memory (22,222 questions are 23 MB): comparing them all takes 6 ms, where LanceDB, which reads
 * the vectors anew for every search, takes 25 to 40.
 * @module
 */
import type { Table } from "@lancedb/lancedb";
import type { AskedHit, SearchHit } from "../engine/types.ts";

export const QUESTIONS = "questions";
/** Questions looked at for every document wanted: the nearest ones often share an answer. */
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
  readonly #texts: readonly string[];
  /** For each question the ids of the passages that answer it. */
  readonly #answers: readonly (readonly string[])[];
  /** One after the other, each of unit length. */
  readonly #vectors: Float32Array;
  /** Passages that answer any known question. */
  readonly #answering: ReadonlySet<string>;

  private constructor(texts: string[], answers: string[][], vectors: Float32Array) {
    this.#texts = texts;
    this.#answers = answers;
    this.#vectors = vectors;
    this.#answering = new Set(answers.flat());
  }

  /** Reads the table and closes it. */
  static async read(table: Table): Promise<QuestionIndex> {
    const texts: string[] = [];
    const answers: string[][] = [];
    const vectors: Float32Array[] = [];
    for await (const batch of table.query().select(["text", "answers", "vector"])) {
      for (const text of batch.getChild("text") ?? []) texts.push(String(text));
      for (const ids of batch.getChild("answers") ?? []) answers.push(JSON.parse(String(ids)));
      for (const { children, offset, length, stride } of batch.getChild("vector")?.data ?? [])
        vectors.push(children[0]?.values.subarray(offset * stride, (offset + length) * stride));
    }
    table.close();
    return new QuestionIndex(texts, answers, joined(vectors));
  }

  get size(): number {
    return this.#texts.length;
  }

  /**
   * Passages by the nearest question that they are known to answer, best first, at most `limit` besides those listed already. One that
   * answers questions, none of which is near, has the score of the last question looked at.
   * @param query unit length
   * @param listed passages that other searches found
   */
  async nearest<P extends { id: string }>(
    query: Float32Array,
    limit: number,
    listed: readonly SearchHit<P>[],
    lookup: PassageLookup<P>,
  ): Promise<AskedHit<P>[]> {
    const questions = this.#nearestQuestions(query, limit * QUESTIONS_PER_DOCUMENT);
    const least = questions.at(-1)?.score ?? 0;
    const near = new Map<string, { score: number; question: string }>();
    for (const { score, question, answers } of questions)
      for (const id of answers) if (!near.has(id)) near.set(id, { score, question });
    const passages = new Map(listed.map(({ passage }) => [passage.id, passage]));
    const wanted = [...near.keys()].slice(0, limit).filter((id) => !passages.has(id));
    for (const passage of await lookup.passages(wanted)) passages.set(passage.id, passage);
    return [...passages]
      .filter(([id]) => this.#answering.has(id))
      .map(([id, passage]) => ({ passage, ...(near.get(id) ?? { score: least, question: null }) }))
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
  }

  /** Nearest first, ties by text, so that the order is the same on every run. */
  #nearestQuestions(query: Float32Array, count: number) {
    const scores = products(this.#vectors, query);
    const enough = scores.toSorted().at(-count) ?? Number.NEGATIVE_INFINITY;
    const found: { question: string; answers: readonly string[]; score: number }[] = [];
    for (const [at, question] of this.#texts.entries()) {
      const score = scores[at] ?? 0;
      if (score >= enough) found.push({ question, answers: this.#answers[at] ?? [], score });
    }
    return found.sort((a, b) => b.score - a.score || (a.question < b.question ? -1 : 1)).slice(0, count);
  }

  /** Vector of every question, by its text. */
  vectors(): Map<string, Float32Array> {
    const size = this.#vectors.length / Math.max(1, this.size);
    return new Map(this.#texts.map((text, at) => [text, this.#vectors.subarray(at * size, (at + 1) * size)]));
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The product of each of `vectors` with `query`. Two sums side by side: the processor need not wait for the last addition. */
function products(vectors: Float32Array, query: Float32Array): Float32Array {
  const size = query.length;
  const result = new Float32Array(vectors.length / size);
  for (let row = 0, at = 0; row < result.length; row++, at += size) {
    let even = 0;
    let odd = 0;
    for (let k = 0; k < size; k += 2) {
      even += (vectors[at + k] as number) * (query[k] as number);
      odd += (vectors[at + k + 1] as number) * (query[k + 1] as number);
    }
    result[row] = even + odd;
  }
  return result;
}
