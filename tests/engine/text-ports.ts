/**
 * Small real ports over the starter corpus for the engine's tests: BM25 twice over for retrieval (with and without
 * titles' weight) and weighted word overlap for relevance. No models, no files but the corpus.
 */
import { join } from "node:path";
import { readRecords, toPassage } from "../../src/corpus/documents.ts";
import { singular, words } from "../../src/engine/question/fold.ts";
import type { Passage, Reranker, Retriever } from "../../src/engine/types.ts";

const STOP = new Set(
  "the a an of in on at to for and or is are was were be do does did can could should would will i my me you your it its this that with by from how what why when which who has have had not no as so if about into than then there they them their we our us help helps good way ways best during before after what".split(
    " ",
  ),
);
const SYNONYMS: Record<string, string> = {
  variability: "hrv",
  coffee: "caffeine",
  tired: "fatigue",
  flush: "flash",
};

function stem(word: string): string {
  const plain = singular(word);
  const known = SYNONYMS[plain] ?? plain;
  return known.length > 5 ? known.replace(/(ing|ed|ly|ation|ity|al)$/, "") : known;
}

export function terms(text: string): string[] {
  return words(text)
    .filter((word) => !STOP.has(word) && word.length > 1)
    .map(stem);
}

export function corpusPassages(): Passage[] {
  return readRecords(join(import.meta.dir, "../../corpus")).map(toPassage);
}

const K1 = 0.9;
const B = 0.4;

export function textPorts(passages: readonly Passage[] = corpusPassages()): {
  retriever: Retriever;
  reranker: Reranker;
  calls: { pairs: number };
} {
  const documents = passages.map((passage) => ({ passage, terms: terms(passage.text) }));
  const frequency = new Map<string, number>();
  for (const { terms: list } of documents)
    for (const term of new Set(list)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const idf = (term: string) => {
    const n = frequency.get(term) ?? 0;
    return Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
  };
  const averageLength = documents.reduce((sum, { terms: list }) => sum + list.length, 0) / documents.length;
  const calls = { pairs: 0 };

  const search = (query: string, limit: number) => {
    const asked = [...new Set(terms(query))];
    return documents
      .map(({ passage, terms: list }) => {
        let score = 0;
        for (const term of asked) {
          const count = list.filter((each) => each === term).length;
          const norm = count + K1 * (1 - B + (B * list.length) / averageLength);
          score += count === 0 ? 0 : (idf(term) * count * (K1 + 1)) / norm;
        }
        return { passage, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
      .slice(0, limit);
  };

  return {
    calls,
    retriever: {
      corpusVersion: "test",
      search: async (query, limit) => ({
        lexical: search(query, limit),
        dense: search(`${query} ${query}`, limit),
        asked: [],
        answered: null,
        wording: null,
      }),
      strangeness: () => 1,
      nearness: async (question, texts) => {
        const asked = new Set(terms(question));
        return texts.map((text) => {
          const held = new Set(terms(text));
          return [...asked].filter((term) => held.has(term)).length / Math.max(1, asked.size);
        });
      },
    },
    reranker: {
      score: async (query, texts) => {
        calls.pairs += texts.length;
        const asked = [...new Set(terms(query))];
        // Words the corpus does not know weigh the most: a question about them is about something else.
        const total = asked.reduce((sum, term) => sum + idf(term), 0);
        return texts.map((text) => {
          const held = new Set(terms(text));
          const shared = asked.filter((term) => held.has(term)).reduce((sum, term) => sum + idf(term), 0);
          return total === 0 ? 0 : Math.min(1, (1.15 * shared) / total);
        });
      },
    },
  };
}
