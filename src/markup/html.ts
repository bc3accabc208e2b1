/**
 * HTML as values, for the pages of portal and console: what is put into a template is escaped,
 * unless it is HTML itself.
 * @module
 */

/** Text that is safe to stand in a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/** `null`, `undefined` and `false` leave nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, part, at) => text + inner(values[at - 1]) + part));
}

function inner(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(inner).join("");
  return Bun.escapeHTML(String(value));
}
