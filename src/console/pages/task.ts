/** A command that the console runs: its state while it runs, and what it found. */
import { type Html, html } from "../../markup/html.ts";
import type { Task } from "../command-runner.ts";
import { count, csrf, milliseconds, moment, type Page, pill, type Tone, table } from "../layout.ts";
import type { Session } from "../sessions.ts";

const TONES: Record<Task["state"], Tone> = {
  waiting: "mute",
  running: "warn",
  done: "good",
  failed: "bad",
  stopping: "mute",
  stopped: "mute",
};

export function elapsedOf({ started_at, ended_at }: Task, nowMs: number): number | null {
  if (started_at === null) return null;
  return (ended_at === null ? nowMs : Date.parse(ended_at)) - Date.parse(started_at);
}

/** How far it is, with a link to the page of this run. */
export function taskState(task: Task, nowMs = Date.now()): Html {
  return html`${line(task, nowMs, html`<a href="/checks/runs/${task.id}">${task.title}</a>`)}
${task.state === "done" && outcome(task)}`;
}

/** One line, and a bar while it runs. */
function line(task: Task, nowMs: number, named: Html | null): Html {
  const elapsed = elapsedOf(task, nowMs);
  const time = elapsed === null ? "" : ` ${milliseconds(elapsed)}`;
  const bar =
    task.expected_ms === null
      ? html`<progress aria-label="${task.title}"></progress>`
      : html`<progress aria-label="${task.title}" max="${task.expected_ms}" value="${Math.min(elapsed ?? 0, task.expected_ms)}"></progress>`;
  return html`<p role="status">${pill(TONES[task.state], task.state)}${time} ${named}</p>
${task.ended_at === null && bar}${task.told !== null && html`<p class="${task.state === "failed" ? "note fault" : "mute"}">${task.told}</p>`}`;
}

interface DoctorResult {
  checks: { name: string; ok: boolean; found: string }[];
}

/** What the command found, in words where the console knows its form. */
function outcome({ result, words, state }: Task): Html {
  const printed = result as Record<string, unknown> | null;
  if (printed === null) return html`<p class="empty">It printed nothing.</p>`;
  const [command] = words;
  if (command === "doctor") return doctorTable(printed as unknown as DoctorResult);
  switch (state === "done" ? words.slice(0, 2).join(" ") : "") {
    case "audit verify":
      return html`<p>Rows that hold: ${count(Number(printed.rows))}. The chain ends at <span class="id">${String(printed.head)}</span>.</p>`;
    case "audit replay":
      return html`<p>The rebuilt answer is byte-equal to the recorded one.</p>`;
    case "corpus rollback":
      return html`<p>${String(printed.version)} is in use, before: ${String(printed.from)}.</p>`;
    case "corpus verify":
      return html`<p>${String(printed.version)}: ${String(printed.documents)} documents; hashes, index and documents agree.</p>`;
    default:
      return html`<details><summary>What it printed</summary><pre>${JSON.stringify(printed, null, 2)}</pre></details>`;
  }
}

function doctorTable({ checks }: DoctorResult): Html {
  const rows = checks.map(({ name, ok, found }) => [
    name,
    pill(ok ? "good" : "bad", ok ? "ok" : "fault"),
    found,
  ]);
  return table(["check", "", "found"], rows, { caption: "What doctor found", empty: "" });
}

export function taskPage(task: Task, session: Session, nowMs: number): Page {
  const body = html`<section class="card"><div id="task" data-live>${line(task, nowMs, null)}${task.result !== null && outcome(task)}
${
  (task.state === "waiting" || task.state === "running") &&
  html`<form method="post" action="/checks/runs/${task.id}/stop">${csrf(session)}<button class="danger">Stop</button></form>`
}</div></section>
<p class="mute">Asked for by ${task.by}, ${moment(task.asked_at)}. <code>phasewise ${task.words.join(" ")}</code></p>`;
  return { title: task.title, under: "/checks", body };
}
