/**
 * The values of a large JSON file, one at a time: the elements of the array that holds the records, the documents of
 * NDJSON, or the whole file where it is one document.
 * @module
 */
import { fileFault, RECORD_CHARS_MAX } from "./fault.ts";

/** Where the services put their list of records, as member names joined by a dot. */
const LIST_PATHS = new Set(["", "message.items", "results", "resultList.result", "items"]);
const DEPTH_MAX = 200;
const KEY_CHARS_MAX = 64;

const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export interface JsonValue {
  line: number;
  value: unknown;
}

interface Container {
  array: boolean;
  /** The member being read; arrays have none. */
  key: string;
}

/** Finds where values begin and end by counting brackets outside strings; `JSON.parse` then judges each one. */
export class JsonValues {
  readonly #stack: Container[] = [];
  /** Depth inside the open list of records; 0 where none is open, so that documents are what is collected. */
  #listDepth = 0;
  #line = 1;
  /** The value being collected, up to this piece of the file; null between values. */
  #text: string | null = null;
  #textLine = 1;
  #string: "none" | "open" | "escape" = "none";
  /** The last string, cut off: it may be a member name. */
  #name = "";

  /** @throws OperatorError `line N: …` where it is not JSON */
  write(text: string): JsonValue[] {
    const found: JsonValue[] = [];
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === NEWLINE) this.#line++;
      if (this.#string !== "none") {
        this.#inString(code, text, i);
        continue;
      }
      if (code <= SPACE) {
        // White space ends a bare word between documents.
        if (this.#stack.length === 0 && this.#text !== null) found.push(this.#value(text.slice(from, i)));
        continue;
      }
      if (code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
        const complete = this.#text !== null && this.#stack.length === this.#listDepth;
        if (complete) found.push(this.#value(text.slice(from, i)));
        if (code === COMMA) continue;
        this.#close(code === CLOSE_ARRAY);
        const closed = this.#text !== null && this.#stack.length === this.#listDepth;
        if (closed) found.push(this.#value(text.slice(from, i + 1)));
        continue;
      }
      if (code === OPEN_ARRAY && this.#listDepth === 0 && this.#isList()) {
        this.#text = null;
        this.#open(true);
        this.#listDepth = this.#stack.length;
        continue;
      }
      if (this.#text === null && this.#stack.length === this.#listDepth) {
        this.#text = "";
        this.#textLine = this.#line;
        from = i;
      }
      if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#open(code === OPEN_ARRAY);
      else if (code === QUOTE) {
        this.#string = "open";
        this.#name = "";
      } else if (code === COLON) this.#named();
    }
    if (this.#text !== null) this.#text += text.slice(from);
    if ((this.#text?.length ?? 0) > RECORD_CHARS_MAX) {
      throw fileFault(this.#textLine, "one record is larger than any article; the file is not read further");
    }
    return found;
  }

  /** @throws OperatorError where the last value is not complete */
  end(): JsonValue[] {
    if (this.#string !== "none" || this.#stack.length > 0) {
      throw fileFault(this.#line, "the file ends before the JSON does; it is truncated");
    }
    return this.#text === null ? [] : [this.#value("")];
  }

  #inString(code: number, text: string, at: number): void {
    if (this.#string === "escape") this.#string = "open";
    else if (code === BACKSLASH) this.#string = "escape";
    else if (code === QUOTE) this.#string = "none";
    else if (this.#name.length < KEY_CHARS_MAX) this.#name += text[at];
  }

  #named(): void {
    const top = this.#stack.at(-1);
    if (top !== undefined && !top.array) top.key = this.#name;
  }

  #isList(): boolean {
    return (
      !this.#stack.some(({ array }) => array) && LIST_PATHS.has(this.#stack.map(({ key }) => key).join("."))
    );
  }

  #open(array: boolean): void {
    if (this.#stack.length >= DEPTH_MAX)
      throw fileFault(this.#line, `values are nested deeper than ${DEPTH_MAX}`);
    this.#stack.push({ array, key: "" });
  }

  #close(array: boolean): void {
    if (this.#stack.pop()?.array !== array) throw fileFault(this.#line, "not JSON: a bracket closes nothing");
    if (this.#stack.length < this.#listDepth) this.#listDepth = 0;
  }

  #value(rest: string): JsonValue {
    const text = (this.#text ?? "") + rest;
    this.#text = null;
    try {
      return { line: this.#textLine, value: JSON.parse(text) };
    } catch {
      throw fileFault(this.#textLine, "not JSON");
    }
  }
}
