/**
 * The values of a large JSON file, one at a time: the elements of the array that holds the records,
 * the documents of NDJSON, or the whole file where it is one document.
 * @module
 */
import { JSONParser, type ParsedElementInfo, TokenType } from "@streamparser/json";
import { OperatorError } from "../../contract/error.ts";
import { fileFault, RECORD_CHARS_MAX } from "./file-fault.ts";

/** A document, and the elements of the lists in which the services put their records. */
const PATHS = [
  "$",
  "$.*",
  "$.message.items.*",
  "$.results.*",
  "$.resultList.result.*",
  "$.items.*",
];
const DEPTH_MAX = 200;

export interface JsonValue {
  line: number;
  value: unknown;
}

export class JsonValues {
  /** A partial value tells that a list begins. */
  readonly #parser = new JSONParser({ paths: PATHS, separator: "", emitPartialValues: true });
  #found: JsonValue[] = [];
  #line = 1;
  /** Where the value at hand begins. */
  #valueLine = 1;
  /** Characters since the last complete value: what is held in memory. */
  #held = 0;
  /** Arrays and objects that are open. */
  #depth = 0;
  /** How many of them hold the records; 0 in a document that has no list so far. */
  #listDepth = 0;

  constructor() {
    this.#parser.onToken = ({ token }) => this.#token(token);
    this.#parser.onValue = (info) => this.#value(info);
    this.#parser.onError = (error) => {
      throw error instanceof OperatorError ? error : fileFault(this.#valueLine, "not JSON");
    };
  }

  /** @throws OperatorError `line N: …` where it is not JSON */
  write(text: string): JsonValue[] {
    for (const line of text.split(/(?<=\n)/)) {
      this.#held += line.length;
      this.#parser.write(line);
      if (line.endsWith("\n")) this.#line++;
    }
    if (this.#held > RECORD_CHARS_MAX) {
      throw fileFault(
        this.#valueLine,
        "one record is larger than any article; the file is not read further",
      );
    }
    return this.#found.splice(0);
  }

  /** @throws OperatorError where the last value is not complete */
  end(): JsonValue[] {
    this.#parser.onError = () => {
      throw fileFault(this.#line, "the file ends before the JSON does; it is truncated");
    };
    this.#parser.end();
    return this.#found.splice(0);
  }

  #token(token: TokenType): void {
    if (this.#depth === this.#listDepth) this.#valueLine = this.#line;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--;
    if (this.#depth > DEPTH_MAX)
      throw fileFault(this.#line, `values are nested deeper than ${DEPTH_MAX}`);
  }

  #value({ value, parent, partial, stack }: ParsedElementInfo): void {
    if (Array.isArray(parent)) {
      this.#listDepth = stack.length;
      if (partial) return;
      parent.pop();
    } else if (partial || stack.length > 0) return;
    else if (this.#listDepth > 0) {
      this.#listDepth = 0;
      return;
    }
    this.#found.push({ line: this.#valueLine, value });
    this.#held = 0;
  }
}
