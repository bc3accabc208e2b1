/**
 * "How long …?", "how much …?": where nothing that the sources found tells, the text says so rather than leaving her to look for it.
 * @module
 */
import type { SelectedDocument } from "../evidence/select.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { Sentence } from "./draft.ts";
import { quantityAsked } from "./quantities.ts";

/**
 * At most one sentence, for what was asked first; null where nothing of the kind was asked, the sentences tell it, or a source of them found it, though
 * the text has no room for it.
 */
export function unsaidSentence(
  { shape, sub_queries }: SearchPlan,
  told: readonly Sentence[],
  selected: readonly SelectedDocument[],
): Sentence | null {
  if (shape === "B") return null;
  const quantity = quantityAsked(sub_queries.map((query) => query.asked).join(" "));
  if (quantity === null) return null;
  const cited = new Set(told.map(({ document }) => document?.doi));
  const known = selected
    .filter(({ document }) => cited.has(document.doi))
    .flatMap(({ document }) => document.findings.map(({ statement }) => statement));
  const said = told.map(({ role, text }) =>
    withoutMarker(role === "practice" ? text.replaceAll(TRIAL, "") : text),
  );
  if ([...said, ...known].some((text) => quantity.told.test(text))) return null;
  return { role: "finding", text: quantity.unsaid, document: null, spare: 0 };
}

/** "… for a couple of weeks" says how long to try something, not how long it takes. */
const TRIAL =
  /\b(?:for|over|after|within) (?:a |one or |the next )?(?:couple of|few|two|three|several) (?:nights|evenings|days|weeks|months|cycles)\b/gi;

/** The year of a source is no amount. */
function withoutMarker(text: string): string {
  return text.replaceAll(/\([^()]*\b(?:19|20)\d\d[a-z]?\)/g, "");
}
