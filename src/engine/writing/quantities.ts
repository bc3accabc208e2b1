/**
 * "How long …?", "how much …?": what such a question wants to be told, and how a sentence looks that tells it.
 * @module
 */

export interface Quantity {
  /** Whether a sentence tells it. */
  told: RegExp;
  /** Said where none does. */
  unsaid: string;
}

const NUMBER =
  "(?:\\d[\\d.,]*|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|sixty|ninety|hundred|few|several|couple of)";
const TIME = "(?:seconds?|minutes?|hours?|days?|nights?|evenings?|weeks?|months?|years?|cycles?)";
/** "7,500 steps a day" and "after an easy day" name no span; "within a week" does. */
const ONE_SPAN =
  "\\b(?:an|each|every|single|extra)(?: extra)? (?:minute|hour)\\b|\\b(?:within|after|about|for|in|only|just|by|over|lasted|took) an? (?:single |full |whole )?(?:day|night|week|month|year)\\b";
/** So many cycles or nights were recorded; nobody waits for them. */
const SAMPLE = "(?!(?:3[1-9]|[4-9]\\d|\\d{3,}|\\d+,\\d+)\\S* (?:\\w+ )?(?:cycles|nights)\\b)";
const SPAN = `\\b${SAMPLE}${NUMBER}(?:[ -]\\w+)? ${TIME}\\b|\\b${NUMBER}-(?:minute|hour|day|week|month|year)\\b|${ONE_SPAN}`;
const CLOCK = "\\bo’?clock\\b|\\d ?(?:am|pm)\\b|\\b(?:midnight|noon)\\b";
const DOSE =
  "(?:m?g|micrograms?|milligrams?|grams?|ml|litres?|cups?|cans?|drinks?|glass(?:es)?|units?|doses?|portions?|servings?|calories|kilocalories|kcal)";
const AMOUNT = `(?:%|per ?cent|percentage|${DOSE}|kilograms?|kg|times?|sessions?|steps?|kilometres?|degrees?|beats?|ms|milliseconds?|points?|breaths?|(?:out of|in) (?:\\d|ten|three|four|five|six|seven|eight|nine))`;
const SHARE =
  "\\b(?:third|half|quarter|twice|doubled?)\\b|%|\\bper ?cent\\b|\\b(?:one|two|three|four|seven|nine|\\d+) (?:in|out of) (?:\\d+|two|three|four|five|six|seven|eight|nine|ten)\\b";
const RATE =
  "\\b(?:once|twice|daily|weekly|monthly)\\b|\\bevery (?:other |second |single )?(?:day|night|evening|morning|week|month)\\b|\\b(?:times?|sessions?|days?|nights?|evenings?|drinks?|minutes|hours) (?:a|per|each|every) (?:day|night|week|month|year)\\b";
const SIZE = `\\b${NUMBER}(?:[ -]\\w+(?= ))? ?${AMOUNT}\\b|${SHARE}|${SPAN}`;

const UNSAID_TIME = "The studies used here do not name a time that would answer this exactly.";
const UNSAID_AMOUNT = "The studies used here do not name an amount that would answer this exactly.";
const UNSAID_RATE = "The studies used here do not name a frequency that would answer this exactly.";

/** "How much sleep" is a time, too. */
const LASTING =
  "sleep|rest|time|exercise|training|walking|running|cardio|daylight|sunlight|light|yoga|meditation|breathing|screen time|activity|lifting|strength|movement|recovery";

