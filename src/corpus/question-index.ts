/**
 * The questions that were asked before, and which documents are known to answer them: a second table beside the passages, searched by vector.
 *
 * A study answers in its own words and a person asks in hers. A question that somebody else asked in much the same words, and of which
 * reading has shown what answers it, is the bridge between the two. Where reading has shown that nothing answers what others asked
 * like this, most likely nothing answers this one either.
 *
 * The table is read once and kept in memory (66,000 questions are 68 MB): LanceDB would read the vectors anew for every search.
 * @module
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Table } from "@lancedb/lancedb";
import { singular, words } from "../engine/question/fold.ts";
import type { AskedHit, KnownQuestions, SearchHit } from "../engine/types.ts";

export const QUESTIONS = "questions";
export const WORDS = "words";
/** Questions looked at for every document wanted: the nearest ones often share an answer. */
const QUESTIONS_PER_DOCUMENT = 5;
/**
 * The neighbours that tell how often such questions are answered, and how much more the nearer ones count: a cosine less by 0.1 makes a third
 * of the weight. As in `models/training/asked.py`.
 */
const NEIGHBOURS = 30;
const SHARPNESS = 12;
/** Compared before other work of the process has its turn: about a millisecond or two of one core (`bun run bench` prints the longest wait). */
const QUESTIONS_IN_A_TURN = 8_000;
/** Share of the questions with a word that have no answer, up to which the word says nothing and from which it says all. */
const SAYS_NOTHING = 0.3;
const SAYS_ALL = 0.6;
/** A word that nobody used is as if half of two questions with it had an answer. */
const UNHEARD = { in_vain: 1, all: 2 } as const;

/** With fewer known questions, most words were used by nobody and tell nothing. */
const ENOUGH_TO_TELL = 5_000;
/** How often a word must have been used until it says half of what its share of unanswered questions says. */
const WORD_HALF_HEARD = 4;

/** One row of the table. */
export interface QuestionRow {
  text: string;
  /** JSON: ids of the passages that answer it. */
  answers: string;
  /** Unit length. */
  vector: number[];
}

/** A word of the questions, counted when the release is built. */
export interface WordRow {
  /** Singular. */
  word: string;
  /** Questions that hold it, and those of them that nothing answers. */
  all: number;
  in_vain: number;
}

interface KnownQuestion {
  question: string;
  /** Ids of the passages that answer it. */
  answers: readonly string[];
  /** Cosine to what is asked. */
  score: number;
}

export class QuestionIndex {
  readonly #texts: readonly string[];
  /** For each question the ids of the passages that answer it; none where reading found that nothing does. */
  readonly #answers: readonly (readonly string[])[];
  /** One after the other, each of unit length. */
  readonly #vectors: Float32Array;
  readonly #words: ReadonlyMap<string, WordRow>;
  /** Share of all questions that nothing answers. */
  readonly #inVain: number;

  private constructor(texts: string[], answers: string[][], vectors: Float32Array, words: WordRow[]) {
    this.#texts = texts;
    this.#answers = answers;
    this.#vectors = vectors;
    this.#words = new Map(words.map((row) => [row.word, row]));
    this.#inVain = answers.filter((ids) => ids.length === 0).length / Math.max(1, answers.length);
  }

