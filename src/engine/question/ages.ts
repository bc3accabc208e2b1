/**
 * Ages that a question states.
 * @module
 */

/** "I'm 47", "at 61", "a 55 year old", "past 60"; no levels ("my pulse is at 61"), times or amounts. */
const AGE =
  /(?<!\b(?:is|was|are|were|been|stays?|stayed|sits?|sitting|stuck|hovers?|went|goes|rate|pulse|rhr|hr|hrv|heart|beats?|levels?|scores?|runs?|running|walk\w*|cycl\w+)(?: (?:now|still|only|just|always|well|way|up|down))? )\b(?:i['’]?m|i am|im|aged?|at|turned|turning|over|past|beyond) (\d\d)\b(?! ?(?:[.:]\d|%|ms|bpm|beats|min|h\b|hours?|days?|weeks?|months?|nights?|degrees|am|pm|kg|kilos?|lbs?|pounds?|stone|cm|km|k\b|g\b|miles?|laps?|steps|reps?|percent))|\b(\d\d)(?:[- ]years?[- ]old| ?yo\b| ?yrs? old)/gi;

const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"];
const UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const NUMBER_WORDS = new RegExp(`\\b(${TENS.join("|")})(?:[- ](${UNITS.join("|")}))?\\b`, "gi");

/** "I'm sixty-three" as "I'm 63". */
function inDigits(question: string): string {
  return question.replace(NUMBER_WORDS, (_, tens: string, unit = "") =>
    String(10 * (TENS.indexOf(tens.toLowerCase()) + 2) + UNITS.indexOf(unit.toLowerCase()) + 1),
  );
}

export function statedAges(question: string): number[] {
  return [...inDigits(question).matchAll(AGE)].map(([, before, after]) => Number(before ?? after));
}

export function withoutAges(question: string): string {
  return question.replace(AGE, "");
}
