/**
 * Assembles query and passage as one sequence for the cross-encoder, `[CLS] q [SEP] d [SEP]` or as
 * its template says, with segment ids.
 *
 * The library's own truncation cuts the finished sequence. It loses the last [SEP], or after a long
 * query the whole passage. A cross-encoder was never trained on such input.
 * @module
 */
import { pairSpecialTokens, type Template } from "./pair-template.ts";

export interface Vocabulary {
  /** Piece by token id. A piece that continues a word starts with `##`. */
  pieces: readonly string[];
  template: Pick<Template, "pair">;
}

export interface PairRules {
  maxTokens: number;
  /** The query is truncated to this before the pair is. */
  queryTokensMax: number;
  exactMatchSegments: boolean;
  stopwords: ReadonlySet<string>;
}

export interface Pair {
  ids: number[];
  segments: number[];
}

const SHARED_SEGMENT = { query: 2, passage: 3 } as const;
const CONTINUATION = "##";
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PLURAL_LENGTH_MIN = 4;

/**
 * The form in which words are compared; null for a word that never matches. Plural and singular
 * have one form.
 */
export function matchKey(word: string, stopwords: ReadonlySet<string>): string | null {
  const plural =
    word.endsWith("s") && !word.endsWith("ss") && [...word].length >= PLURAL_LENGTH_MIN;
  const key = plural ? word.slice(0, -1) : word;
  return stopwords.has(word) || stopwords.has(key) || !LETTER_OR_DIGIT.test(word) ? null : key;
}

/** For each token the match key of its word. */
function keysByToken(
  ids: readonly number[],
  pieces: readonly string[],
  rules: PairRules,
): (string | null)[] {
  const keys: (string | null)[] = [];
  let word = "";
  let start = 0;
  const endWord = (end: number) => {
    const key = end > start ? matchKey(word, rules.stopwords) : null;
    while (keys.length < end) keys.push(key);
    start = end;
  };
  ids.forEach((id, at) => {
    const piece = pieces[id] ?? "";
    if (at > 0 && piece.startsWith(CONTINUATION)) {
      word += piece.slice(CONTINUATION.length);
    } else {
      endWord(at);
      word = piece;
    }
  });
  endWord(ids.length);
  return keys;
}

/** The segment of each token: `shared` where its word also occurs on the other side. */
function segmentsOf(
  own: readonly (string | null)[],
  other: readonly (string | null)[],
  plain: number,
  shared: number,
): number[] {
  const there = new Set(other);
  return own.map((key) => (key !== null && there.has(key) ? shared : plain));
}

/**
 * How many tokens each side keeps so that both fit into `room`. The longer side is truncated until
 * both are equal, then both are, like "longest first" of the Python tokenizers. So neither side can
 * push out the other.
 */
export function longestFirst(
  query: number,
  passage: number,
  room: number,
): { query: number; passage: number } {
  if (query + passage <= room) return { query, passage };
  const shorter = Math.min(query, passage, Math.floor(room / 2));
  return query > passage
    ? { query: room - shorter, passage: shorter }
    : { query: shorter, passage: room - shorter };
}

/**
 * Assembles a pair from ids without special tokens. The segments are the template's. With exact
 * matches, segment 2 marks a query token whose word occurs in the passage, and 3 the reverse.
 */
export function assemblePair(
  query: readonly number[],
  passage: readonly number[],
  { pieces, template }: Vocabulary,
  rules: PairRules,
): Pair {
  const { before, between, after, querySegment, passageSegment } = template.pair;
  const kept = longestFirst(
    Math.min(query.length, rules.queryTokensMax),
    passage.length,
    rules.maxTokens - pairSpecialTokens(template.pair),
  );
  const q = query.slice(0, kept.query);
  const d = passage.slice(0, kept.passage);
  const keys = (ids: readonly number[]) =>
    rules.exactMatchSegments ? keysByToken(ids, pieces, rules) : ids.map(() => null);
  const qKeys = keys(q);
  const dKeys = keys(d);
  const idsOf = (slots: Template["pair"]["before"]) => slots.map((slot) => slot.id);
  const segmentsOfSlots = (slots: Template["pair"]["before"]) => slots.map((slot) => slot.segment);
  return {
    ids: [...idsOf(before), ...q, ...idsOf(between), ...d, ...idsOf(after)],
    segments: [
      ...segmentsOfSlots(before),
      ...segmentsOf(qKeys, dKeys, querySegment, SHARED_SEGMENT.query),
      ...segmentsOfSlots(between),
      ...segmentsOf(dKeys, qKeys, passageSegment, SHARED_SEGMENT.passage),
      ...segmentsOfSlots(after),
    ],
  };
}
