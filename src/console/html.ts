/**
 * HTML from templates. What is put into a template is escaped, unless it came from one itself.
 * @module
 */

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

function shown(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object") return value.map(shown).join("");
  return Bun.escapeHTML(String(value));
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + shown(values[at - 1]) + part));
}
