/**
 * Is a question one for a clinician? Strict mode refuses what is clinical and anything that speaks of a crisis.
 * @module
 */
import { isClinical } from "./clinical.ts";
import { isCrisis } from "./crisis.ts";

/** Strict mode answers 422 `out_of_scope` where this says false. */
export function checkScope(query: string): { inScope: boolean } {
  return { inScope: !isCrisis(query) && !isClinical(query) };
}
