/**
 * Splits text that arrives in pieces into lines, with any of the three line ends.
 * @module
 */
import { fileFault, RECORD_CHARS_MAX } from "./file-fault.ts";

export class Lines {
  #rest = "";
  #count = 0;

  /** The complete lines of this piece, with their numbers. */
  write(piece: string): { line: number; text: string }[] {
    const text = this.#rest + piece;
    // A carriage return at the very end may be half of a line end.
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const last = Math.max(whole.lastIndexOf("\n"), whole.lastIndexOf("\r"));
    this.#rest = text.slice(last + 1);
    if (this.#rest.length > RECORD_CHARS_MAX)
      throw fileFault(this.#count + 1, "the line is longer than any record");
    if (last < 0) return [];
    return this.#numbered(text.slice(0, last).replace(/\r$/, ""));
  }

  /** The last line, where it has no line end. */
  end(): { line: number; text: string }[] {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    return rest === "" ? [] : this.#numbered(rest);
  }

  #numbered(text: string): { line: number; text: string }[] {
    return text.split(/\r\n|\n|\r/).map((line) => ({ line: ++this.#count, text: line }));
  }
}

/** The fields of one record: values by tag, in order, with repeated tags. */
export class TaggedRecord {
  readonly line: number;
  readonly fields: { tag: string; value: string }[] = [];
  #chars = 0;

  constructor(line: number) {
    this.line = line;
  }

  add(tag: string, value: string): void {
    this.#grow(value);
    this.fields.push({ tag, value });
  }

  /** Continues the last field on another line. */
  continue(text: string): void {
    this.#grow(text);
    const last = this.fields.at(-1);
    if (last !== undefined) last.value += `\n${text}`;
  }

  all(...tags: readonly string[]): string[] {
    return this.fields.filter((field) => tags.includes(field.tag)).map((field) => field.value);
  }

  /** The first non-blank value of the first tag that has one. */
  first(...tags: readonly string[]): string | undefined {
    return tags.flatMap((tag) => this.all(tag)).find((value) => value.trim() !== "");
  }

  #grow(text: string): void {
    this.#chars += text.length + 1;
    if (this.#chars > RECORD_CHARS_MAX)
      throw fileFault(this.line, "one record is larger than any article");
  }
}
