/**
 * JATS XML of PubMed Central, Europe PMC and publishers: bibliographic data, abstract and full
 * text.
 * @module
 */
import type { ArticleDraft, BodySection } from "../article.ts";
import { isLabel, splitLabels } from "./abstract-labels.ts";
import { joinName } from "./author-names.ts";
import { normaliseText } from "./plain-text.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";
import { type XmlNode, type XmlRecord, XmlRecords } from "./xml.ts";
import { childrenOf, find, textOf } from "./xml-text.ts";

export const JATS_ROOTS = ["article", "articles", "pmc-articleset", "OAI-PMH", "collection"];

/** Not running text: floats, display formulas, notes, and reference marks. */
const NOT_PROSE = new Set(
  "array boxed-text chem-struct-wrap disp-formula disp-formula-group fig fig-group fn fn-group graphic inline-graphic inline-supplementary-material label media object-id supplementary-material table-wrap table-wrap-group".split(
    " ",
  ),
);
const SECTION_DEPTH_MAX = 6;
const NUMBERS_ONLY = /^[\s\d,;*–—[\]()-]*$/;

export class JatsReader implements RecordReader {
  readonly #xml = new XmlRecords(["article"]);

  write(text: string): RecordRead[] {
    return this.#xml.write(text).map(foundIn);
  }

  end(): RecordRead[] {
    return this.#xml.end().map(foundIn);
  }
}

function foundIn({ line, root }: XmlRecord): RecordRead {
  const meta = find(root, "front", "article-meta");
  const ids = childrenOf(meta, "article-id");
  const pmid = idOf(ids, "pmid");
  const pmcid = idOf(ids, "pmcid") || idOf(ids, "pmc");
  const id =
    pmid !== "" ? `PMID ${pmid}` : pmcid !== "" ? `PMC ${pmcid.replace(/^PMC/, "")}` : undefined;
  const at = { line, ...(id !== undefined && { id }) };
  if (meta === undefined) return { ...at, refused: "no article data in the record" };
  return { ...at, draft: draftOf(root, meta, ids) };
}

function idOf(ids: readonly XmlNode[], type: string): string {
  return textOf(ids.find(({ attributes }) => attributes["pub-id-type"] === type)).trim();
}

function draftOf(article: XmlNode, meta: XmlNode, ids: readonly XmlNode[]): ArticleDraft {
  const journal = find(article, "front", "journal-meta");
  const type = article.attributes["article-type"];
  const related = childrenOf(meta, "related-article").map(
    ({ attributes }) => attributes["related-article-type"] ?? "",
  );
  const titles = find(meta, "title-group");
  const subtitle = prose(find(titles, "subtitle"));
  return {
    dois: [idOf(ids, "doi")],
    title: [prose(find(titles, "article-title")), subtitle]
      .filter((part) => part !== "")
      .join(": "),
    authors: childrenOf(meta, "contrib-group").flatMap(authorsOf),
    year: yearOf(meta),
    journal: textOf(
      find(journal, "journal-title-group", "journal-title") ?? find(journal, "journal-title"),
    ),
    pmid: idOf(ids, "pmid"),
    abstract: abstractOf(meta),
    body: sectionsOf(find(article, "body"), []),
    publicationTypes: [type, ...subjectsOf(meta)],
    retracted:
      type === "retracted-article" ||
      related.some((kind) => /^retraction(?:-forward)?$|retracted-by/.test(kind)),
    concern:
      related.some((kind) => /^expression-of-concern$|^object-of-concern-forward$/.test(kind)) &&
      type !== "expression-of-concern",
  };
}

function subjectsOf(meta: XmlNode): string[] {
  return childrenOf(find(meta, "article-categories"), "subj-group")
    .filter(({ attributes }) => attributes["subj-group-type"] === "heading")
    .flatMap((group) => childrenOf(group, "subject").map((subject) => textOf(subject)));
}

function authorsOf(group: XmlNode): string[] {
  return childrenOf(group, "contrib")
    .filter(({ attributes }) => (attributes["contrib-type"] ?? "author") === "author")
    .map((author) => {
      const name =
        find(author, "name") ??
        find(author, "name-alternatives", "name") ??
        find(author, "string-name") ??
        find(author, "name-alternatives", "string-name");
      const part = (kind: string) => textOf(find(name, kind));
      if (name === undefined)
        return textOf(groupOf(author), (node) => node.name === "contrib-group");
      // "van der" is part of the name, "Dr." is not.
      const particle = /^\p{Ll}[^.]*$/u.test(part("prefix")) ? part("prefix") : "";
      const joined = joinName(part("given-names"), particle, part("surname"), part("suffix"));
      return joined === "" ? textOf(name) : joined;
    });
}

function groupOf(author: XmlNode): XmlNode | undefined {
  return find(author, "collab") ?? find(author, "collab-alternatives", "collab");
}

/**
 * The year in which the article first was in an issue; the electronic date where there is no other.
 */
