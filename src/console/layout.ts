/** The frame of every page, and the small parts that pages share. */

import { Html, html } from "../markup/html.ts";
import { assetPath } from "./assets.ts";
import type { Note, Session } from "./sessions.ts";

const NAVIGATION = [
  ["/", "Traffic"],
  ["/keys", "Keys"],
  ["/consent", "Consent"],
  ["/audit", "Audit"],
  ["/corpus", "Corpus"],
  ["/models", "Models"],
  ["/storage", "Storage"],
  ["/checks", "Checks"],
] as const;

export interface Page {
  title: string;
  /** The entry of the navigation that it belongs to. */
  under: (typeof NAVIGATION)[number][0] | null;
  body: Html;
}

export interface Frame {
  session: Session | null;
  version: string;
  /** Why no answer can be given; null while one can. */
  missing: string | null;
}

function head(title: string, more: Html | null = null): Html {
  return html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · phasewise console</title>
<link rel="icon" href="${assetPath("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath("page.css")}"><script src="${assetPath("page.js")}" defer></script>${more}</head>`;
}

export function documentOf({ title, under, body }: Page, frame: Frame): string {
  const { session, version, missing } = frame;
  const links = NAVIGATION.map(
    ([path, name]) =>
      html`<li><a href="${path}"${under === path ? new Html(' aria-current="page"') : null}>${name}</a></li>`,
  );
  return html`<!doctype html><html lang="en">${head(title)}
<body><a class="skip" href="#main">Skip to the page</a>
<header class="top"><a class="brand" href="/">phasewise <span>console</span></a>
<span id="state" data-live>${missing === null ? pill("good", "ready") : pill("bad", `not ready: ${missing}`)}</span>
<span class="who">${session?.actor.replace(/, in the console$/, "")}</span>
<form method="post" action="/logout">${csrf(session)}<button class="quiet">Sign out</button></form></header>
<div class="frame"><nav aria-label="Pages"><ul>${links}</ul></nav>
<main id="main" tabindex="-1"><h1>${title}</h1>${noteOf(session)}${body}</main></div>
<footer>phasewise ${version} · times are in UTC</footer></body></html>`.text;
}

/** A page for whoever is not signed in. */
export function plainDocument(title: string, body: Html, refreshTo?: string): string {
  const refresh =
    refreshTo === undefined ? null : html`<meta http-equiv="refresh" content="0;url=${refreshTo}">`;
  return html`<!doctype html><html lang="en">${head(title, refresh)}
<body class="plain"><main id="main"><p class="brand">phasewise <span>console</span></p><h1>${title}</h1>${body}</main></body></html>`
    .text;
}

/** Shown once. */
function noteOf(session: Session | null): Html | null {
  const note: Note | null = session?.note ?? null;
  if (session === null || note === null) return null;
  session.note = null;
  return notice(note.kind, note.text);
}

export function notice(kind: Note["kind"], text: string): Html {
  return html`<p class="note ${kind}" role="${kind === "done" ? "status" : "alert"}">${text}</p>`;
}

export function csrf(session: Session | null): Html | null {
  return session === null ? null : html`<input type="hidden" name="csrf" value="${session.csrf}">`;
}

export type Tone = "good" | "warn" | "bad" | "mute";

export function pill(tone: Tone, text: string): Html {
  return html`<span class="pill ${tone}">${text}</span>`;
}

/** An instant as `2026-11-20 12:00`, with the whole of it in the tooltip. */
export function moment(instant: string | null, without = "–"): Html {
  if (instant === null) return html`<span class="mute">${without}</span>`;
  const [day = "", time = ""] = instant.split("T");
  return html`<time datetime="${instant}" title="${instant}"><span class="day">${day}</span> ${time.slice(0, 5)}</time>`;
}

/** An instant as its day, with the whole of it in the tooltip. */
export function day(instant: string | null, without = "–"): Html {
  if (instant === null) return html`<span class="mute">${without}</span>`;
  return html`<time datetime="${instant}" title="${instant}" class="day">${instant.slice(0, "YYYY-MM-DD".length)}</time>`;
}

const thousands = new Intl.NumberFormat("en-GB");

export function count(value: number): string {
  return thousands.format(value);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;
}

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

export function bytes(value: number): string {
  let [size, unit] = [value, 0];
  for (; size >= 1_000 && unit < BYTE_UNITS.length - 1; unit++) size /= 1_000;
  return `${size.toFixed(unit === 0 || size >= 100 ? 0 : 1)} ${BYTE_UNITS[unit]}`;
}

export function milliseconds(ms: number | null): string {
  if (ms === null) return "–";
  if (ms === 0) return "0";
  return ms >= 1_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

interface TableOptions {
  /** What a screen reader calls it. */
  caption: string;
  /** What stands there without rows. */
  empty: string;
  /** Columns of numbers, which are set to the right. */
  numeric?: readonly string[];
  /** A table of few narrow columns stays one on a narrow screen. */
  small?: boolean;
  /** Columns that a narrow screen leaves out. */
  extra?: readonly string[];
}

/** On a narrow screen each row becomes a card that names its cells. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly (Html | string | number | null)[])[],
  { caption, empty, numeric = [], small = false, extra = [] }: TableOptions,
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const kind = (column: string) => {
    const kinds = [numeric.includes(column) && "number", extra.includes(column) && "extra"];
    const named = kinds.filter((each) => each !== false).join(" ");
    return named === "" ? null : html` class="${named}"`;
  };
  const header = columns.map((column) => html`<th scope="col"${kind(column)}>${column}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>${row.map((cell, at) => {
        const column = columns[at] ?? "";
        return html`<td data-label="${column}"${kind(column)}>${cell}</td>`;
      })}</tr>`,
  );
  return html`<table class="${small ? "small" : "cards"}"><caption>${caption}</caption><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Names with values. */
export function facts(pairs: readonly (readonly [string, Html | string | number | null])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function options(values: readonly string[], chosen: string | undefined): Html[] {
  return values.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? new Html(" selected") : null}>${value}</option>`,
  );
}

/** The command that does the same. */
export function byCommand(command: string): Html {
  return html`<p class="command">On the command line: <code>${command}</code></p>`;
}
