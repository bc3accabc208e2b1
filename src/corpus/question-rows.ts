/**
 * The rows of the table of known questions.
 * @module
 */
import type { Questions } from "./documents.ts";
import type { PassageIndex } from "./lance.ts";
import type { QuestionRow } from "./question-index.ts";
import type { PassageEmbedder } from "./release.ts";

const QUESTIONS_PER_STEP = 64;

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
