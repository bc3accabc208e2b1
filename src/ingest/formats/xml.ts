/**
 * Reads the records of an XML file as small trees, one at a time.
 *
 * The parser ignores entity declarations and reads nothing outside the file. A document type that
 * declares entities is still refused, because no bibliographic export has one.
 * @module
 */
import { decodeHTMLStrict } from "entities/decode";
import { SaxesParser } from "saxes";
import { OperatorError } from "../../contract/error.ts";
import { fileFault, RECORD_CHARS_MAX } from "./file-fault.ts";

const DEPTH_MAX = 200;
/** HTML has nearly all names that the article DTDs define. Declarations are never read. */
const ENTITIES = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => namedEntity(String(name)) },
);

function namedEntity(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) return undefined;
  const reference = `&${name};`;
  const text = decodeHTMLStrict(reference);
  return text === reference ? undefined : text;
}

export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlNode | string)[];
}

export interface XmlRecord {
  line: number;
  root: XmlNode;
}

/** Collects every outermost element of the given names. */
export class XmlRecords {
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #names: ReadonlySet<string>;
  readonly #open: XmlNode[] = [];
  #depth = 0;
  #found: XmlRecord[] = [];
  #recordLine = 0;
  /** Characters since the last complete record, which are held in memory. */
  #held = 0;
  #begun = false;
  /** The name of the document element, once read. */
  root: string | null = null;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
    this.#parser.ENTITIES = ENTITIES;
    this.#parser.on("error", (error) => {
      throw this.#fault(error);
    });
    this.#parser.on("doctype", (doctype) => {
      if (doctype.includes("<!ENTITY")) {
        throw fileFault(
          this.#parser.line,
          "the document type declares entities; such a file is not read",
        );
      }
    });
    // OAI servers write "nlm:article". No two vocabularies here share a name.
    this.#parser.on("opentag", ({ name, attributes }) =>
      this.#opened(name.replace(/^.*:/, ""), attributes),
    );
    this.#parser.on("closetag", () => this.#closed());
    this.#parser.on("text", (text) => this.#text(text));
    this.#parser.on("cdata", (text) => this.#text(text));
  }

  /**
   * @throws OperatorError `line N: …` where the XML is not well-formed, too deep or too large to be
   *   a record
   */
  write(text: string): XmlRecord[] {
    this.#held += text.length;
    // Some services write an empty line before the XML declaration.
    this.#parser.write(this.#begun ? text : text.trimStart());
    this.#begun ||= text.trim() !== "";
    if (this.#held > RECORD_CHARS_MAX) {
      throw fileFault(
        this.#parser.line,
        "one record is larger than any article; the file is not read further",
      );
    }
    return this.#take();
  }

  end(): XmlRecord[] {
    this.#parser.close();
    return this.#take();
  }

  #take(): XmlRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.root ??= name;
    if (++this.#depth > DEPTH_MAX) {
      throw fileFault(this.#parser.line, `elements are nested deeper than ${DEPTH_MAX}`);
    }
    const parent = this.#open.at(-1);
    if (parent === undefined && !this.#names.has(name)) return;
    if (parent === undefined) this.#recordLine = this.#parser.line;
    const node: XmlNode = { name, attributes, children: [] };
    parent?.children.push(node);
    this.#open.push(node);
  }

  #closed(): void {
    this.#depth--;
    const node = this.#open.pop();
    if (node === undefined) this.#held = 0;
    else if (this.#open.length === 0) {
      this.#found.push({ line: this.#recordLine, root: node });
      this.#held = 0;
    }
  }

  #text(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  #fault(error: Error): OperatorError {
    if (error instanceof OperatorError) return error;
    const what = error.message.replace(/^(?:[^\s:]*:)?\d+:\d+: /, "").replace(/\.$/, "");
    const open = this.#open.at(-1)?.name;
    if (/^unclosed tag|^unexpected end|document must contain a root/i.test(what)) {
      const where = open === undefined ? "" : ` inside <${open}>`;
      return fileFault(
        this.#parser.line,
        `the file ends${where} before the document does; it is truncated`,
      );
    }
    return fileFault(this.#parser.line, `not well-formed XML (${what})`);
  }
}
