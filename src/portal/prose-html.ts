/**
 * Prose as HTML, and HTML as prose.
 * @module
 */
import { Html } from "../markup/html.ts";

export const NOTHING = new Html("");

/** Escapes text and turns backticks into `<code>`, as descriptions of the API document use them. */
export function prose(text: unknown): Html {
  if (typeof text !== "string") return NOTHING;
  return new Html(Bun.escapeHTML(text).replace(/`([^`]+)`/g, "<code>$1</code>"));
}

/** The text that a reader sees of some HTML. */
export function plainText({ text }: Html): string {
  return text
    .replace(/<\/(?:p|li|t[dhr]|h\d|pre)>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");
}
