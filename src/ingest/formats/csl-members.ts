/**
 * The members that CSL-JSON and Crossref's works have in common.
 * @module
 */
import { joinName } from "./author-names.ts";
import { isObject, type JsonObject, list, member, text } from "./json-read.ts";
import { kindOfUpdate } from "./retraction.ts";

/** Names of CSL and Crossref: parts, or one literal (a group). */
export function authorsOf(item: JsonObject): string[] {
  return list(item, "author")
    .filter(isObject)
    .map((author) => {
      const part = (name: string) => text(author, name);
      const family = joinName(
        part("dropping-particle"),
        part("non-dropping-particle"),
        part("family"),
        part("suffix"),
      );
      return family === ""
        ? (part("literal") ?? part("name") ?? part("given") ?? "")
        : joinName(part("given"), family);
    });
}

/**
 * Types of the notices that a work is ("update-to") or that were published about it ("updated-by").
 */
export function updateTypes(item: JsonObject, name: "update-to" | "updated-by"): string[] {
  return list(item, name).map((update) => text(update, "type") ?? "");
}

/** What later notices say. Crossref writes them into its CSL-JSON too. */
export function flagsOf(item: JsonObject): { retracted: boolean; concern: boolean } {
  const kinds = updateTypes(item, "updated-by").map(kindOfUpdate);
  return { retracted: kinds.includes("retracted"), concern: kinds.includes("concern") };
}

/** A CSL date: `date-parts`, or words. */
export function yearOf(item: JsonObject, name: string): string | undefined {
  const date = member(item, name);
  return (
    text(list(date, "date-parts")[0]) ?? text(date, "raw") ?? text(date, "literal") ?? text(date)
  );
}
