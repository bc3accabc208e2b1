/**
 * How much of a question a passage speaks of, in the question's own words.
 *
 * BM25 adds up: three mentions of one word make up for another that is missing. Here each word of the question counts once, and the more the fewer of
 * the candidates have it; what all of them have tells none from another. The first sentence, a title as a rule, says what a text is about, so it is
 * read by itself too.
 * @module
 */
import { singular, words } from "../question/fold.ts";

/** Words that a question holds whatever it asks; of the plain words that carry no topic here (`ordinary-words.ts`) many do elsewhere: "cold", "change". */
const FUNCTION_WORDS = new Set(
  `a about after all also am an and any are as at be been being between both but by can could did do does during each for from had has have having
  he her his how i if in into is it its may me might more most must my no nor not of off on once only or other our out over own same she should so some
  such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom
  whose why will with would you your`.split(/\s+/),
);
const SENTENCE_END = /(?<=[.?!])\s/;

/** Shares of the question, each 0 to 1. */
export interface SharedWords {
  /** Of the whole passage. */
  whole: number;
  /** Of its first sentence. */
  first: number;
}

/** One entry per passage, in their order; all 0 where the question has no word of its own. */
export function sharedWords(question: string, passages: readonly string[]): SharedWords[] {
  const read = passages.map((text) => ({
    whole: ownWords(text),
    first: ownWords(text.split(SENTENCE_END, 1)[0] ?? ""),
  }));
  const weights = [...ownWords(question)].map((word): [string, number] => {
    const having = read.filter(({ whole }) => whole.has(word)).length;
    return [word, rarity(having, passages.length)];
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const shareOf = (said: ReadonlySet<string>) =>
    total === 0 ? 0 : weights.reduce((sum, [word, weight]) => sum + (said.has(word) ? weight : 0), 0) / total;
  return read.map(({ whole, first }) => ({ whole: shareOf(whole), first: shareOf(first) }));
}

/** The inverse document frequency of BM25 (Robertson and Zaragoza, 2009, doi:10.1561/1500000019), among the candidates instead of all documents. */
function rarity(having: number, of: number): number {
  return Math.log(1 + (of - having + 0.5) / (having + 0.5));
}

function ownWords(text: string): Set<string> {
  return new Set(
    words(text)
      .filter((word) => !FUNCTION_WORDS.has(word))
      .map(singular),
  );
}
