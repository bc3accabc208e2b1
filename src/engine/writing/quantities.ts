/**
 * "How long …?", "how much …?": what such a question wants to be told, and how a sentence looks that tells it.
 * @module
 */

export interface Quantity {
  asked: RegExp;
  /** What a sentence that tells it has in it. */
  told: RegExp;
  /** Said where none does. */
  unsaid: string;
}

const NUMBER =
  "(?:\\d[\\d.,]*|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|sixty|ninety|hundred|few|several|couple of)";
const TIME = "(?:seconds?|minutes?|hours?|days?|nights?|evenings?|weeks?|months?|years?|cycles?)";
const SPAN = `\\b(?:${NUMBER}|an?|each|every|single|extra)(?:[ -]\\w+)? ${TIME}\\b|\\b${NUMBER}-(?:minute|hour|day|week|month|year)\\b`;
const AMOUNT =
  "(?:%|per ?cent|percentage|m?g|micrograms?|milligrams?|grams?|kilograms?|kg|ml|litres?|cups?|cans?|drinks?|glasses|units?|doses?|portions?|servings?|times?|sessions?|steps?|kilometres?|degrees?|beats?|ms|milliseconds?|points?|calories|breaths?|(?:out of|in) (?:\\d|ten|three|four|five|six|seven|eight|nine))";

const QUANTITIES: readonly Quantity[] = [
  {
    asked:
      /\bhow (?:long|soon|quickly|late|early|many (?:minutes|hours|days|nights|weeks|months|years|cycles))\b|\bwhat time\b/i,
    told: new RegExp(`${SPAN}|\\bo’?clock\\b|\\d ?(?:am|pm)\\b`, "i"),
    unsaid: "The studies used here do not name a time that would answer this exactly.",
  },
  {
    asked:
      /\bhow (?:much|many|often)\b|\b(?:what|which) dose\b|\bneed (?:\w+ ){0,2}\d|\b\d[\d.,]*k? (?:\w+ ){0,2}(?:enough|too (?:much|many|few|little))\b/i,
    told: new RegExp(
      `\\b${NUMBER}(?:[ -]\\w+)? ?${AMOUNT}|\\b(?:third|half|quarter|twice|doubled?)\\b|${SPAN}`,
      "i",
    ),
    unsaid: "The studies used here do not name an amount that would answer this exactly.",
  },
];

/** What is asked for first; null where it is no time and no amount. */
export function quantityAsked(question: string): Quantity | null {
  return QUANTITIES.find(({ asked }) => asked.test(question)) ?? null;
}
