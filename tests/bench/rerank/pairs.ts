/**
 * Question–passage pairs of a wanted length, made of the corpus's own sentences: the same seed
 * gives the same pairs.
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tokenizer } from "../../../src/inference/tokenizer.ts";
import { readRecords } from "../../../src/ingest/documents.ts";

const ROOT = join(import.meta.dir, "../../..");
const SPECIAL_TOKENS = 3;
const LENGTH_MIN = 90;
const LENGTH_MAX = 256;
/** Exponent that puts the mean of the lengths at 160. */
const SHORT_MORE_OFTEN = 1.37;

/** Questions with the passages that are scored for them, as a request asks. */
export interface PairGroup {
  question: string;
  passages: string[];
}

export interface PairMaker {
  /** `groups` questions with `each` passages; never one that was given before. */
  next(groups: number, each: number): PairGroup[];
}

export function pairMaker(tokenizer: Tokenizer, chance: () => number): PairMaker {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
  const sentences = readRecords(join(ROOT, "corpus")).flatMap(({ title, findings, practice }) => [
    `${title}.`,
    ...findings.map(({ statement }) => statement),
    ...(practice ? [practice] : []),
  ]);
  const questions = readFileSync(join(ROOT, "models/training/judgments/judgments.ndjson"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { question: string }).question);
  const length = (text: string) => tokenizer.encode(text, LENGTH_MAX).length;

  /** Sentences until they are long enough, then cut at the last word that fits. */
  function passageOf(tokens: number): string {
    let text: string = pick(sentences);
    while (length(text) < tokens) text += ` ${pick(sentences)}`;
    const words = text.split(" ");
    let [low, high] = [1, words.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (length(words.slice(0, middle).join(" ")) <= tokens) low = middle;
      else high = middle - 1;
    }
    return words.slice(0, low).join(" ");
  }

  return {
    next: (groups, each) =>
      Array.from({ length: groups }, () => {
        const question = pick(questions);
        const around = length(question) + SPECIAL_TOKENS;
        const passages = Array.from({ length: each }, () => {
          const tokens = LENGTH_MIN + (LENGTH_MAX - LENGTH_MIN) * chance() ** SHORT_MORE_OFTEN;
          return passageOf(Math.max(1, Math.round(tokens) - around));
        });
        return { question, passages };
      }),
  };
}
