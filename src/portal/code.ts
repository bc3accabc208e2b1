/**
 * Code on a page. The browser adds the copy button, colours and the tabs (`browser/code.js`).
 * @module
 */
import { type Html, html } from "../markup/html.ts";

/** Languages of which several beside each other say the same, each as one tab. */
const TABS: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", python: "Python" };
const NAMES: Readonly<Record<string, string>> = { ...TABS, json: "JSON" };
/** A body that may be sent; the browser gives it a new id and the last days. */
const IS_REQUEST = /"user_context"/;

/** @param language as a fence in Markdown names it; "" for plain text */
export function codeBlock(text: string, language: string): Html {
  const name = NAMES[language] ?? "Text";
  return html`<figure class="code" data-language="${language}"${
    IS_REQUEST.test(text) && language === "json" ? html` data-request` : null
  }><figcaption><span>${name}</span></figcaption><pre tabindex="0" role="group" aria-label="${name}"><code>${text.trimEnd()}</code></pre></figure>`;
}

/** Blocks of one thing, each with its language, of which one is shown at a time. */
export function codeTabs(blocks: readonly (readonly [language: string, block: Html])[]): Html {
  return html`<div class="tabs">${blocks.map(
    ([language, block]) => html`<div data-language="${language}">${block}</div>`,
  )}</div>`;
}

export function isTab(language: string): boolean {
  return language in TABS;
}
