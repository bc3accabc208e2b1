/**
 * What every page of the portal has around its own content.
 * @module
 */
import { type Html, html } from "../markup/html.ts";
import { NOTHING } from "./prose-html.ts";

export interface Link {
  href: string;
  label: string;
  /** An HTTP method, shown before the label. */
  method?: string;
}

export interface Group {
  title: string;
  links: readonly Link[];
}

export interface Frame {
  /** The version of the contract. */
  version: string;
  navigation: readonly Group[];
  /** What the page names as its own address, if the browser may know better. */
  origin: string | null;
}

export interface Page {
  /** Its address, such as `/docs/first-call`. */
  path: string;
  title: string;
  /** Where on the page a reader may jump to. */
  sections: readonly { id: string; title: string; level: number }[];
  body: Html;
  /** A reference page has its examples in a column of their own. */
  wide?: boolean;
  next?: Link | null;
}

/** A new moon, a quarter and a full one. */
const MARK = html`<svg class="mark" viewBox="0 0 44 20" width="44" height="20" aria-hidden="true" focusable="false"><circle cx="8" cy="10" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M22 3.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor"/><circle cx="22" cy="10" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><circle cx="36" cy="10" r="7" fill="currentColor"/></svg>`;

export function render(page: Page, frame: Frame): string {
  const { path, title, sections, body, wide = false, next = null } = page;
  const fullTitle = path === "/docs" ? title : `${title} · phasewise`;
  return html`<!doctype html>
<html lang="en"${frame.origin === null ? NOTHING : html` data-origin="${frame.origin}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${fullTitle}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="alternate" href="/docs/changelog.atom" type="application/atom+xml" title="Changes of the phasewise API">
<link rel="stylesheet" href="/docs/portal.css">
<script src="/docs/theme.js"></script>
<script type="module" src="/docs/portal.js"></script>
</head>
<body${wide ? html` class="wide"` : NOTHING}>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="/docs">${MARK}<span>phasewise</span></a>
<span class="version">API ${frame.version}</span>
<div class="tools" data-script hidden>
<button type="button" class="search-open" data-search aria-keyshortcuts="/ Control+K"><svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="m13 13 4.5 4.5" stroke="currentColor" stroke-width="1.8"/></svg><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme" data-theme-button>Theme</button>
</div>
</header>
<div class="frame">
<nav class="side" aria-label="Pages"><details class="menu" open><summary>Pages</summary>
${frame.navigation.map((group) => navigationGroup(group, path))}
</details></nav>
<main id="main" tabindex="-1"><h1>${title}</h1>
${body}
${next === null ? NOTHING : html`<p class="next"><a href="${next.href}">Next: ${next.label}</a></p>`}
</main>
${tableOfContents(sections)}
</div>
${SEARCH}
</body>
</html>
`.text;
}

function navigationGroup({ title, links }: Group, current: string): Html {
  const items = links.map(({ href, label, method }) => {
    const mark = href === current ? html` aria-current="page"` : NOTHING;
    if (method === undefined) return html`<li><a href="${href}"${mark}>${label}</a></li>`;
    return html`<li><a class="call" href="${href}"${mark}><span class="method ${method.toLowerCase()}">${method}</span> ${label}</a></li>`;
  });
  return html`<p class="group">${title}</p><ul>${items}</ul>`;
}

function tableOfContents(sections: Page["sections"]): Html {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length === 0) return NOTHING;
  return html`<nav class="toc" aria-label="On this page"><p class="group">On this page</p><ul>${shown.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul></nav>`;
}

const SEARCH = html`<dialog class="search" aria-label="Search the documentation">
<input type="text" inputmode="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-label="Search pages, operations and members" placeholder="Search pages, operations and members" autocomplete="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="Results"></ul>
<p class="search-note" role="status"></p>
</dialog>`;
