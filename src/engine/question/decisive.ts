/**
 * Subjects that say which kind of study answers, whatever reading is named beside them.
 * @module
 */
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";

/** "Is my resting heart rate up because I am getting sick?" is answered by studies of illness, not of heart rate. */
export const DECISIVE_SUBJECTS: ReadonlySet<Subject> = new Set<Subject>([
  "illness_detection",
  "ovulation_detection",
]);

/** Only the decisive subjects where there are any. */
export function decided(facets: Facets): Facets {
  const decisive = facets.subjects.filter((subject) => DECISIVE_SUBJECTS.has(subject));
  return decisive.length === 0 ? facets : { ...facets, subjects: decisive };
}
