/**
 * What she asked about by name and no source of the text looked at is said, rather than left for her to find out.
 * @module
 */
import { studiedOf } from "../evidence/fit.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import { plain, type Sentence } from "./draft.ts";
import { type Persona, wordingFault } from "./wording.ts";

const NAMED_MAX = 2;

export interface Gap {
  sentence: Sentence;
  /** Nothing of what she named was looked at, or not the state she is in: the text had better begin with that. */
  first: boolean;
}

/** Null where the sources of the text speak of all that she named, or she named nothing of the kind. */
export function gapOf({ sub_queries }: SearchPlan, told: readonly Sentence[], persona: Persona): Gap | null {
  const named = [...new Set(sub_queries.flatMap(({ particulars }) => particulars))];
  const sources = told.flatMap(({ document }): EvidenceDocument[] => (document === null ? [] : [document]));
  const studied = new Set(sources.flatMap((document) => studiedOf(named, document)));
  const missing = named.filter((each) => !studied.has(each));
  const names = missing
    .map(({ name }) => name)
    .filter((name) => wordingFault(name, persona) === null)
    .slice(0, NAMED_MAX);
  if (names.length === 0) return null;
  const text = `None of the studies used here looked at ${names.join(" or ")}.`;
  return {
    sentence: plain("finding", text, 0),
    first: missing.length === named.length || missing.some(({ care }) => care),
  };
}
