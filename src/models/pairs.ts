/**
 * Query and passage as one sequence for the cross-encoder: `[CLS] q [SEP] d [SEP]` with segment ids.
 *
 * The library's own pair truncation cuts the finished sequence and loses the last [SEP], or the whole passage behind a
 * long query; a cross-encoder was never trained on such input. So pairs are put together here.
 * @module
 */
import { PAIR_SPECIAL_TOKENS } from "./manifest.ts";

export interface Vocabulary {
  /** Piece by token id; a piece that continues a word starts with `##`. */
  pieces: readonly string[];
  cls: number;
  sep: number;
}

export interface PairRules {
  maxTokens: number;
  /** At most half of what `maxTokens` leaves, so that the passage always keeps the larger share. */
  queryTokensMax: number;
  exactMatchSegments: boolean;
  stopwords: ReadonlySet<string>;
}

export interface Pair {
  ids: number[];
  segments: number[];
}

const SEGMENT = { query: 0, passage: 1, sharedQuery: 2, sharedPassage: 3 } as const;
const CONTINUATION = "##";
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PLURAL_LENGTH_MIN = 4;

/** The form under which a word is compared, or null where it never matches: plural and singular are one word. */
export function matchKey(word: string, stopwords: ReadonlySet<string>): string | null {
  const plural = word.endsWith("s") && !word.endsWith("ss") && [...word].length >= PLURAL_LENGTH_MIN;
  const key = plural ? word.slice(0, -1) : word;
  return stopwords.has(word) || stopwords.has(key) || !LETTER_OR_DIGIT.test(word) ? null : key;
}

/** For every token the match key of the word it belongs to. */
function keysByToken(ids: readonly number[], pieces: readonly string[], rules: PairRules): (string | null)[] {
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

/** Segment of each token: `shared` where its word also occurs on the other side. */
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
 * Puts a pair together from ids without special tokens.
 * Segments: 0 the query's side, 1 the passage's, 2 a query token whose word also occurs in the passage, 3 the reverse.
 */
export function assemblePair(
  query: readonly number[],
  passage: readonly number[],
  vocabulary: Vocabulary,
  rules: PairRules,
): Pair {
  const q = query.slice(0, rules.queryTokensMax);
  const d = passage.slice(0, rules.maxTokens - PAIR_SPECIAL_TOKENS - q.length);
  const keys = (ids: readonly number[]) =>
    rules.exactMatchSegments ? keysByToken(ids, vocabulary.pieces, rules) : ids.map(() => null);
  const qKeys = keys(q);
  const dKeys = keys(d);
  const { cls, sep } = vocabulary;
  return {
    ids: [cls, ...q, sep, ...d, sep],
    segments: [
      SEGMENT.query,
      ...segmentsOf(qKeys, dKeys, SEGMENT.query, SEGMENT.sharedQuery),
      SEGMENT.query,
      ...segmentsOf(dKeys, qKeys, SEGMENT.passage, SEGMENT.sharedPassage),
      SEGMENT.passage,
    ],
  };
}
