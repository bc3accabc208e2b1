/**
 * Ages that a question states.
 * @module
 */

/** "I'm 47", "at 61", "a 55 year old", "past 60"; no levels, times or amounts. */
const AGE =
  /\b(?:i['’]?m|i am|im|aged?|at|turned|turning|over|past|beyond|hit) (\d\d)\b(?! ?(?:%|ms|bpm|beats|min|h\b|hours?|days?|weeks?|months?|nights?|degrees|am|pm))|\b(\d\d)(?:[- ]years?[- ]old| ?yo\b| ?yrs? old)/gi;

export function statedAges(question: string): number[] {
  return [...question.matchAll(AGE)].map(([, before, after]) => Number(before ?? after));
}

export function withoutAges(question: string): string {
  return question.replace(AGE, "");
}
