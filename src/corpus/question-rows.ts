/**
 * The rows of the table of known questions.
 * @module
 */
import { singular, words } from "../engine/question/fold.ts";
import type { Questions } from "./documents.ts";
import type { PassageIndex } from "./lance.ts";
import type { QuestionRow, WordRow } from "./question-index.ts";
import type { PassageEmbedder } from "./release.ts";

const QUESTIONS_PER_STEP = 64;
/** `answers` of a question that nothing answers. */
const NONE = JSON.stringify([]);

/** Which passages answer which question; of some questions it is known that none does. */
export class Answers {
  readonly #passages = new Map<string, string[]>();

  /** What one document in vain was asked another may answer. */
  add(passage: string, { asked = [], asked_in_vain = [] }: Questions): void {
    for (const question of asked) this.#of(question).push(passage);
    for (const question of asked_in_vain) this.#of(question);
  }

  #of(question: string): string[] {
    const held = this.#passages.get(question) ?? [];
    this.#passages.set(question, held);
    return held;
  }

  /** Ordered by question, so that the table does not depend on the order in which they came. */
  entries(): [question: string, passages: readonly string[]][] {
    return [...this.#passages].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

export interface QuestionOptions {
  /** Index of an earlier release made with the same embedder: vectors of questions it holds are taken from it. */
  reuse?: PassageIndex | null;
  signal?: AbortSignal;
}

/** @throws the signal's reason when it is aborted, and what the embedder throws */
export async function questionRows(
  answers: Answers,
  embedder: PassageEmbedder,
  { reuse, signal }: QuestionOptions = {},
): Promise<QuestionRow[]> {
  const entries = answers.entries();
  const vectors = reuse?.questions?.vectors() ?? new Map<string, Float32Array>();
  const fresh = entries.map(([text]) => text).filter((text) => !vectors.has(text));
  for (let start = 0; start < fresh.length; start += QUESTIONS_PER_STEP) {
    signal?.throwIfAborted();
    const step = fresh.slice(start, start + QUESTIONS_PER_STEP);
    const made = await embedder.embedPassages(step);
    for (const [i, text] of step.entries()) vectors.set(text, made[i] ?? new Float32Array());
  }
  return entries.map(([text, passages]) => ({
    text,
    answers: JSON.stringify(passages),
    vector: Array.from(vectors.get(text) ?? []),
  }));
}

/** The same for the same questions with the same answers. */
export function digestOf(questions: readonly QuestionRow[]): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const { text, answers } of questions) hasher.update(`${JSON.stringify([text, answers])}\n`);
  return hasher.digest("hex");
}

/** How often each word, singular, stands in a question, and in one that nothing answers; ordered by word. */
export function wordRows(questions: readonly QuestionRow[]): WordRow[] {
  const counts = new Map<string, WordRow>();
  for (const { text, answers } of questions) {
    const vain = Number(answers === NONE);
    for (const word of new Set(words(text).map(singular))) {
      const count = counts.get(word) ?? { word, in_vain: 0, all: 0 };
      count.in_vain += vain;
      count.all++;
      counts.set(word, count);
    }
  }
  return [...counts.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
}
