/**
 * Inside of one BibTeX entry: `key, name = value # value, …`.
 * @module
 */

const MONTHS = new Set("jan feb mar apr may jun jul aug sep oct nov dec".split(" "));
const VALUE_CHARS_MAX = 4 << 20;
const KEY_LOOKAHEAD_CHARS = 300;

export interface ParsedEntry {
  key: string;
  fields: Map<string, string>;
}

/** The fields, or in words why they cannot be read. With `bare` there is no key (`@string`). */
export function parseEntry(
  inside: string,
  bare: boolean,
  macros: ReadonlyMap<string, string>,
): ParsedEntry | string {
  const cursor = new Cursor(inside);
  const key = bare ? "" : cursor.key();
  if (key === null) return "it has no key; write one and a comma before its first field";
  const fields = new Map<string, string>();
  for (;;) {
    cursor.spaces();
    // A missing comma is forgiven, as a doubled one is.
    while (cursor.skip(",")) cursor.spaces();
    if (cursor.done) return { key, fields };
    const name = cursor.fieldName();
    if (name === null)
      return `what follows the field "${[...fields.keys()].at(-1) ?? ""}" is not a field`;
    const value = cursor.value(macros);
    if (value === null) return `the value of "${name}" is not one`;
    if (!fields.has(name)) fields.set(name, value);
  }
}

class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  /** White space, and the marks that a merge left behind in a file kept under version control. */
  spaces(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
      if (!/^(?:<{7}|={7}|>{7})/.test(this.#text.slice(this.#at, this.#at + 7))) return;
      this.until("\n");
    }
  }

  skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  until(character: string): string {
    const found = this.#text.indexOf(character, this.#at);
    const end = found < 0 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, end);
    this.#at = end;
    return text;
  }

  /** The key, or null where a field stands in its place; the comma behind it may be missing. */
  key(): string | null {
    const start = this.#text.slice(this.#at, this.#at + KEY_LOOKAHEAD_CHARS);
    const [head = "", word] = /^\s*([^\s,={}"]+)\s+(?=[\w-]+\s*=)/.exec(start) ?? [];
    this.#at += head.length;
    if (word !== undefined) return word;
    const key = this.until(",").trim();
    return key.includes("=") ? null : key;
  }

  /** The name before the next "="; Scopus writes some of two words. */
  fieldName(): string | null {
    const name = this.until("=").trim().toLowerCase();
    return this.skip("=") && /^[^\s,={}"#%()]+(?:\s[^\s,={}"#%()]+){0,2}$/.test(name) ? name : null;
  }

  /** A macro name or number: anything but white space and the characters of the syntax. */
  word(): string {
    const word =
      /^[^\s,={}"#%()]{1,200}/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0] ?? "";
    this.#at += word.length;
    return word;
  }

  /** Pieces joined by "#", or null where one does not end. */
  value(macros: ReadonlyMap<string, string>): string | null {
    let value = "";
    do {
      this.spaces();
      const piece = this.#piece(macros);
      if (piece === null) return null;
      value += piece;
      if (value.length > VALUE_CHARS_MAX) return null;
      this.spaces();
    } while (this.skip("#"));
    return value;
  }

  #piece(macros: ReadonlyMap<string, string>): string | null {
    if (this.skip("{")) return this.#delimited("}");
    if (this.skip('"')) return this.#delimited('"');
    const word = this.word();
    if (word === "") return null;
    if (/^\d+$/.test(word) || MONTHS.has(word.toLowerCase())) return word;
    // BibTeX prints nothing for a macro that nobody defined.
    return macros.get(word.toLowerCase()) ?? "";
  }

  /** Up to the closing character at brace depth 0. */
  #delimited(close: string): string | null {
    const from = this.#at;
    for (let depth = 0; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === "\\") this.#at++;
      else if (character === close && depth === 0) return this.#text.slice(from, this.#at++);
      else if (character === "{") depth++;
      else if (character === "}") depth--;
    }
    return null;
  }
}
