/**
 * Plots as SVG, made here: they need no script, obey the strict policy and can be read aloud. Every
 * plot stands beside the same numbers as text.
 * @module
 */
import { type Html, html } from "../markup/html.ts";

/** A plot over the whole page or over half of it; its text has the same size in both. */
const WIDTHS = { page: 980, half: 470 } as const;
const HEIGHT = 160;
const LEFT = 48;
const BOTTOM = 20;
const TOP = 8;
const PLOT_HEIGHT = HEIGHT - BOTTOM - TOP;

/** A round number at or above the value, so that the axis has a name that can be read. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

interface Axis {
  top: number;
  name(value: number): string;
}

/** Lines and names at zero, half and top. */
function grid({ top, name }: Axis, width: number, labels: readonly [string, string]): Html {
  const lines = [0, 0.5, 1].map((share) => {
    const y = round(TOP + PLOT_HEIGHT * (1 - share));
    return html`<line x1="${LEFT}" x2="${width}" y1="${y}" y2="${y}" class="grid"/><text x="${LEFT - 6}" y="${y}" dy="4" text-anchor="end">${name(top * share)}</text>`;
  });
  return html`${lines}<text x="${LEFT}" y="${HEIGHT - 4}">${labels[0]}</text><text x="${width}" y="${HEIGHT - 4}" text-anchor="end">${labels[1]}</text>`;
}

function svg(summary: string, width: number, inside: Html): Html {
  return html`<svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${summary}" class="plot">${inside}</svg>`;
}

export interface Series {
  /** The class that colours it. */
  kind: string;
  values: readonly number[];
}

interface ChartFrame {
  /** What a screen reader says instead of the picture. */
  summary: string;
  /** A tooltip for each column. */
  tips: readonly string[];
  /** Under the left and the right end. */
  labels: readonly [string, string];
  name: Axis["name"];
  width: keyof typeof WIDTHS;
  /** How many columns there is room for; those that are missing are missing on the left. */
  room?: number;
}

/** Where column `at` begins, and how wide one is. */
function placesOf({ tips, width, room = tips.length }: ChartFrame) {
  const step = (WIDTHS[width] - LEFT) / Math.max(1, room);
  const first = LEFT + Math.max(0, room - tips.length) * step;
  return { step, start: (at: number) => first + at * step };
}

/** Columns of parts that stand on each other. */
export function columns(series: readonly Series[], frame: ChartFrame): Html {
  const { summary, tips, labels, name, width } = frame;
  const totals = tips.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const top = roundUp(Math.max(0, ...totals));
  const { step, start } = placesOf(frame);
  const bars = tips.map((tip, at) => {
    let y = TOP + PLOT_HEIGHT;
    const parts = series.flatMap(({ kind, values }) => {
      const height = ((values[at] ?? 0) / top) * PLOT_HEIGHT;
      if (height === 0) return [];
      y -= height;
      return html`<rect class="${kind}" x="${round(start(at) + 0.5)}" y="${round(y)}" width="${round(Math.max(1, step - 1))}" height="${round(height)}"/>`;
    });
    return html`<g><title>${tip}</title><rect class="hit" x="${round(start(at))}" y="${TOP}" width="${round(step)}" height="${PLOT_HEIGHT}"/>${parts}</g>`;
  });
  return svg(summary, WIDTHS[width], html`${grid({ top, name }, WIDTHS[width], labels)}${bars}`);
}

/** Lines; a gap where there was nothing to measure. */
export function lines(
  series: readonly { kind: string; values: readonly (number | null)[] }[],
  frame: ChartFrame,
): Html {
  const { summary, tips, labels, name, width } = frame;
  const numbers = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const top = roundUp(Math.max(0, ...numbers));
  const { step, start } = placesOf(frame);
  const point = (value: number, at: number) =>
    `${round(start(at) + step / 2)} ${round(TOP + PLOT_HEIGHT * (1 - value / top))}`;
  const drawn = series.map(({ kind, values }) => {
    let path = "";
    const alone: Html[] = [];
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const [before, after] = [values[at - 1] ?? null, values[at + 1] ?? null];
      path += `${before === null ? "M" : "L"}${point(value, at)}`;
      if (before === null && after === null) {
        const [x, y] = point(value, at).split(" ");
        alone.push(html`<circle class="dot ${kind}" cx="${x}" cy="${y}" r="2.5"/>`);
      }
    }
    return html`<path class="line ${kind}" d="${path}"/>${alone}`;
  });
  const hits = tips.map(
    (tip, at) =>
      html`<g><title>${tip}</title><rect class="hit" x="${round(start(at))}" y="${TOP}" width="${round(step)}" height="${PLOT_HEIGHT}"/></g>`,
  );
  return svg(
    summary,
    WIDTHS[width],
    html`${grid({ top, name }, WIDTHS[width], labels)}${drawn}${hits}`,
  );
}

export interface Share {
  kind: string;
  name: string;
  value: number;
}

const BAR_WIDTH = 1_000;
const BAR_HEIGHT = 14;

/** One bar of parts side by side. */
export function shareBar(shares: readonly Share[], summary: string): Html {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  let x = 0;
  const parts = shares.map(({ kind, name, value }) => {
    const width = total === 0 ? 0 : (value / total) * BAR_WIDTH;
    const part = html`<g><title>${name}</title><rect class="${kind}" x="${round(x)}" y="0" width="${round(width)}" height="${BAR_HEIGHT}"/></g>`;
    x += width;
    return part;
  });
  return html`<svg viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}" class="bar">${parts}</svg>`;
}

/** A bar in a cell: its length is the share. The number stands beside it. */
export function meter(share: number, kind = "served"): Html {
  const width = round(Math.max(0, Math.min(1, share)) * 100);
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" class="meter"><rect class="rest" width="100" height="8"/><rect class="${kind}" width="${width}" height="8"/></svg>`;
}

/** Names of colours, each with its swatch. */
export function legend(entries: readonly { kind: string; name: string }[]): Html {
  return html`<ul class="legend">${entries.map(({ kind, name }) => html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${kind}" width="10" height="10"/></svg>${name}</li>`)}</ul>`;
}
