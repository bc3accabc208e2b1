/**
 * Query and passage as one sequence for the cross-encoder, `[CLS] q [SEP] d [SEP]` or what else its template says,
 * with segment ids.
 *
 * The library's own pair truncation cuts the finished sequence and loses the last [SEP], or the whole passage behind a
 * long query; a cross-encoder was never trained on such input. So pairs are put together here.
 * @module
 */
import { pairSpecialTokens, type Template } from "./template.ts";

export interface Vocabulary {
  /** Piece by token id; a piece that continues a word starts with `##`. */
  pieces: readonly string[];
  template: Pick<Template, "pair">;
}

export interface PairRules {
  maxTokens: number;
  /** Cuts a query before the pair is cut. */
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
 * How many tokens each side keeps where both must fit into `room`: the longer one is cut until both are equal, then
 * both, as the "longest first" of the Python tokenizers does. So neither side can push the other out.
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
 * Puts a pair together from ids without special tokens.
 * Segments are the template's; with exact matches also 2, a query token whose word occurs in the passage, and 3, the
 * reverse.
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
