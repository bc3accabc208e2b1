/**
 * HTML as values: what is put into a template is escaped unless it is HTML itself.
 * @module
 */

/** Text that is safe to stand in a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | readonly Value[];

export const NOTHING = new Html("");

/** `null` and `undefined` leave nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, part, at) => text + inner(values[at - 1]) + part));
}

function inner(value: Value): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(inner).join("");
  return Bun.escapeHTML(String(value));
}

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
