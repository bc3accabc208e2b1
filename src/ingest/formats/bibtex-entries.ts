/**
 * Entries of a BibTeX file, one at a time: type, key and raw field values, `@string` macros filled
 * in.
 *
 * Braces are counted as reference managers write them (`\{` does not count). An entry whose braces
 * do not match ends where the next one begins at the start of a line, so that one slip does not
 * swallow the rest of the file.
 * @module
 */

import { parseEntry } from "./bibtex-fields.ts";
import { fileFault, RECORD_CHARS_MAX } from "./file-fault.ts";

export interface BibEntry {
  line: number;
  type: string;
  key: string;
  /** Raw LaTeX by lower-case field name. */
  fields: ReadonlyMap<string, string>;
}
export type BibEntryRead = BibEntry | { line: number; id?: string; refused: string };

const QUOTE = 34;
const AT = 64;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const NEXT_ENTRY =
  /^@(?:(?:string|comment|preamble)\s{0,3}[{(]|[a-z]{2,30}\s{0,3}[{(]\s{0,3}[^\s,{}()]{1,200}\s{0,3},)/i;
const LOOKAHEAD_CHARS = 260;
const MACROS_MAX = 10_000;
const MACRO_CHARS_MAX = 10_000;

export class BibEntries {
  /** Text from the "@" of the entry being read, or what may be the beginning of one. */
  #text = "";
  #pending = "";
  #line = 1;
  readonly #macros = new Map<string, string>();

  /** @throws OperatorError `line N: …` where an entry is too large to be one */
  write(piece: string): BibEntryRead[] {
    this.#pending += piece;
    // A long entry is put together in steps that double, or joining its pieces would take longer
    // with each.
    if (this.#pending.length < this.#text.length) return [];
    this.#join();
    return this.#drain(false);
  }

  /** @throws OperatorError where the last entry is not closed */
  end(): BibEntryRead[] {
    this.#join();
    return this.#drain(true);
  }

  #join(): void {
    this.#text += this.#pending;
    this.#pending = "";
  }

  #drain(last: boolean): BibEntryRead[] {
    const entries: BibEntryRead[] = [];
    for (;;) {
      const start = this.#text.indexOf("@");
      this.#consume(start < 0 ? this.#text.length : start);
      if (start < 0) return entries;
      const head = /^@\s{0,3}([A-Za-z]{1,30})\s{0,20}([{(])/.exec(this.#text);
      if (head === null) {
        if (!last && this.#text.length < LOOKAHEAD_CHARS) return entries;
        this.#consume(1);
        continue;
      }
      const end = this.#endOfEntry(head[0].length, head[2] === "{" ? "}" : ")", last);
      this.#requireWhole(end, last);
      if (end === null) return entries;
      entries.push(...this.#entry(head, end));
      this.#consume(end.at);
    }
  }

  #requireWhole(end: { at: number } | null, last: boolean): void {
    if ((end?.at ?? this.#text.length) > RECORD_CHARS_MAX)
      throw fileFault(this.#line, "the entry is larger than any article");
    if (end === null && last)
      throw fileFault(this.#line, "the file ends inside this entry; it is truncated");
  }

  /**
   * Where the scan of the entry at hand stopped, so that a large one is not read again with every
   * piece.
   */
  #scan = { at: 0, depth: 0, quoted: false };

  /**
   * Behind the closing character, or where the next entry cuts in; null where the text so far holds
   * neither.
   */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a scanner of one pass
  #endOfEntry(from: number, close: string, last: boolean): { at: number; broken: boolean } | null {
    let { at, depth, quoted } =
      this.#scan.at === 0 ? { at: from, depth: 1, quoted: false } : this.#scan;
    const closing = close.charCodeAt(0);
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === OPEN_BRACE) depth++;
      else if (code === CLOSE_BRACE) {
        depth--;
        if (depth === 0 && closing === CLOSE_BRACE) return { at: at + 1, broken: false };
      } else if (code === QUOTE && depth === 1) quoted = !quoted;
      else if (code === closing && depth === 1 && !quoted) return { at: at + 1, broken: false };
      else if (code === AT && isLineStart(this.#text, at)) {
        if (!last && this.#text.length - at < LOOKAHEAD_CHARS) break;
        if (NEXT_ENTRY.test(this.#text.slice(at, at + LOOKAHEAD_CHARS)))
          return { at, broken: true };
      }
    }
    this.#scan = { at, depth, quoted };
    return null;
  }

  #entry(head: RegExpExecArray, end: { at: number; broken: boolean }): BibEntryRead[] {
    const type = (head[1] ?? "").toLowerCase();
    if (type === "comment" || type === "preamble") return [];
    const inside = this.#text.slice(head[0].length, end.at - 1);
    const id = /^\s*([^\s,={}"]{1,200})/.exec(inside)?.[1] ?? "";
    if (end.broken) return [{ line: this.#line, id, refused: "its braces do not match" }];
    const entry = parseEntry(inside, type === "string", this.#macros);
    if (typeof entry === "string") return [{ line: this.#line, id, refused: entry }];
    if (type !== "string") return [{ line: this.#line, type, ...entry }];
    for (const [name, value] of entry.fields) {
      // A macro built of macros can double its length with every line.
      if (value.length > MACRO_CHARS_MAX || this.#macros.size >= MACROS_MAX) {
        throw fileFault(this.#line, "the @string definitions grow without bound");
      }
      this.#macros.set(name, value);
    }
    return [];
  }

  #consume(length: number): void {
    const text = this.#text.slice(0, length);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line++;
    this.#text = this.#text.slice(length);
    this.#scan = { at: 0, depth: 0, quoted: false };
  }
}

function isLineStart(text: string, at: number): boolean {
  return at > 0 && (text[at - 1] === "\n" || text[at - 1] === "\r");
}
