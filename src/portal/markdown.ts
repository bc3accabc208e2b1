/**
 * Markdown, as the files of `docs/` have it, to HTML with a target for every heading.
 * @module
 */

import { Html, html } from "../markup/html.ts";
import { codeBlock, codeTabs, isTab } from "./code.ts";
import { plainText } from "./prose-html.ts";

interface Section {
  id: string;
  title: string;
  level: number;
  /** What stands below the heading, as plain text. */
  text: string;
}

export interface Article {
  title: string;
  body: Html;
  sections: Section[];
}

const FIGURES = /(?:<figure class="code"[^>]*>(?:(?!<figure)[\s\S])*?<\/figure>\s*){2,}/g;
const FIGURE = /<figure class="code" data-language="(\w*)"[\s\S]*?<\/figure>/g;

/** The address in the portal of a link; null leaves the link's words alone. */
type LinkTo = (target: string) => string | null;

/**
 * @throws Error where the text does not begin with a heading of the first level
 */
export function article(markdown: string, linkTo: LinkTo): Article {
  const sections: Section[] = [];
  let title: string | null = null;
  const heading = (children: string, level: number) => {
    const text = plainText(new Html(children));
    if (level === 1) {
      title = text;
      return "";
    }
    const id = slug(text);
    sections.push({ id, title: text, level, text: "" });
    return `<h${level} id="${id}"><a class="anchor" href="#${id}">${children}</a></h${level}>\n`;
  };
  const body = rendered(markdown, heading, linkTo);
  if (title === null) throw new Error("a page of the portal begins with a heading: # Title");
  const parts = body.split(/<h\d id=[\s\S]*?<\/h\d>/);
  for (const [at, section] of sections.entries())
    section.text = plainText(new Html(parts[at + 1] ?? "")).trim();
  return { title, body: new Html(body), sections };
}

/** A description of the API document: a text without links. */
export function description(markdown: string): Html {
  const heading = (children: string, level: number) => `<h${level}>${children}</h${level}>\n`;
  return new Html(rendered(markdown, heading, () => null));
}

function rendered(
  markdown: string,
  heading: (children: string, level: number) => string,
  linkTo: LinkTo,
): string {
  return Bun.markdown
    .render(markdown, {
      heading: (children, { level }) => heading(children, level),
      paragraph: block("p"),
      blockquote: block("blockquote"),
      list: (children, { ordered }) => block(ordered ? "ol" : "ul")(children),
      listItem: block("li"),
      code: (text, meta) => codeBlock(plainText(new Html(text)), meta?.language ?? "").text,
      table: (children) => scrolling(new Html(children)).text,
      thead: block("thead"),
      tbody: block("tbody"),
      tr: block("tr"),
      th: (children) => `<th scope="col">${children}</th>`,
      td: inline("td"),
      strong: inline("strong"),
      emphasis: inline("em"),
      codespan: inline("code"),
      link: (children, { href }) => {
        const address = linkTo(href);
        return address === null ? children : `<a href="${Bun.escapeHTML(address)}">${children}</a>`;
      },
      text: (text) => Bun.escapeHTML(text),
    })
    .replace(FIGURES, inTabs);
}

const block = (tag: string) => (children: string) => `<${tag}>${children}</${tag}>\n`;
const inline = (tag: string) => (children: string) => `<${tag}>${children}</${tag}>`;

/** A table that scrolls by itself where the screen is narrow. */
export function scrolling(rows: Html, label = "Table"): Html {
  return html`<div class="table" tabindex="0" role="group" aria-label="${label}"><table>${rows}</table></div>`;
}

/** Blocks of several languages, one after another, say the same. */
function inTabs(figures: string): string {
  const blocks = [...figures.matchAll(FIGURE)];
  if (!blocks.every(([, language = ""]) => isTab(language))) return figures;
  return codeTabs(blocks.map(([block, language = ""]) => [language, new Html(block)])).text;
}

/** The target of a heading, as code hosts make it too. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}
