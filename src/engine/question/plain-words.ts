/**
 * What is left of a question without the words that carry no topic of their own.
 * @module
 */
import { LEXICON_WORDS, meantWord } from "./facets.ts";
import { fold, singular } from "./fold.ts";
import { PLAIN_WORDS } from "./ordinary-words.ts";
import { nearestWord } from "./spelling.ts";

const NUMBER_WORD = /^\d+(?:\.\d+)?(?:am|pm|h|min|kg|km|st|nd|rd|th|x)?$/;

/** A letter too many, too few or swapped; another letter instead makes another word ("whale", "whole"). */
function isSlip(word: string): boolean {
  const meant = nearestWord(word, PLAIN_WORDS);
  return meant !== null && (meant.length !== word.length || sortedLetters(meant) === sortedLetters(word));
}

function sortedLetters(word: string): string {
  return [...word].sort().join("");
}

/** Of the words no phrase of the lexicon accounts for, those that say what else a question is about. */
export function topicWords(leftover: readonly string[]): string[] {
  return leftover.filter(
    (word) => word.length > 1 && !PLAIN_WORDS.has(word) && !NUMBER_WORD.test(word) && !isSlip(word),
  );
}

/** The text of a question all of whose words are understood, with the slips in them mended. */
export function mendedText(text: string): string {
  return text.replace(/\p{L}+/gu, (written) => {
    const word = fold(written);
    if (PLAIN_WORDS.has(singular(word)) || LEXICON_WORDS.has(singular(word))) return written;
    return meantWord(word) ?? nearestWord(word, PLAIN_WORDS) ?? written;
  });
}
