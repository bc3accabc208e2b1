/**
 * The words that a question shares with guidance entries. Encoders miss rare words ("tiramisu",
 * "bunion"), and these often tell two near entries apart.
 * @module
 */
import type { GuidanceEntry } from "../engine/guidance/entry.ts";

/** Words count as one where they begin alike: "running" and "runner". */
const LETTERS_COMPARED = 5;

function wordsOf(text: string): Set<string> {
  return new Set(
    (
      text
        .toLowerCase()
        .replace(/['’]/g, "")
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).map((word) => word.slice(0, LETTERS_COMPARED)),
  );
}

export class EntryWords {
  readonly #entries: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of words that an entry has; a rare word weighs more. */
  readonly #weights: ReadonlyMap<string, number>;

  /** @param textsOf the texts of an entry whose words count */
  constructor(
    entries: readonly GuidanceEntry[],
    textsOf: (entry: GuidanceEntry) => readonly string[],
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.id, wordsOf(textsOf(entry).join(" "))]));
    const counts = new Map<string, number>();
    for (const words of this.#entries.values())
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    this.#weights = new Map(
      [...counts].map(([word, count]) => [
        word,
        // The inverse document frequency of BM25.
        Math.log(1 + (entries.length - count + 0.5) / (count + 0.5)),
      ]),
    );
  }

  /** For a question: the share of its words, by weight, that an entry has. */
  sharesOf(question: string): (id: string) => number {
    const weighed = [...wordsOf(question)].flatMap((word) => {
      const weight = this.#weights.get(word);
      return weight === undefined ? [] : [{ word, weight }];
    });
    const whole = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return (id) => {
      const words = this.#entries.get(id);
      const shared = weighed.filter(({ word }) => words?.has(word));
      return shared.reduce((sum, { weight }) => sum + weight, 0) / whole;
    };
  }
}
