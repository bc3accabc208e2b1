/**
 * Whether a message is English. The detector errs on short messages, so another language must fit
 * better by a margin.
 * @module
 */
import { eld } from "eld/small";

/** Fewer words than this in Latin letters show no language. */
const WORDS_MIN = 3;
/**
 * How much better another language must fit. Of 2,400 short English questions, 5 fit another
 * language by more. Of 47 messages in 25 languages, all but one do.
 */
const MARGIN = 0.2;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/gu;
const LETTER = /\p{L}/gu;
const MOSTLY = 0.5;

/** Also true for a message that is too short to judge. */
export function isEnglish(message: string): boolean {
  const letters = message.match(LETTER)?.length ?? 0;
  if (letters === 0) return true;
  if ((message.match(NOT_LATIN)?.length ?? 0) / letters > MOSTLY) return false;
  // "spo2 93 asleep" has one word: a number or a measure's name is the same in every language.
  const words = message.trim().split(/\s+/);
  if (words.filter((word) => !/\d/.test(word)).length < WORDS_MIN) return true;
  const result = eld.detect(message);
  const scores = result.getScores();
  const english = scores.en ?? 0;
  return result.language === "en" || (scores[result.language] ?? 0) - english <= MARGIN;
}