/** The first that fits decides. `told` may depend on what is counted. */
const QUANTITIES: readonly { asked: RegExp; told: (counted: string) => string; unsaid: string }[] = [
  {
    asked:
      /\b(?:magnesium|omega|iron|vitamin|protein|creatine|calcium|zinc|probiotics?)\b.*\b(?:which|what) (?:kind|type|form|sort)s?\b/i,
    told: () => "\\b(?:\\w*glycinate|citrate|oxide|malate|chloride|d3|whey|casein|meat|fish)\\b",
    unsaid: "The studies used here do not say which kind is best.",
  },
  {
    asked: /\bwhen (?:do|should|can|must|would) i (?:take|have) (?:it|them|this)\b/i,
    told: () =>
      `\\b(?:before|after|in the) (?:bed|bedtime|training|exercise|breakfast|dinner|meals?|morning|evening)\\b|${CLOCK}`,
    unsaid: "The studies used here do not say when to take it.",
  },
  // Until it works or is over: minutes of a night are no answer.
  {
    asked:
      /\bhow (?:long|soon|quickly|fast|many (?:\w+ )?(?:days|nights|weeks|months|years|cycles))\b(?!.*\b(?:nap|caffeine|coffee|asleep|drop off|nod off|fall)\b).*\b(?:until|till|til|before(?! (?:bed|sleep|going|i go))|(?<!\b(?:should|can|do) i )takes?|to (?:notice|feel|see|recover|work|settle|improve|come|get)|notice|settle|kick in|wear off|go away|back to normal|bring (?:it|that|them) (?:down|up|back))\b/i,
    told: () =>
      `\\b${NUMBER}(?:[ -]\\w+)? (?:days?|nights?|evenings?|weeks?|months?|years?|cycles?)\\b|\\b${NUMBER}-(?:day|week|month|year)\\b|${ONE_SPAN}|\\b(?:same|next|following) (?:day|night|morning)\\b`,
    unsaid: UNSAID_TIME,
  },
  {
    asked:
      /\bhow (?:late|early)\b|\bwhat(?:['’]?s| is) the (?:latest|earliest)\b|\bcut-?off\b|\bwhat time\b/i,
    told: () =>
      `\\b${NUMBER}(?: (?:or|to) ${NUMBER})?(?: and a half)? (?:hours?|minutes?)(?: or (?:more|less))? (?:\\w+ ){0,2}(?:before|after|until|of (?:bed\\w*|going))\\b|\\ban hour (?:\\w+ ){0,2}before\\b|\\bbefore (?:noon|midday)\\b|${CLOCK}`,
    unsaid: UNSAID_TIME,
  },
  {
    asked:
      /\bhow (?:long|soon|quickly|fast|many (?:\w+ )?(?:minutes|hours|days|nights|weeks|months|years|cycles)(?! (?:a|per) ))\b/i,
    told: () => `${SPAN}|${CLOCK}`,
    unsaid: UNSAID_TIME,
  },
  {
    asked: /\bhow often (?:should|do|can|must|would|could) (?:i|we|you)\b/i,
    told: () => RATE,
    unsaid: UNSAID_RATE,
  },
  {
    asked: /\bhow often\b|\bhow many (?:times|sessions|workouts|evenings|(?:days|nights) (?:a|per))\b/i,
    told: () => `${RATE}|${SHARE}`,
    unsaid: UNSAID_RATE,
  },
  {
    asked: /\bhow many (?:of |women|people|girls|athletes|runners|men\b)/i,
    told: () => SHARE,
    unsaid: UNSAID_AMOUNT,
  },
  // "How many drinks": a number of drinks, not of women.
  {
    asked:
      /\bhow many (?:more |extra |fewer |standard )?(?!(?:bpm|beats?|ms|points|degrees|percent|grams?|m?g|milligrams?|micrograms?|mcg|ml|litres?|calories|kcal)\b)(\w+)/i,
    told: (counted) =>
      `\\b${NUMBER}(?:[ -](?:to|or|and|standard|extra|more|fewer|\\d[\\d.,]*|two|three|four|five)){0,3}[ -](?:\\w+ )?${stem(counted)}`,
    unsaid: UNSAID_AMOUNT,
  },
  {
    asked: new RegExp(`\\bhow much (?:more |less |extra )?(?:\\w+ )?(?:${LASTING})\\b`, "i"),
    told: () => SIZE,
    unsaid: UNSAID_AMOUNT,
  },
  // "How much protein": neither twelve weeks of it nor a kilogram of muscle.
  {
    asked:
      /\bhow much (?:more |less |extra )?(?!does|do|did|is|are|was|will|would|can|could|should|has|have|it|that|this|of|more|less|better|worse|difference|variation|weight|\w+er\b)(\w+)(?: (?:do|should|can|could|is|would|will|must|may|per|a|to|before)\b|\W*$|[,.?!;])|\b(?:what|which) dose\b|\bhow many (?:grams?|m?g|milligrams?|micrograms?|mcg|ml|litres?|calories|kcal)\b/i,
    told: () => `\\b${NUMBER}(?:[ -]\\w+(?= ))? ?${DOSE}\\b`,
    unsaid: UNSAID_AMOUNT,
  },
  {
    asked:
      /\bhow (?:cold|hot|warm)\b(?! (?:flush|flash|i|im|am|was|is it that))|\bwhat temperature (?:should|is best)\b/i,
    told: () => "\\d ?(?:°|degrees)",
    unsaid: "The studies used here do not name a temperature that would answer this exactly.",
  },
  // "Two sessions or three?", "the least I can sleep".
  {
    asked: new RegExp(
      `^(?!.*\\b(?:i|ive|i have|i had|i get|i sleep|i wake|wake|woke|had|have) (?:\\w+ ){0,3}?${NUMBER} or ${NUMBER}\\b).*\\b${NUMBER} (?:\\w+ ){0,4}or (?:${NUMBER})\\b(?: \\w+){0,2}\\W*$|\\bwhat(?:['’]?s| is) the (?:least|minimum|most|maximum|max)(?: \\w+)? (?:i|we|you|amount|number|of|sleep|time)\\b`,
      "i",
    ),
    told: () => `${RATE}|${SPAN}`,
    unsaid: UNSAID_AMOUNT,
  },
  {
    asked:
      /\bhow (?:much|many)\b|\bneed (?:\w+ ){0,2}\d|\b\d[\d.,]*k? (?:\w+ ){0,2}(?:enough|too (?:much|many|few|little))\b/i,
    told: () => SIZE,
    unsaid: UNSAID_AMOUNT,
  },
];

function stem(word: string): string {
  return word.toLowerCase().replace(/(?:es|s)$/, "");
}

/** What is asked for first; null where it is no time and no amount. */
export function quantityAsked(question: string): Quantity | null {
  for (const { asked, told, unsaid } of QUANTITIES) {
    const match = asked.exec(question);
    if (match !== null) return { told: new RegExp(told(match[1] ?? ""), "i"), unsaid };
  }
  return null;
}
