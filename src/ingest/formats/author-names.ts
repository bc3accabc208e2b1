/**
 * People's names in reading order: "Given Family".
 * @module
 */
import { normaliseText } from "./plain-text.ts";

/** "II" alone may be two initials; between two commas it is a suffix. */
const SUFFIX = /^(?:jr|sr|2nd|3rd|4th)\.?$/i;
const LISTED_SUFFIX = /^(?:jr|sr|i{1,3}|iv|2nd|3rd|4th)\.?$/i;
/** "Group; Smith, J" and sentences with several commas are not one inverted name. */
const COMMAS_MAX = 2;

/**
 * Reorders "Family, Given" or "Family, Given, Jr". A name without a comma (a group, or already in
 * order) does not change.
 */
export function givenFirst(name: string): string {
  const parts = normaliseText(name).split(/\s*,\s*/);
  const [family = "", second = "", third = ""] = parts.filter((part, i) => part !== "" || i === 0);
  if (parts.length - 1 > COMMAS_MAX) return normaliseText(name);
  if (second === "") return family;
  if (third !== "") {
    // RIS writes "Family, Given, Suffix", BibTeX "Family, Suffix, Given".
    const [given, suffix] = LISTED_SUFFIX.test(second) ? [third, second] : [second, third];
    return LISTED_SUFFIX.test(suffix) ? `${given} ${family} ${suffix}` : normaliseText(name);
  }
  if (SUFFIX.test(second)) return `${family} ${second}`;
  // MEDLINE: "King, Martin L Jr".
  const given = second.split(" ");
  const last = given.at(-1) ?? "";
  const suffixed = given.length > 1 && /^(?:jr|sr|2nd|3rd|4th|iii?)\.?$/i.test(last);
  return suffixed ? `${given.slice(0, -1).join(" ")} ${family} ${last}` : `${second} ${family}`;
}

/** Joins the parts of a name; absent parts leave no trace. */
export function joinName(...parts: readonly (string | undefined)[]): string {
  return normaliseText(parts.filter((part) => part !== undefined && part !== "").join(" "));
}