function yearOf(meta: XmlNode): string {
  const dates = childrenOf(meta, "pub-date");
  const kind = ({ attributes }: XmlNode) => attributes["pub-type"] ?? attributes["date-type"] ?? "";
  const order = ["ppub", "collection", "epub-ppub", "epub", "pub"];
  const rank = (date: XmlNode) =>
    (order.indexOf(kind(date)) + order.length + 1) % (order.length + 1);
  const dated = dates
    .filter(
      (date) => find(date, "year") !== undefined && !/release|nihms|preprint/.test(kind(date)),
    )
    .sort((a, b) => rank(a) - rank(b));
  return textOf(find(dated[0], "year")) || textOf(find(meta, "permissions", "copyright-year"));
}

/** Abstracts beside the proper one, which mostly has no type. */
const BESIDE_ABSTRACT =
  /graphical|highlight|key-?point|teaser|toc|plain|lay|editor|summary|precis|video/i;

function abstractOf(meta: XmlNode): { label?: string; text: string }[] {
  const abstracts = childrenOf(meta, "abstract");
  const type = ({ attributes }: XmlNode) => attributes["abstract-type"] ?? "";
  const proper =
    abstracts.find((abstract) => type(abstract) === "") ??
    abstracts.find((abstract) => !BESIDE_ABSTRACT.test(type(abstract))) ??
    abstracts[0];
  if (proper === undefined) return [];
  const sections = childrenOf(proper, "sec");
  const children = proper.children.map((child) =>
    typeof child !== "string" && child.name === "p" ? withLabels(child) : child,
  );
  const loose = paragraphsOf({ ...proper, children }, false).join(" ");
  const labelled = sections.map((section) => ({
    label: textOf(find(section, "title")),
    text: paragraphsOf(section).join(" "),
  }));
  return [...(loose === "" ? [] : splitLabels(loose)), ...labelled];
}

/**
 * Rewrites emphasised labels at the start of a sentence ("<italic>Objective</italic>.") as
 * "Objective: ".
 */
function withLabels(paragraph: XmlNode): XmlNode {
  const children = paragraph.children.map((child, i, all) => {
    const before = all[i - 1];
    if (typeof child === "string") {
      const follows = typeof before === "object" && isEmphasisedLabel(before);
      return follows ? child.replace(/^\s*[.:]/, " ") : child;
    }
    return isEmphasisedLabel(child)
      ? `${normaliseText(textOf(child)).replace(/\s*[.:]$/, "")}: `
      : child;
  });
  return { ...paragraph, children };
}

function isEmphasisedLabel(node: XmlNode): boolean {
  return ["bold", "italic"].includes(node.name) && isLabel(textOf(node));
}

/** Sections in reading order, each with the path of headings to it. */
function sectionsOf(node: XmlNode | undefined, path: readonly string[]): BodySection[] {
  if (node === undefined || path.length > SECTION_DEPTH_MAX) return [];
  const own = paragraphsOf(node, false);
  const below = childrenOf(node, "sec").flatMap((section) => {
    const heading = prose(find(section, "title")).replace(/[\s:.]+$/, "");
    return sectionsOf(section, heading === "" ? path : [...path, heading]);
  });
  return [...(own.length === 0 ? [] : [{ heading: [...path], paragraphs: own }]), ...below];
}

/**
 * The paragraphs of a section, including list items and quotations; with `deep`, also those of its
 * subsections.
 */
function paragraphsOf(node: XmlNode, deep = true): string[] {
  return node.children
    .flatMap((child): string[] => {
      if (typeof child === "string" || NOT_PROSE.has(child.name)) return [];
      if (child.name === "p") return [prose(child)];
      if (child.name === "sec") return deep ? paragraphsOf(child) : [];
      return ["list", "list-item", "disp-quote", "def-list", "def-item", "def"].includes(child.name)
        ? paragraphsOf(child, deep)
        : [];
    })
    .filter((text) => text !== "");
}

/** A paragraph without citation marks and the brackets around them. */
function prose(node: XmlNode | undefined): string {
  const text = textOf(node, (part) => NOT_PROSE.has(part.name) || isReferenceMark(part));
  return normaliseText(text)
    .replace(/[([]\s*(?:[,;–—-]\s*)*[)\]]/g, "")
    .replace(/ +([.,;:)])/g, "$1")
    .replace(/ {2,}/g, " ")
    .trim();
}

/**
 * Numbers that refer to the reference list, and note marks. "Smith et al. (2010)" is part of its
 * sentence.
 */
function isReferenceMark(node: XmlNode): boolean {
  if (node.name === "sup")
    return childrenOf(node, "xref").length > 0 && NUMBERS_ONLY.test(textOf(node));
  if (node.name !== "xref") return false;
  const kind = node.attributes["ref-type"] ?? "";
  return kind === "bibr"
    ? NUMBERS_ONLY.test(textOf(node))
    : ["fn", "aff", "corresp", "table-fn"].includes(kind);
}
