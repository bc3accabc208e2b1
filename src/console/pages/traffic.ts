/** What is happening: who asks, how it ends, how long it takes, and why there is no answer. */
import {
  PLATFORM_CONFIDENCE_FLOOR,
  RATE_LIMIT_REQUESTS_MAX,
  RATE_LIMIT_WINDOW_SECONDS,
} from "../../contract/limits.ts";
import { Html, html } from "../../markup/html.ts";
import { columns, legend, lines, meter, type Share, shareBar } from "../charts.ts";
import { byCommand, count, milliseconds, type Page, percent, table } from "../layout.ts";
import {
  COLUMNS,
  type Column,
  type EndingWithoutText,
  GROUPS,
  type Group,
  type Traffic,
  totalOf,
  WINDOWS,
  type WindowName,
} from "../traffic.ts";

const GROUP_NAMES: Record<Group, string> = {
  served: "answered",
  replayed: "replayed",
  withheld: "no text",
  refused: "refused",
  failed: "failed",
};

/** What an ending means, for whoever has not read the contract today. */
const MEANING: Readonly<Record<EndingWithoutText, string>> = {
  insufficient_signal: "too few nights of data",
  below_platform_threshold: "the evidence was too thin",
  below_client_threshold: "less sure than the partner asked for",
  out_of_scope: "no wellness question (strict mode)",
  invalid_request: "the body does not fit the contract",
  payload_too_large: "the body is too large",
  unsupported_media_type: "the body is not JSON",
  consent_not_provisioned: "the client has no consent",
  consent_revoked: "the client's consent was withdrawn",
  unauthorized: "no valid key",
  forbidden: "a key for another tenant",
  throttled: `more than ${RATE_LIMIT_REQUESTS_MAX} requests in ${RATE_LIMIT_WINDOW_SECONDS} s`,
  service_unavailable: "told to come back (503)",
  persistence_failed: "could not be recorded (502)",
  internal_error: "a fault of the program (500)",
};

const STAGE_KINDS = 9;

export function trafficPage(traffic: Traffic): Page {
  const switches = Object.entries(WINDOWS).map(
    ([name, { label }]) =>
      html`<a href="/?window=${name}"${name === traffic.window ? new Html(' aria-current="true"') : null}>${label}</a>`,
  );
  const body = html`<div class="bar-of"><div class="switch">${switches}</div>
<span class="mute">renews itself every five seconds</span></div>
<div id="traffic" data-live>${tiles(traffic)}
${overTime(traffic)}<div class="flow">${[latency(traffic), confidence(traffic), queue(traffic), stages(traffic), reasons(traffic)]}</div>${clients(traffic)}</div>
${byCommand("curl http://127.0.0.1:8080/metrics")}`;
  return { title: "Traffic", under: "/", body };
}

function sumOf(traffic: Traffic, group: Group): number {
  return traffic.by_client.reduce((sum, client) => sum + client[group], 0);
}

function tiles(traffic: Traffic): Html {
  const { total, answers } = traffic;
  const given = sumOf(traffic, "served") + sumOf(traffic, "withheld");
  const replayed = sumOf(traffic, "replayed");
  const share = (part: number, whole: number) => (whole === 0 ? "–" : percent(part / whole));
  const shown: [string, string, string][] = [
    ["Requests", count(total), `in ${WINDOWS[traffic.window].label}`],
    ["With a text", share(sumOf(traffic, "served"), given), "of computed answers"],
    ["Replayed", share(replayed, replayed + given), "cache hits"],
    ["Median answer", milliseconds(answers.p50_ms), `${count(answers.count)} computed`],
    ["95 of 100 within", milliseconds(answers.p95_ms), ""],
    ["Queue", count(traffic.queue_depth), "inference jobs"],
  ];
  return html`<dl class="tiles">${shown.map(([name, value, more]) => html`<div><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`)}</dl>`;
}

function card(title: string, inside: Html): Html {
  return html`<section class="card"><h2>${title}</h2>${inside}</section>`;
}

function timeOf(instant: string, window: WindowName): string {
  return window === "5m" ? instant.slice(11, 19) : instant.slice(11, 16);
}

function ends({ to, window }: Traffic): [string, string] {
  const first = Date.parse(to) - COLUMNS * WINDOWS[window].step_ms;
  return [timeOf(new Date(first).toISOString(), window), "now"];
}

function whole(value: number): string {
  return Number.isInteger(value) ? count(value) : "";
}

function overTime(traffic: Traffic): Html {
  const { columns: shown, window, total } = traffic;
  const title = "Requests by how they ended";
  if (total === 0) return card(title, html`<p class="empty">No request in this time.</p>`);
  const tips = shown.map(
    (column) =>
      `${timeOf(column.from, window)}: ${GROUPS.map((group) => `${count(column[group])} ${GROUP_NAMES[group]}`).join(", ")}`,
  );
  const summary = `${count(total)} requests: ${GROUPS.map((group) => `${count(sumOf(traffic, group))} ${GROUP_NAMES[group]}`).join(", ")}`;
  const parts = GROUPS.map((kind) => ({ kind, values: shown.map((column) => column[kind]) }));
  const over = { summary, tips, labels: ends(traffic), name: whole, room: COLUMNS };
  const plot = (width: "page" | "half") => columns(parts, { ...over, width });
  const names = GROUPS.map((kind) => ({ kind, name: GROUP_NAMES[kind] }));
  return card(
    title,
    html`<div class="on-wide">${plot("page")}</div><div class="on-narrow">${plot("half")}</div>${legend(names)}`,
  );
}

