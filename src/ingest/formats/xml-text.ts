/**
 * Finds elements of an XML record by path, and reads their text as people would.
 * @module
 */
import { texFormula } from "./latex.ts";
import { fraction } from "./plain-text.ts";
import type { XmlNode } from "./xml.ts";

/** Elements that are separated from the text around them. */
const BLOCKS = new Set(
  "break def def-item def-list disp-formula disp-quote list list-item p sec title".split(" "),
);
/** The same formula again, for machines. */
const ANNOTATIONS = new Set(["annotation", "annotation-xml"]);
/** Where a formula is given in several forms, the first of these is read. */
const FORMULA_FORMS = ["math", "tex-math", "textual-form"];
/** PubMed's words for a formula that is only a picture. */
const PICTURE = "[Formula: see text]";

/** The child elements of that name. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return elementsOf(node).filter((child) => child.name === name);
}

/** The first element on that path of names, or undefined. */
export function find(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/**
 * All text below a node, except in elements that `skip` selects. Blocks are separated; formulas are
 * on one line.
 */
export function textOf(
  node: XmlNode | undefined,
  skip: (node: XmlNode) => boolean = () => false,
): string {
  if (node === undefined || skip(node) || ANNOTATIONS.has(node.name)) return "";
  if (node.name === "mfrac") {
    const [above, below] = elementsOf(node).map((part) => textOf(part, skip));
    return fraction(above ?? "", below ?? "");
  }
  const forms =
    node.name === "alternatives" ? FORMULA_FORMS.flatMap((form) => childrenOf(node, form)) : [];
  if (forms.length > 0) return textOf(forms[0], skip);
  const text = node.children
    .map((child) => (typeof child === "string" ? child : textOf(child, skip)))
    .join("");
  if (node.name === "tex-math") return texFormula(text);
  if (node.name === "inline-formula" && text.trim() === "") return PICTURE;
  return BLOCKS.has(node.name) ? ` ${text} ` : text;
}

function elementsOf(node: XmlNode | undefined): XmlNode[] {
  return (node?.children ?? []).filter((child): child is XmlNode => typeof child !== "string");
}
