/** The literature: releases, what they cover, what changed between two of them, and a way back. */

import { type Html, html } from "../../markup/html.ts";
import { meter } from "../charts.ts";
import type { Task } from "../command-runner.ts";
import { byCommand, count, csrf, facts, options, type Page, pill, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import { taskState } from "./task.ts";

/** What `corpus status --json` prints. */
interface CorpusStatus {
  version: string;
  kind: string;
  documents: number;
  evidence_records: number;
  articles: number;
  passages: number;
  installed: { version: string; kind: string; documents: number; passages: number }[];
  coverage: { cell: string; records: number; target: number }[];
  guidance: {
    entries: number;
    claims: number;
    cited_records: number;
    kinds: Record<string, number>;
    life_stages: Record<string, number>;
    topics: Record<string, number>;
  } | null;
}

export function corpusPage(read: Task, session: Session): Page {
  const status = read.result as CorpusStatus | null;
  const body = html`<div id="corpus" data-live>${
    status === null ? taskState(read) : statusCards(status, session)
  }</div>${readAgainForm("/corpus/read", read, session)}${byCommand("phasewise corpus status|diff|rollback|verify")}`;
  return { title: "Corpus", under: "/corpus", body };
}

/** When a page shows what a command found earlier, it says so and can ask again. */
export function readAgainForm(path: string, { ended_at, state }: Task, session: Session): Html {
  return html`<form method="post" action="${path}">${csrf(session)}<p class="mute">${ended_at !== null && `Read at ${ended_at.slice(0, 19).replace("T", " ")}. `}<button class="quiet">${state === "failed" ? "Try again" : "Read again"}</button></p></form>`;
}

function statusCards(status: CorpusStatus, session: Session): Html {
  const { version, kind, evidence_records, articles, passages } = status;
  return html`<div class="cards-of"><section class="card"><h2>In use</h2>${facts([
    ["release", html`<span class="id">${version}</span>`],
    ["kind", kind],
    ["evidence records", count(evidence_records)],
    ["articles", count(articles)],
    ["passages", count(passages)],
  ])}</section>${compare(status)}</div>${releases(status, session)}<div class="flow">${guidance(status)}${coverage(status)}</div>`;
}

function versionsOf({ installed }: CorpusStatus): string[] {
  return [...installed.map(({ version }) => version).reverse(), "starter"];
}

function compare(status: CorpusStatus): Html {
  const versions = versionsOf(status);
  return html`<section class="card"><h2>Compare</h2><form method="get" action="/corpus/diff" class="fields">
<label>From<select name="from">${options(versions, "starter")}</select></label>
<label>To<select name="to">${options(versions, status.version)}</select></label><button>Show what changed</button></form></section>`;
}

function releases({ installed, version: inUse }: CorpusStatus, session: Session): Html {
  const rows = [...installed].reverse().map(({ version, kind, documents, passages }) => [
    html`<span class="id">${version}</span>`,
    kind,
    count(documents),
    count(passages),
    version === inUse
      ? pill("good", "in use")
      : html`<details class="act"><summary>Use it …</summary><form method="post" action="/corpus/rollback">${csrf(session)}
<input type="hidden" name="version" value="${version}"><p>It is examined first. New answers come from it within seconds.</p><button class="danger">Put it into use</button></form></details>`,
  ]);
  return html`<section class="card"><h2>Releases</h2>${table(
    ["release", "kind", "documents", "passages", ""],
    rows,
    {
      caption: "Installed releases, newest first",
      empty: "No release is installed.",
      numeric: ["documents", "passages"],
    },
  )}</section>`;
}

function tally(title: string, counts: Readonly<Record<string, number>>): Html {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...rows.map(([, times]) => times));
  return html`<h3>${title}</h3>${table(
    ["name", "entries"],
    rows.map(([name, times]) => [
      html`<span>${name.replaceAll("_", " ")}${meter(times / most, "replayed")}</span>`,
      count(times),
    ]),
    { caption: title, empty: "None.", numeric: ["entries"], small: true },
  )}`;
}

function guidance({ guidance: of }: CorpusStatus): Html {
  if (of === null)
    return html`<section class="card"><h2>Guidance</h2><p class="empty">This release has none.</p></section>`;
  return html`<section class="card"><h2>Guidance</h2>${facts([
    ["entries", count(of.entries)],
    ["claims", count(of.claims)],
    ["records cited", count(of.cited_records)],
  ])}${tally("Kinds of question", of.kinds)}${tally("Life stages", of.life_stages)}
<details><summary>Subjects</summary>${tally("Measures, behaviours, outcomes", of.topics)}</details></section>`;
}

function coverage({ coverage: cells }: CorpusStatus): Html {
  const reached = cells.filter(({ records, target }) => records >= target).length;
  const rows = cells.map(({ cell, records, target }) => [
    html`<span>${cell}${meter(records / target, records < target ? "refused" : "served")}</span>`,
    count(records),
    count(target),
  ]);
  return html`<section class="card"><h2>Evidence</h2><p>${reached} of ${cells.length} subjects reach their target.</p>${table(
    ["subject", "records", "target"],
    rows,
    {
      caption: "Evidence records by subject",
      empty: "None.",
      numeric: ["records", "target"],
      small: true,
    },
  )}</section>`;
}

interface DiffEntry {
  doi: string;
  title: string;
  members?: string[];
}

interface Diff {
  from: string;
  to: string;
  added: DiffEntry[];
  removed: DiffEntry[];
  changed: DiffEntry[];
  unchanged: number;
}

/** A page of thousands of titles would help nobody; the command prints all. */
const DIFF_ROWS_MAX = 300;

export function diffPage(read: Task): Page {
  const diff = read.result as Diff | null;
  const body = html`<div id="diff" data-live>${diff === null ? taskState(read) : changes(diff)}</div>
<p><a href="/corpus">Back to the corpus</a></p>${byCommand(`phasewise ${read.words.join(" ")}`)}`;
  return { title: "What changed", under: "/corpus", body };
}

function changes(diff: Diff): Html {
  const { from, to, added, removed, changed, unchanged } = diff;
  const rows = [
    ...added.map((entry) => [pill("good", "added"), entry] as const),
    ...removed.map((entry) => [pill("bad", "removed"), entry] as const),
    ...changed.map((entry) => [pill("warn", "changed"), entry] as const),
  ];
  const shown = rows
    .slice(0, DIFF_ROWS_MAX)
    .map(([state, { doi, title, members }]) => [
      state,
      html`<span class="id">${doi}</span>`,
      title,
      members?.join(", ") ?? null,
    ]);
  return html`<p>From <span class="id">${from}</span> to <span class="id">${to}</span>: ${count(added.length)} added, ${count(removed.length)} removed, ${count(changed.length)} changed, ${count(unchanged)} unchanged.</p>
<section class="card">${table(["", "doi", "title", "members"], shown, {
    caption: "Documents that differ",
    empty: "The two hold the same documents.",
  })}${rows.length > DIFF_ROWS_MAX && html`<p class="mute">The first ${DIFF_ROWS_MAX} of ${count(rows.length)}.</p>`}</section>`;
}