function latency(traffic: Traffic): Html {
  const { columns: shown, window, answers } = traffic;
  const title = "Time to a computed answer";
  if (answers.count === 0)
    return card(title, html`<p class="empty">No answer was computed in this time.</p>`);
  const of = (member: "p50_ms" | "p95_ms") => shown.map((column: Column) => column[member]);
  const plot = lines(
    [
      { kind: "median", values: of("p50_ms") },
      { kind: "slow", values: of("p95_ms") },
    ],
    {
      summary: `Median ${milliseconds(answers.p50_ms)}, 95 of 100 within ${milliseconds(answers.p95_ms)}`,
      tips: shown.map(
        ({ from, p50_ms, p95_ms }) =>
          `${timeOf(from, window)}: median ${milliseconds(p50_ms)}, 95 of 100 within ${milliseconds(p95_ms)}`,
      ),
      labels: ends(traffic),
      name: milliseconds,
      width: "half",
      room: COLUMNS,
    },
  );
  const names = [
    { kind: "median", name: "median" },
    { kind: "slow", name: "95 of 100 within" },
  ];
  return card(title, html`${plot}${legend(names)}`);
}

function stages({ stages: spent }: Traffic): Html {
  const shares: Share[] = spent.map(({ stage, share }, at) => ({
    kind: `stage-${at % STAGE_KINDS}`,
    name: `${stage} ${percent(share)}`,
    value: share,
  }));
  const rows = spent.map(({ stage, share, mean_ms }, at) => [
    html`<span class="named"><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="stage-${at % STAGE_KINDS}" width="10" height="10"/></svg>${stage}</span>`,
    percent(share),
    milliseconds(mean_ms),
  ]);
  const shown = table(["stage", "share", "mean"], rows, {
    caption: "Share and mean time of each stage",
    empty: "No answer was computed in this time.",
    numeric: ["share", "mean"],
    small: true,
  });
  const summary = shares.map(({ name }) => name).join(", ");
  return card(
    "Where the time goes",
    html`${spent.length > 0 && shareBar(shares, summary)}${shown}`,
  );
}

function confidence({ confidence: shown, answers }: Traffic): Html {
  const title = "Confidence of computed answers";
  if (answers.count === 0)
    return card(title, html`<p class="empty">No answer was computed in this time.</p>`);
  const of = (holds: (to: number) => boolean) =>
    shown.map(({ to, count: value }) => (holds(to) ? value : 0));
  // The column that ends at the floor also holds answers of exactly the floor, which have a text.
  const below = of((to) => to <= PLATFORM_CONFIDENCE_FLOOR);
  const plot = columns(
    [
      { kind: "served", values: of((to) => to > PLATFORM_CONFIDENCE_FLOOR) },
      { kind: "withheld", values: below },
    ],
    {
      summary: `${count(answers.count)} answers, ${count(below.reduce((sum, value) => sum + value, 0))} of them at or below ${PLATFORM_CONFIDENCE_FLOOR}`,
      tips: shown.map(({ to, count: value }) => `up to ${to}: ${count(value)}`),
      labels: ["0", "1"],
      name: whole,
      width: "half",
    },
  );
  return card(
    title,
    html`${plot}${legend([
      {
        kind: "withheld",
        name: `up to ${PLATFORM_CONFIDENCE_FLOOR}; below it too thin for a text`,
      },
      { kind: "served", name: "enough for a text" },
    ])}`,
  );
}

function clients({ by_client }: Traffic): Html {
  const rows = by_client.map((client) => {
    const shares = GROUPS.map((kind) => ({ kind, name: GROUP_NAMES[kind], value: client[kind] }));
    const total = totalOf(client);
    return [
      html`<span>${client.client_id}${shareBar(shares, `${count(total)} requests of ${client.client_id}`)}</span>`,
      ...GROUPS.map((group) => count(client[group])),
      count(total),
    ];
  });
  const names = GROUPS.map((group) => GROUP_NAMES[group]);
  return card(
    "By client",
    table(["client", ...names, "all"], rows, {
      caption: "Requests by client and how they ended",
      empty: "No request in this time.",
      numeric: [...names, "all"],
      small: true,
      extra: names,
    }),
  );
}

function reasons({ without_answer, unavailable }: Traffic): Html {
  const most = Math.max(1, ...without_answer.map((each) => each.count));
  const rows = without_answer.map(({ outcome, group, count: times }) => [
    html`<span>${MEANING[outcome]}<br><code class="mute">${outcome}</code>${meter(times / most, group)}</span>`,
    count(times),
  ]);
  const busy = unavailable.map(({ reason, count: times }) => [
    html`<code>${reason}</code>`,
    count(times),
  ]);
  return card(
    "Why there was no answer",
    html`${table(["reason", "times"], rows, {
      caption: "Reasons for no answer",
      empty: "Every request got an answer.",
      numeric: ["times"],
      small: true,
    })}${
      busy.length > 0 &&
      html`<h3>Reasons of a 503</h3>${table(["reason", "times"], busy, {
        caption: "Reasons of a 503",
        empty: "",
        numeric: ["times"],
        small: true,
      })}`
    }`,
  );
}

function queue(traffic: Traffic): Html {
  const { columns: shown, window } = traffic;
  const title = "Jobs at the busiest inference worker";
  if (shown.length === 0) return card(title, html`<p class="empty">Nothing measured yet.</p>`);
  const plot = lines([{ kind: "depth", values: shown.map(({ queue_depth }) => queue_depth) }], {
    summary: `Now ${traffic.queue_depth}`,
    tips: shown.map(({ from, queue_depth }) => `${timeOf(from, window)}: ${queue_depth}`),
    labels: ends(traffic),
    name: whole,
    width: "half",
    room: COLUMNS,
  });
  return card(title, plot);
}
