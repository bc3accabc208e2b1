/**
 * Fragments of HTML or JATS inside a field of JSON, RIS or BibTeX, as plain text.
 *
 * They are often not well-formed ("p<0.05" beside "<i>"), so only known element names count as
 * tags. Formulas are, and are read as in a file of XML.
 * @module
 */
import { decodeHTMLStrict } from "entities/decode";
import { OperatorError } from "../../contract/error.ts";
import { normaliseText } from "./plain-text.ts";
import { XmlRecords } from "./xml.ts";
import { textOf } from "./xml-text.ts";

const INLINE = new Set(
  "a abbr b bold code em email ext-link i inf inline-graphic italic mark monospace named-content q roman s sans-serif sc scp small span strike strong styled-content sub sup tt u underline uri xref".split(
    " ",
  ),
);
const BLOCK = new Set(
  "abstract blockquote br break dd def def-item def-list disp-quote div dl dt label li list list-item ol p section sec table tbody td th tr ul".split(
    " ",
  ),
);
const FORMULA = new Set("alternatives disp-formula inline-formula math tex-math".split(" "));
/** Nothing but an element has a name with such a prefix. */
const PREFIXES = ["jats", "mml"];
const HEADING = new Set("title h1 h2 h3 h4 h5 h6".split(" "));

interface Tag {
  name: string;
  closing: boolean;
  end: number;
}

/** The known tag that begins at `at`, or null where the "<" is just a character. */
function tagAt(text: string, at: number): Tag | null {
  const bound = /[<>]/g;
  bound.lastIndex = at + 1;
  const end = bound.exec(text);
  if (end?.[0] !== ">") return null;
  const tag = /^<(\/?)(?:([a-z]+):)?([a-z][a-z0-9-]*)(?:\s.*|\/)?$/is.exec(
    text.slice(at, end.index),
  );
  const name = tag?.[3]?.toLowerCase() ?? "";
  const isKnown = [INLINE, BLOCK, FORMULA, HEADING].some((names) => names.has(name));
  if (!isKnown && !PREFIXES.includes(tag?.[2]?.toLowerCase() ?? "")) return null;
  return { name, closing: tag?.[1] === "/", end: end.index + 1 };
}

function isBlock(tag: Tag): boolean {
  return BLOCK.has(tag.name) || HEADING.has(tag.name);
}

type Piece = { text: string } | Tag;

function* pieces(text: string): Generator<Piece> {
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const tag = tagAt(text, at);
    if (tag === null) continue;
    if (at > from) yield { text: text.slice(from, at) };
    const formula = FORMULA.has(tag.name) && !tag.closing ? formulaAt(text, at, tag) : null;
    yield formula ?? tag;
    from = (formula ?? tag).end;
    at = from - 1;
  }
  if (from < text.length) yield { text: text.slice(from) };
}

/** The formula that a tag begins, in plain text, or null where it is not well-formed. */
function formulaAt(text: string, at: number, tag: Tag): { text: string; end: number } | null {
  const end = closingEnd(text, tag);
  if (end === null) return null;
  try {
    const [formula] = new XmlRecords([...FORMULA]).write(text.slice(at, end));
    const plain = textOf(formula?.root);
    return { text: plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;"), end };
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

/** Behind the closing tag; elements of formulas do not stand inside others of the same name. */
function closingEnd(text: string, tag: Tag): number | null {
  for (let at = text.indexOf("<", tag.end); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = tagAt(text, at);
    if (next?.name === tag.name) return next.closing ? next.end : null;
  }
  return null;
}

/** Plain text of a fragment; blocks are set apart by a space. */
export function stripMarkup(fragment: string): string {
  // Some sources escape their markup once more ("&lt;i&gt;").
  const text = /&lt;\/?[a-z]/i.test(fragment) ? decodeHTMLStrict(fragment) : fragment;
  let plain = "";
  for (const piece of pieces(text)) {
    if ("text" in piece) plain += piece.text;
    else if (isBlock(piece)) plain += " ";
  }
  // Escaped twice is not rare ("P &amp;lt; 0.01").
  return normaliseText(decodeHTMLStrict(decodeHTMLStrict(plain)));
}

/** The fragment cut at its headings, in order. */
export function markupSections(fragment: string): { label?: string; text: string }[] {
  const sections: { label?: string; text: string }[] = [];
  let heading: string | null = null;
  let current: { label?: string; text: string } = { text: "" };
  const text = /&lt;\/?(?:p|h\d|jats:)/i.test(fragment) ? decodeHTMLStrict(fragment) : fragment;
  for (const piece of pieces(text)) {
    if ("text" in piece) {
      if (heading !== null) heading += piece.text;
      else current.text += piece.text;
    } else if (HEADING.has(piece.name)) {
      if (!piece.closing) {
        sections.push(current);
        heading = "";
      } else {
        current = { label: stripMarkup(heading ?? ""), text: "" };
        heading = null;
      }
    } else if (isBlock(piece)) current.text += " ";
  }
  sections.push(heading === null ? current : { text: heading });
  return sections
    .map(({ label, text: raw }) => {
      const plain = stripMarkup(raw);
      // "Abstract" above an abstract says nothing.
      return label === undefined || /^(?:abstract|summary)?$/i.test(label)
        ? { text: plain }
        : { label, text: plain };
    })
    .filter((section) => section.text !== "");
}
