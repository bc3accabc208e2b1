/**
 * Small real ports for the engine's tests: a bag of words as the vector, a few words for each
 * label, word overlap as relevance. They use no models, and no files except the corpus.
 */
import { join } from "node:path";
import {
  BEHAVIOURS,
  LIFE_STAGES,
  MEASURES,
  OUTCOMES,
  PHASES,
} from "../../src/contract/vocabulary.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import type { GuidanceHit, Passage, Reranker, Retriever } from "../../src/engine/types.ts";
import { words } from "../../src/engine/understanding/fold.ts";
import { REQUIRED_LABELS } from "../../src/engine/understanding/labels.ts";
import type { MessageReader } from "../../src/engine/understanding/reading.ts";
import { readRecords, toPassage } from "../../src/ingest/documents.ts";
import { textsOf } from "../../src/library/guidance-index.ts";
import { ENTRIES } from "./fake-guidance.ts";

const DIMENSIONS = 512;
const STOP = new Set(
  "the a an of in on at to for and or is are was were be do does did can could should would will i my me you your it its this that with by from how what why when which who has have had not no as so if about into than then there they them their we our us last".split(
    " ",
  ),
);

/** By text; the same texts are compared for every question. */
const termsKnown = new Map<string, string[]>();

function terms(text: string): string[] {
  const known = termsKnown.get(text);
  if (known !== undefined) return known;
  const made = words(text).filter((word) => !STOP.has(word) && word.length > 1);
  termsKnown.set(text, made);
  return made;
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const term of terms(text)) {
    const slot = Number(Bun.hash(term) % BigInt(DIMENSIONS));
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

export const LABELS: readonly string[] = [
  ...REQUIRED_LABELS,
  ...new Set(
    [...MEASURES, ...OUTCOMES, ...BEHAVIOURS, ...PHASES, ...LIFE_STAGES].map(
      (each) => `facet:${each}`,
    ),
  ),
];

/**
 * Labels that hold where one of their words stands in the text; of a head the first that holds is
 * the answer.
 */
const SAID_BY: readonly [label: string, pattern: RegExp][] = [
  ["safety:self_harm", /end it all/i],
  ["safety:emergency", /crushing chest/i],
  ["safety:medication", /how many pills/i],
  ["kind:decide", /^(should|may) i/i],
  ["kind:amount", /how (much|many)/i],
  ["kind:cause", /why/i],
  ["kind:help", /help/i],
  ["kind:normal", /normal|stands out/i],
  ["kind:effect", /./],
  ["time:night", /last night/i],
  ["time:recent", /\b(my|today|tonight)\b/i],
  ["time:general", /./],
  ["whose:other", /\bmy (mother|friend|sister)\b/i],
  ["whose:own", /\b(my|i|me)\b/i],
  ["whose:general", /./],
  ["role:question", /\?/],
  ["facet:hrv", /\bhrv\b/i],
  ["facet:temperature", /\btemperature\b/i],
  ["facet:alcohol", /alcohol|wine/i],
  ["facet:luteal", /luteal/i],
  ["facet:menstrual_pain", /cramps/i],
  ["facet:hot_flashes", /hot flush/i],
  ["facet:postmenopause", /after menopause/i],
];
const SAID = 6;

function logitsOf(text: string): Float32Array {
  const heads = new Set<string>();
  const logits = new Map<string, number>();
  for (const [label, pattern] of SAID_BY) {
    const head = label.split(":", 1)[0] ?? "";
    const one = head === "kind" || head === "time" || head === "whose";
    if (!pattern.test(text) || (one && heads.has(head))) continue;
    heads.add(head);
    logits.set(label, SAID);
  }
  return Float32Array.from(LABELS, (label) => logits.get(label) ?? -SAID);
}

export const CORPUS: readonly Passage[] = readRecords(join(import.meta.dir, "../../corpus")).map(
  toPassage,
);

export interface FakePorts {
  retriever: Retriever;
  reranker: Reranker;
  matcher: Reranker;
  reader: MessageReader;
  /** Texts that were read, and pairs that were scored. */
  calls: { read: string[]; pairs: number };
}

export function fakePorts({
  passages = CORPUS,
  entries = ENTRIES,
}: {
  passages?: readonly Passage[];
  entries?: readonly GuidanceEntry[];
} = {}): FakePorts {
  const calls: FakePorts["calls"] = { read: [], pairs: 0 };
  const documents = passages.map((passage) => ({
    passage,
    vector: vectorOf(passage.text),
    terms: new Set(terms(passage.text)),
  }));
  const guidance = entries.map((entry) => ({
    entry,
    vectors: textsOf(entry).map(vectorOf),
  }));
  const ranked = (limit: number, scoreOf: (document: (typeof documents)[number]) => number) =>
    documents
      .map((document) => ({ passage: document.passage, score: scoreOf(document) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
      .slice(0, limit);
  const near = (
    vector: Float32Array,
    embedded: Float32Array | null,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean,
  ): GuidanceHit[] => {
    const nearest = (vectors: readonly Float32Array[], to: Float32Array) =>
      Math.max(...vectors.map((each) => cosine(each, to)));
    const worth = (hit: GuidanceHit) => hit.cosine + hit.embedder_cosine;
    return guidance
      .filter(({ entry }) => entry.unasked === null && fits(entry))
      .map(({ entry, vectors }) => ({
        entry,
        cosine: nearest(vectors, vector),
        embedder_cosine: embedded === null ? 0 : nearest(vectors, embedded),
        asked_cosine: 0,
        shared_words: 0,
      }))
      .sort((a, b) => worth(b) - worth(a) || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit);
  };
  /** A pair scores by the share of the query's words that the text has. */
  const wordsShared: Reranker = {
    score: async (query, texts) => {
      calls.pairs += texts.length;
      const asked = [...new Set(terms(query))];
      return texts.map((text) => {
        const held = new Set(terms(text));
        return asked.filter((term) => held.has(term)).length / Math.max(1, asked.length);
      });
    },
  };
  return {
    calls,
    retriever: {
      corpusVersion: "corpus-test",
      search: async (query, limit) => {
        const [asked, vector] = [new Set(terms(query)), vectorOf(query)];
        return {
          lexical: ranked(
            limit,
            (document) => [...asked].filter((term) => document.terms.has(term)).length,
          ),
          dense: ranked(limit, (document) => cosine(vector, document.vector)),
        };
      },
      guidanceFor: async (question, vector, limit, fits) =>
        near(vector, vectorOf(question), limit, fits),
      guidanceNear: (vector, limit, fits = () => true) => near(vector, null, limit, fits),
      unasked: entries.filter(({ unasked }) => unasked !== null),
      guidanceVector: (id) => guidance.find(({ entry }) => entry.id === id)?.vectors[0] ?? null,
      records: async (dois) => passages.filter(({ id }) => dois.includes(id)),
      nearness: async (question, texts) =>
        texts.map((text) => cosine(vectorOf(question), vectorOf(text))),
    },
    reranker: wordsShared,
    matcher: {
      score: async (message, questions) =>
        questions.map((question) => cosine(vectorOf(message), vectorOf(question))),
    },
    reader: {
      labels: LABELS,
      thresholds: {
        self_harm: 0.5,
        emergency: 0.5,
        red_flag: 0.5,
        pregnancy: 0.5,
        diagnosis: 0.5,
        medication: 0.5,
        test_interpretation: 0.5,
      },
      read: async (texts) => {
        calls.read.push(...texts);
        return texts.map((text) => ({ vector: vectorOf(text), logits: logitsOf(text) }));
      },
    },
  };
}
