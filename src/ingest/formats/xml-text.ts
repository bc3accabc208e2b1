/**
 * What a reader of an XML record asks of its trees: elements by path, and their text as people read it.
 * @module
 */
import { texFormula } from "./latex.ts";
import { fraction } from "./text.ts";
import type { XmlNode } from "./xml.ts";

/** Set apart from the text around them. */
const BLOCKS = new Set(
  "break def def-item def-list disp-formula disp-quote list list-item p sec title".split(" "),
);
/** The same formula once more, for machines. */
const ANNOTATIONS = new Set(["annotation", "annotation-xml"]);
/** Of the forms that one formula is given in, the first of these is read. */
const FORMULA_FORMS = ["math", "tex-math", "textual-form"];
/** In the words of PubMed: a formula that is only a picture. */
const PICTURE = "[Formula: see text]";

/** Child elements of that name. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return elementsOf(node).filter((child) => child.name === name);
}

/** The first element on that path of names, or undefined. */
export function find(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** All text below a node, without the elements that `skip` names; blocks are set apart, formulas on one line. */
export function textOf(node: XmlNode | undefined, skip: (node: XmlNode) => boolean = () => false): string {
  if (node === undefined || skip(node) || ANNOTATIONS.has(node.name)) return "";
  if (node.name === "mfrac") {
    const [above, below] = elementsOf(node).map((part) => textOf(part, skip));
    return fraction(above ?? "", below ?? "");
  }
  const forms = node.name === "alternatives" ? FORMULA_FORMS.flatMap((form) => childrenOf(node, form)) : [];
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
