/** How much room everything takes, and how the audit trail grows. */

import { type Html, html } from "../../markup/html.ts";
import type { StorageReport } from "../../operator/storage.ts";
import { columns } from "../charts.ts";
import type { Task } from "../command-runner.ts";
import { byCommand, bytes, count, type Page, table } from "../layout.ts";
import type { Session } from "../sessions.ts";
import { readAgainForm } from "./corpus.ts";
import { taskState } from "./task.ts";

export function storagePage(read: Task, session: Session): Page {
  const report = read.result as StorageReport | null;
  const body = html`<div id="storage" data-live>${
    report === null ? taskState(read) : reportCards(report)
  }</div>${readAgainForm("/storage/read", read, session)}${byCommand("phasewise storage")}`;
  return { title: "Storage", under: "/storage", body };
}

function reportCards({ parts, free_bytes, months, bytes_per_row }: StorageReport): Html {
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  const rows = months.reduce((sum, month) => sum + month.rows, 0);
  const last = months.at(-1);
  return html`<dl class="tiles"><div><dt>In the data directory</dt><dd>${bytes(total)}</dd></div>
<div><dt>Free on its disk</dt><dd>${bytes(free_bytes)}</dd></div>
<div><dt>Audit rows</dt><dd>${count(rows)}</dd></div>
<div><dt>One row takes</dt><dd>${bytes_per_row === null ? "–" : bytes(bytes_per_row)}</dd></div></dl>
<div class="flow"><section class="card"><h2>Audit rows by month</h2>${
    last === undefined
      ? html`<p class="empty">No answer was recorded yet.</p>`
      : html`${columns([{ kind: "served", values: months.map((month) => month.rows) }], {
          summary: `${count(rows)} rows in ${months.length} months`,
          tips: months.map((month) => `${month.month}: ${count(month.rows)} rows`),
          labels: [months[0]?.month ?? "", last.month],
          width: "half",
          name: (value) => (Number.isInteger(value) ? count(value) : ""),
        })}${table(
          ["month", "rows", "", "takes about"],
          [...months]
            .reverse()
            .map((month) => [
              month.month,
              count(month.rows),
              month.sealed ? "sealed" : null,
              bytes_per_row === null ? "–" : bytes(month.rows * bytes_per_row),
            ]),
          {
            caption: "Audit rows by month",
            empty: "",
            numeric: ["rows", "takes about"],
            small: true,
          },
        )}`
  }</section>
<section class="card"><h2>Folders</h2>${table(
    ["part", "size"],
    parts.map((part) => [
      html`<span><code>${part.path}</code><br><span class="mute">${part.what}</span></span>`,
      bytes(part.bytes),
    ]),
    { caption: "Size of each part", empty: "", numeric: ["size"], small: true },
  )}</section></div>`;
}