  /** Reads the tables of questions and of their words, and closes both. */
  static async read(table: Table, wordTable: Table): Promise<QuestionIndex> {
    const texts: string[] = [];
    const answers: string[][] = [];
    const vectors: Float32Array[] = [];
    for await (const batch of table.query().select(["text", "answers", "vector"])) {
      for (const text of batch.getChild("text") ?? []) texts.push(String(text));
      for (const ids of batch.getChild("answers") ?? []) answers.push(JSON.parse(String(ids)));
      for (const { children, offset, length, stride } of batch.getChild("vector")?.data ?? [])
        vectors.push(children[0]?.values.subarray(offset * stride, (offset + length) * stride));
    }
    const words: WordRow[] = await wordTable.query().select(["word", "in_vain", "all"]).toArray();
    const counted = words.map(({ word, in_vain, all }) => ({
      word: String(word),
      in_vain: Number(in_vain),
      all: Number(all),
    }));
    table.close();
    wordTable.close();
    return new QuestionIndex(texts, answers, joined(vectors), counted);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** Ids of the passages that answer any question. */
  answering(): string[] {
    return [...new Set(this.#answers.flat())];
  }

  /** As `Retriever` has it. */
  strangeness(word: string): number {
    const { in_vain, all } = this.#words.get(word) ?? { in_vain: 0, all: 0 };
    const share = (in_vain + UNHEARD.in_vain) / (all + UNHEARD.all);
    return Math.min(1, Math.max(0, (share - SAYS_NOTHING) / (SAYS_ALL - SAYS_NOTHING)));
  }

  /**
   * As `KnownQuestions` has it: a naive Bayes classifier's sum over the words, divided by the square root of their number, since words of one question go together.
   * @param enough known questions, of which fewer tell nothing
   */
  wording(question: string, enough = ENOUGH_TO_TELL): number | null {
    const heard = new Set(words(question).map(singular));
    if (heard.size === 0 || this.size < enough || this.#inVain === 0 || this.#inVain === 1) return null;
    const odds = (inVain: number) => Math.log((1 - inVain) / inVain);
    const usual = odds(this.#inVain);
    let sum = 0;
    for (const word of heard) {
      const { in_vain, all } = this.#words.get(word) ?? { in_vain: 0, all: 0 };
      const share = (in_vain + WORD_HALF_HEARD * this.#inVain) / (all + WORD_HALF_HEARD);
      sum += odds(share) - usual;
    }
    return sum / Math.sqrt(heard.size);
  }

  /**
   * Passages by the nearest question that they are known to answer, best first, at most `limit` besides those listed already, and how many
   * of the nearest questions have an answer at all. A passage that answers questions, none of which is near, has the score of the last
   * answered question looked at.
   * @param query unit length
   * @param listed passages that other searches found
   * @param answering by id, the passages that answer questions; those that are not there are left out
   */
  async nearest<P extends { id: string }>(
    query: Float32Array,
    limit: number,
    listed: readonly SearchHit<P>[],
    answering: ReadonlyMap<string, P>,
  ): Promise<Pick<KnownQuestions<P>, "asked" | "answered">> {
    const questions = await this.#nearestQuestions(query, limit * QUESTIONS_PER_DOCUMENT);
    const { answered, shares } = sharesOf(questions.slice(0, NEIGHBOURS));
    const least = questions.at(-1)?.score ?? 0;
    const near = new Map<string, { score: number; question: string }>();
    for (const { score, question, answers } of questions)
      for (const id of answers) if (!near.has(id)) near.set(id, { score, question });
    const passages = new Map(listed.map(({ passage }) => [passage.id, passage]));
    for (const id of [...near.keys()].slice(0, limit)) {
      const passage = answering.get(id);
      if (passage !== undefined) passages.set(id, passages.get(id) ?? passage);
    }
    const asked: AskedHit<P>[] = [...passages]
      .filter(([id]) => answering.has(id))
      .map(([id, passage]) => ({
        passage,
        ...(near.get(id) ?? { score: least, question: null }),
        share: shares.get(id) ?? 0,
      }))
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
    return { asked, answered };
  }

  /** Nearest first, ties by text, so that the order is the same on every run. */
  async #nearestQuestions(query: Float32Array, count: number): Promise<KnownQuestion[]> {
    const scores = await products(this.#vectors, query);
    const enough = leastOfBest(scores, count);
    const found: KnownQuestion[] = [];
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

/** How large a part of these questions, the nearer ones counting more, has an answer, and how large a part each passage answers. */
function sharesOf(questions: readonly KnownQuestion[]): { answered: number; shares: Map<string, number> } {
  const best = questions[0]?.score ?? 0;
  const weights = questions.map(({ score }) => Math.exp(SHARPNESS * (score - best)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = new Map<string, number>();
  let answered = 0;
  for (const [at, { answers }] of questions.entries()) {
    const share = (weights[at] ?? 0) / whole;
    if (answers.length > 0) answered += share;
    for (const id of answers) shares.set(id, (shares.get(id) ?? 0) + share);
  }
  return { answered, shares };
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

/** The score of the last among the best `count`; below all scores where there are fewer. Most scores are compared once: no more than these are kept in order. */
function leastOfBest(scores: Float32Array, count: number): number {
  const best = new Float32Array(count).fill(Number.NEGATIVE_INFINITY);
  for (const score of scores) {
    if (score <= (best[0] as number)) continue;
    let at = 1;
    while (at < count && (best[at] as number) < score) at++;
    best.copyWithin(0, 1, at);
    best[at - 1] = score;
  }
  return best[0] ?? Number.NEGATIVE_INFINITY;
}

/** The product of each of `vectors` with `query`. */
async function products(vectors: Float32Array, query: Float32Array): Promise<Float32Array> {
  const result = new Float32Array(vectors.length / query.length);
  for (let from = 0; from < result.length; from += QUESTIONS_IN_A_TURN) {
    if (from > 0) await nextTurn();
    multiply(vectors, query, result.subarray(from, from + QUESTIONS_IN_A_TURN), from * query.length);
  }
  return result;
}

/** Fills `result` from the vector at `start` on. Four sums side by side: the processor need not wait for the last addition. */
function multiply(vectors: Float32Array, query: Float32Array, result: Float32Array, start: number): void {
  const size = query.length;
  const inFours = size - (size % 4);
  for (let row = 0, at = start; row < result.length; row++, at += size) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < inFours; k += 4) {
      a += (vectors[at + k] as number) * (query[k] as number);
      b += (vectors[at + k + 1] as number) * (query[k + 1] as number);
      c += (vectors[at + k + 2] as number) * (query[k + 2] as number);
      d += (vectors[at + k + 3] as number) * (query[k + 3] as number);
    }
    for (let k = inFours; k < size; k++) a += (vectors[at + k] as number) * (query[k] as number);
    result[row] = a + b + c + d;
  }
}
