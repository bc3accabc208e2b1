/**
 * Splits an article into passages for retrieval: whole sentences, with the title first and the
 * labels of sections.
 * @module
 */
import type { Passage } from "../../engine/types.ts";
import type { Article } from "../article.ts";
import { articleDocument } from "./article-document.ts";
import { sentences } from "./sentences.ts";

/**
 * The tokens of a passage with its title. A shorter passage remains only where a part of an article
 * is itself shorter.
 */
export const PASSAGE_TOKENS = { min: 80, max: 160 } as const;
/** Room for sentences where a title takes most of a passage. */
const SENTENCE_TOKENS_MIN = 80;
const WORDS_PER_TOKEN = 0.75;
/** Parts of a paper that hold no evidence. */
const BACK_MATTER =
  /^(?:[\d.]+\s*)?(?:acknowledge?ments?|abbreviations?|(?:author|authors['’]?)\s+(?:contributions?|information)|availability of data.*|competing interests?|conflicts? of interests?.*|consent.*|data (?:availability|sharing).*|declarations?.*|disclosures?.*|ethic(?:s|al).*|financial.*|funding.*|(?:electronic )?supplementa.*|pre-?publication history|publisher['’]s note|references|supporting information|additional (?:files?|information))\b/i;

export interface PassageOptions {
  /** Counts the tokens of a text for the model in use; by default estimated from its words. */
  countTokens?: (text: string) => number;
}

interface Unit {
  text: string;
  tokens: number;
}

export function estimateTokens(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.ceil(words / WORDS_PER_TOKEN);
}

/**
 * Passages of the abstract, then of the full text by section, numbered in that order:
 * `10.1000/abc#1`.
 *
 * They share one document, so that the engine can count how many passages come from one article.
 */
export function articlePassages(article: Article, options: PassageOptions = {}): Passage[] {
  const title = /[.?!]$/.test(article.title) ? article.title : `${article.title}.`;
  const document = articleDocument(article);
  return cutInPassages(title, partsOf(article), options).map((text, i) => ({
    id: `${article.doi}#${i + 1}`,
    text,
    document,
  }));
}

/**
 * Splits a text without sections like an article; empty where it has no words.
 * @param title ends like a sentence; may be empty
 */
export function textPassages(title: string, text: string, options: PassageOptions = {}): string[] {
  return cutInPassages(title, [[{ label: "", text }]], options);
}

function cutInPassages(title: string, parts: readonly Part[], options: PassageOptions): string[] {
  const count = options.countTokens ?? estimateTokens;
  const room = Math.max(PASSAGE_TOKENS.max - count(title), SENTENCE_TOKENS_MIN);
  return parts
    .flatMap((part) => packed(unitsOf(part, room, count), room))
    .map((passage) => (title === "" ? passage : `${title} ${passage}`));
}

/** A part of the article that no passage crosses. */
type Part = readonly { label: string; text: string }[];

function partsOf({ abstract, body = [] }: Article): Part[] {
  const parts: { label: string; text: string }[][] = [
    abstract.map(({ label = "", text }) => ({ label, text })),
  ];
  let chapter: string | undefined;
  for (const { heading, paragraphs } of body) {
    if (heading.some((name) => BACK_MATTER.test(name))) continue;
    if (chapter !== (heading[0] ?? "")) parts.push([]);
    chapter = heading[0] ?? "";
    parts.at(-1)?.push({ label: heading.at(-1) ?? "", text: paragraphs.join(" ") });
  }
  return parts;
}

/**
 * The sentences of a part, the first of each section with its label. A sentence that is too long is
 * split between words.
 */
function unitsOf(part: Part, room: number, count: (text: string) => number): Unit[] {
  return part.flatMap(({ label, text }) =>
    sentences(text)
      .map((sentence, i) => (i === 0 && label !== "" ? `${label}: ${sentence}` : sentence))
      .flatMap((sentence) => {
        const tokens = count(sentence);
        return tokens <= room ? [{ text: sentence, tokens }] : cut(sentence, room, count);
      }),
  );
}

function cut(sentence: string, room: number, count: (text: string) => number): Unit[] {
  const units: Unit[] = [];
  let words: string[] = [];
  let tokens = 0;
  for (const word of sentence.split(" ")) {
    const more = count(word);
    if (words.length > 0 && tokens + more > room) {
      units.push({ text: words.join(" "), tokens });
      words = [];
      tokens = 0;
    }
    words.push(word);
    tokens += more;
  }
  return [...units, { text: words.join(" "), tokens }];
}

/** Combines sentences into passages of about equal length, none longer than the room. */
function packed(units: readonly Unit[], room: number): string[] {
  const total = tokensOf(units);
  const target = total / Math.max(1, Math.ceil(total / room));
  const passages: Unit[][] = [];
  for (const unit of units) {
    const last = passages.at(-1);
    const tokens = tokensOf(last ?? []);
    const wanted = tokens + unit.tokens / 2 <= target || tokens < PASSAGE_TOKENS.min;
    if (last !== undefined && tokens + unit.tokens <= room && wanted) last.push(unit);
    else passages.push([unit]);
  }
  evenOutEnd(passages, room);
  return passages.map((passage) => passage.map(({ text }) => text).join(" "));
}

/** A short last passage takes sentences from the one before it, or all of them where they fit. */
function evenOutEnd(passages: Unit[][], room: number): void {
  const end = passages.at(-1);
  const before = passages.at(-2);
  if (end === undefined || before === undefined || tokensOf(end) >= PASSAGE_TOKENS.min) return;
  if (tokensOf(before) + tokensOf(end) <= room) {
    passages.splice(-2, 2, [...before, ...end]);
    return;
  }
  for (let moved = before.at(-1); moved !== undefined; moved = before.at(-1)) {
    const spared = tokensOf(before) - moved.tokens >= PASSAGE_TOKENS.min;
    if (!spared || tokensOf(end) >= PASSAGE_TOKENS.min || tokensOf(end) + moved.tokens > room)
      return;
    before.pop();
    end.unshift(moved);
  }
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
